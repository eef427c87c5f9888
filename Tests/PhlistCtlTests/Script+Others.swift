import PhlistControl
import PhlistVocabulary

extension Script {
    static let household = [
        Script(name: "peers", scenes: peers),
        Script(name: "sync", scenes: sync),
        Script(name: "pair", scenes: pair),
        Script(name: "join", scenes: join),
    ]

    static let machine = [
        Script(name: "batch", scenes: batch),
        Script(
            name: "status",
            scenes: Scene.everyForm(["status"], .status, StatusReply.healthy)
                + Scene.everyForm(["status"], .status, StatusReply.damaged)
                + [
                    Scene(arguments: ["status"], answers: [.status: [.reply(StatusReply.fresh)]]),
                    Scene(arguments: ["status"], answers: [.status: [.reply(StatusReply.fresh)]], isTerminal: true),
                ]
        ),
        Script(name: "machine", scenes: machineScenes),
        Script(name: "errors", scenes: errors),
    ]

    private static var peers: [Scene] {
        Scene.everyForm(["peers"], .peers, PeersReply(peers: [.nas, .tablet, .pi]))
            + [Scene(arguments: ["peers"], answers: [.peers: [.reply(PeersReply(peers: []))]])]
    }

    private static var sync: [Scene] {
        let all = [ControlRoute.sync: [ScriptedDaemon.Answer.reply(PeersReply(peers: [.nas, .tablet, .pi]))]]
        let nas = [ControlRoute.sync: [ScriptedDaemon.Answer.reply(PeersReply(peers: [.nas]))]]
        return [
            Scene(arguments: ["sync"], answers: all),
            Scene(arguments: ["sync", "--wait", "--timeout", "3"], answers: all),
            Scene(arguments: ["sync", "--wait", "--json"], answers: all),
            Scene(arguments: ["sync", "nas", "--wait"], answers: nas),
            Scene(arguments: ["sync", "--wait"], answers: [.sync: [.reply(PeersReply(peers: []))]]),
        ] + Scene.refused(["sync", "toaster"], .sync, ControlError(.personNotFound, "no device \"toaster\""))
    }

    private static let opened = PairingReply(
        state: .open,
        code: "482177302",
        expiresAt: .now + 300_000,
        attemptsLeft: 3,
        port: 40_123,
        addresses: ["192.168.1.7", "10.0.0.2", "172.16.0.9", "172.17.0.1"]
    )

    private static func opened(for members: [String]) -> PairingReply {
        var reply = opened
        reply.members = members
        return reply
    }

    private static var pair: [Scene] {
        let paired = PairingReply(state: .paired, deviceName: "nas\u{1B}", deviceID: "ABCD-EFGH-IJKL-MNOP")
        let news: [PairingReply] = [.init(state: .open, attemptsLeft: 3), .init(state: .open, attemptsLeft: 2), paired]
        let success: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .household: [.reply(home(deviceCount: 2))], .openPairing: [.reply(opened)],
            .pairing: news.map(ScriptedDaemon.Answer.reply),
        ]
        let failures: [ScriptedDaemon.Answer] = [
            .reply(PairingReply(state: .failed)), .reply(PairingReply(state: .expired)),
            .reply(PairingReply(state: .unfinished)),
            .reply(PairingReply(state: .unconfirmed, deviceName: "nas\u{1B}", deviceID: "ABCD-EFGH-IJKL-MNOP")),
            .reply(PairingReply(state: .none)), .error(.interrupted),
        ]
        var ticket = opened
        (ticket.code, ticket.ticket, ticket.attemptsLeft) = (nil, Self.ticket, nil)
        let ticketAnswers = [
            ControlRoute.openPairing: [.reply(ticket)], .pairing: [ScriptedDaemon.Answer.reply(paired)],
        ]
        var hidden = opened
        hidden.discoveryProblem = "avahi is not running"
        let unseen = success.merging([.openPairing: [.reply(hidden)]]) { $1 }
        return [success, unseen].map { Scene(arguments: ["pair"], answers: $0, isTerminal: true) }
            + [[], ["--plain"], ["-q"], ["--json"]].map {
                Scene(arguments: ["pair", "--ticket"] + $0, answers: ticketAnswers)
            }
            + [[], ["--plain"], ["-q"], ["--json"]].map { Scene(arguments: ["pair"] + $0, answers: success) }
            + failures.map {
                let closed = ScriptedDaemon.Answer.reply(PairingReply(state: .none))
                var opened = opened
                opened.addresses = []
                let answers = [ControlRoute.openPairing: [.reply(opened)], .pairing: [$0], .closePairing: [closed]]
                return Scene(arguments: ["pair"], answers: answers)
            } + claims + firstPairing(success)
            + [
                Scene(
                    arguments: ["pair"],
                    answers: success.merging([.household: [.reply(home(deviceCount: 3))]]) { $1 }
                )
            ]
            + [Scene(arguments: ["pair", "-n"]), Scene(arguments: ["join", "-n"])]
            + Scene.refused(["pair"], .openPairing, ControlError(.notPermitted, "only an admin device can pair"))
    }

    private static func home(deviceCount: Int) -> HouseholdReply {
        let names = ["nas", "laptop", "NAS"].prefix(deviceCount)
        let devices = zip("ABC", names).map { DeviceView(id: "\($0)BCD-EFGH-IJKL-MNOP", name: $1, isThis: $0 == "C") }
        return HouseholdReply(id: "kkll", name: "Rue Monge", devices: devices, members: [], notices: [])
    }

    /// Nobody uses the first device yet: it is asked who does, before another one joins.
    private static func firstPairing(_ answers: [ControlRoute: [ScriptedDaemon.Answer]]) -> [Scene] {
        let ann = MemberView(id: "kkkk", name: "ann")
        let first: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .household: [.reply(home(deviceCount: 1))],
            .members: [.reply(MembersReply(members: [], caller: CallerView(login: "me", member: nil)))],
            .actAsMember: [.reply(ActAsMemberReply(login: "me", member: ann, isChanged: true))],
        ]
        // The first change made a member under the login name.
        var used = first
        let me = MemberView(id: "kkkk", name: "me")
        used[.members] = [.reply(MembersReply(members: [me], caller: CallerView(login: "me", member: "me")))]
        used[.changeMember] = [.reply(MemberReply(member: ann, isChanged: true))]
        return [(first, "ann\n"), (first, "\n"), (used, "ann\n"), (used, "\n")].map { asked, input in
            Scene(arguments: ["pair"], answers: answers.merging(asked) { $1 }, isTerminal: true, input: input)
        }
    }

    /// The new device wants to join as members, or is for the one that is named on this side.
    private static var claims: [Scene] {
        let asking = PairingReply(
            state: .asking,
            deviceName: "nas",
            deviceID: "ABCD-EFGH-IJKL-MNOP",
            members: ["ann", "ben m\u{1B}"]
        )
        var (paired, declined) = (asking, PairingReply(state: .declined))
        paired.state = .paired
        declined.deviceName = "nas"
        let answers: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .household: [.reply(home(deviceCount: 2))], .openPairing: [.reply(opened)], .pairing: [.reply(asking)],
            .members: [.reply(MembersReply(members: [], caller: CallerView(login: "me", member: "ann")))],
        ]
        var apart = asking
        (apart.members, apart.wished) = (["cleo"], ["ben\u{1B}"])
        var mine = asking
        mine.members = ["ann"]
        func scene(_ options: [String], isTerminal: Bool = false, _ reply: PairingReply, input: String = "") -> Scene {
            var answers = answers
            if options.contains("--for") { answers[.pairing] = [.reply(apart)] }
            if isTerminal, input == "no\n" { answers[.pairing] = [.reply(mine)] }
            answers = answers.merging([.answerPairing: [.reply(reply)]]) { $1 }
            return Scene(arguments: ["pair"] + options, answers: answers, isTerminal: isTerminal, input: input)
        }
        let noCleo = ControlError(.personNotFound, "no member \"clio\"", hint: "see all with: phlistctl member ls")
        return [scene([], isTerminal: true, paired, input: "y\n"), scene([], isTerminal: true, declined, input: "\n")]
            + [[], ["--json"], ["--for", "cleo"], ["--for", "cleo", "--json"]].map { scene($0, declined) }
            + [
                scene([], isTerminal: true, declined, input: "no\n"),
                scene(["--for", "cleo"], isTerminal: true, paired, input: "y\n"),
                scene(["--for", "cleo"], isTerminal: true, declined, input: "\n"),
                Scene(
                    arguments: ["pair", "--for", "cleo"],
                    answers: [.openPairing: [.reply(opened(for: ["cleo"]))], .pairing: [.reply(paired)]]
                ),
                Scene(
                    arguments: ["pair", "--for", "house"],
                    answers: [
                        .openPairing: [.reply(opened(for: []))],
                        .pairing: [.reply(PairingReply(state: .expired))],
                    ]
                ),
                Scene(arguments: ["pair", "--for", "clio"], answers: [.openPairing: [.error(.refused(noCleo))]]),
            ]
    }

    private static let ticket = "phlist-ticket-1:\(String(repeating: "0a", count: 52))"

    /// One of a member who has come along, and one of somebody who has not.
    private static let phones = [("ann's", "ann"), ("ben's", nil)].map { name, member in
        PhoneView(id: "0000000a", name: name, member: member, addedAt: .now, seenAt: .now, isConnected: false)
    }

    private static var join: [Scene] {
        let reply = JoinReply(
            householdName: "Rue Monge",
            deviceCount: 2,
            viaName: "laptop",
            viaID: "WXYZ-ABCD-EFGH-IJKL",
            members: ["ann"],
            sharedLists: ["Shopping"],
            privateLists: ["Garden", "\u{9B}Secret"],
            listsLeftBehind: ["Diary of Kid"],
            hiddenListsLeftBehind: 2
        )
        let caller = CallerView(login: "me", member: nil)
        let used = MembersReply(members: [MemberView(id: "kkkk", name: "ann")], caller: caller)
        let answers: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .join: [.reply(reply)], .members: [.reply(used)], .pairing: [.reply(PairingReply(state: .none))],
            .phones: [.reply(PhonesReply(phones: phones, page: PageView(state: .off)))],
        ]
        let wrong = ScriptedDaemon.Answer.error(
            .refused(ControlError(.wrongCode, "wrong code, or someone is between the devices"))
        )
        var asked = answers
        asked[.members] = [.reply(MembersReply(members: [], caller: caller))]
        let other = ControlError(.notPermitted, "only the user that phlistd runs as, or root, may pair devices")
        return ["ann\n", "\n", "482177302\nann\n48217730\n"].map {
            Scene(arguments: ["join"], answers: asked, isTerminal: true, input: "\($0)482 177-302\n")
        }
            + [
                Scene(
                    arguments: ["join"],
                    answers: asked.merging([.join: [wrong, .reply(reply)]]) { $1 },
                    isTerminal: true,
                    input: "ann\n482177303\n482177302\n"
                ),
                Scene(arguments: ["join"], answers: [.pairing: [.error(.refused(other))]], isTerminal: true),
            ]
            + [[], ["--plain"], ["-q"], ["--json"]].map {
                Scene(arguments: ["join", "--host", "192.168.1.7:40123"] + $0, answers: answers, input: "482177302\n")
            }
            + [
                Scene(arguments: ["join", "--share-lists"], answers: answers, input: "482177302"),
                Scene(
                    arguments: ["join", "--as", "ann"],
                    answers: answers.merging([.household: [.reply(home(deviceCount: 3))]]) { $1 },
                    input: "482177302\n"
                ),
                Scene(arguments: ["join", "--as", "ann"], answers: answers, input: "482177302\n"),
                Scene(arguments: ["join"], answers: [.join: [wrong]], input: "482177302"),
                Scene(
                    arguments: ["join", "--ticket-file", "-"],
                    answers: answers,
                    input: "\(ticket)\nann has joined\n"
                ),
                Scene(arguments: ["join", "--ticket-file", "-"], answers: answers, input: "482177302\n"),
                Scene(arguments: ["join", "--ticket-file", "/no/ticket"], answers: answers),
            ]
            + ["", "48217730", "4821773021", "48217730a", "４８２１７７３０２"].map {
                Scene(arguments: ["join"], answers: answers, input: $0)
            } + [Scene(arguments: ["join", "482177302"], answers: answers)]
    }

    private static var machineScenes: [Scene] {
        let checks = [Scene(arguments: ["store", "check"], machine: .serving)]
        return checks
            + [
                ["version"], ["version", "--json"], ["version", "-q"], ["version", "--plain"], ["--version"],
                ["config", "path"], ["config", "path", "--json"], ["config", "path", "--plain"], ["config"],
                ["completion"], ["completion", "tcsh"],
            ].map { Scene(arguments: $0) }
    }

    private static var errors: [Scene] {
        let failures: [ClientError] = [
            .daemonMissing(path: "/run/s", startCommand: "systemctl --user start phlistd"),
            .daemonMissing(path: "/run/s", startCommand: "start it", elsewhere: "/run/user/1000/phlist/control.sock"),
            .notPermitted(path: "/run/s"),
            .socketUnusable(path: "/run/s", reason: "not a directory"), .timedOut, .connectionClosed,
            .starting(.reading(percent: 43)), .starting(.packing),
            .replyTooLarge(sizeMax: 64), .replyMalformed("HTTP status 500"), .requestMalformed("x"), .interrupted,
        ]
        let words = failures.map { Scene(arguments: ["ls"], answers: [.items: [.error($0)]]) }
        let codes = ErrorCode.allCases.map { code in
            Scene(arguments: ["ls"], answers: [.items: [.error(.refused(ControlError(code, code.rawValue)))]])
        }
        return words + codes
            + [
                ["milk"], ["ls", "--bogus"], ["--json", "ls", "--bogus"], ["ls", "--json", "--plain"], ["add", "-5"],
                ["ls", "--color", "blue"], ["ls", "--timeout", "0"], ["ls", "--timeout", "soon"], ["ls", "a", "b"],
                ["--socket", ""], ["--socket", String(repeating: "s", count: 108)], ["ls", "--", "--all"],
                ["delete", "milk"], ["list", "delete", "Trip"], ["login"], ["help", "bogus"], ["\u{1B}[2J"], ["lst"],
                ["--as", "ann", "dnoe", "milk"], ["--json", "stauts"], ["x"], ["list", "nwe"],
                ["record", "sve"], ["form", "shwo", "Plants"], ["member", "remvoe", "ann"], ["section", "destroy"],
                ["add", "x", "-d", "-1d"], ["add", "x", "--due", "-3d"], ["list", "new", "-x"], ["list", "new", "-n"],
                ["list", "new", "--private"], ["edit", "kq", "-t", "-5"], ["edit", "kq", "--qty", "-5"],
                ["config", "--help"], ["help", "config"], ["complet"], ["list", "ls", "a", "b"],
                [String(repeating: "l", count: 65)],
            ].map { Scene(arguments: $0) }
    }

    private static var batch: [Scene] {
        let gone = ControlError(.notFound, "no item \"tea\"")
        let done = ChangeItemsReply(changed: [.milk.with(state: .done)], unchanged: [])
        let lines = "done milk\n\n# the next one is missing\ndone 'black tea'\ndone milk --json\n"
        let answers: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .changeItems: [.reply(done), .error(.refused(gone)), .reply(done)]
        ]
        let interrupted = [ControlRoute.changeItems: [ScriptedDaemon.Answer.error(.interrupted), .reply(done)]]
        return [[], ["--keep-going"], ["-q", "-", "--keep-going"], ["--as", "ben", "-n", "--keep-going"]].map {
            Scene(arguments: ["batch"] + $0, answers: answers, input: lines)
        }
            + ["batch", "-q batch x", "add -", "done --socket /x y", "done 'milk", "dome milk", "help"].map {
                Scene(arguments: ["batch"], answers: answers, input: $0)
            }
            + [Scene(arguments: ["batch", "/no/such/file"]), Scene(arguments: ["batch"], input: "")]
            + [Scene(arguments: ["batch", "--keep-going"], answers: interrupted, input: lines)]
            + [Scene(arguments: ["batch", "--json"], answers: answers, input: "done 'milk")]
    }
}
