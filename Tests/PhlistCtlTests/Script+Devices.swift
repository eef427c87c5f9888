import PhlistControl
import PhlistVocabulary

extension Script {
    static let devices = [
        Script(name: "device", scenes: device),
        Script(name: "household", scenes: home),
        Script(name: "phone", scenes: phone),
    ]

    private static let nas = DeviceView(
        id: "ABCD-EFGH-IJKL-MNOP",
        name: "nas",
        role: .admin,
        members: ["Ann", "Ben"],
        isThis: true,
        addedAt: .now
    )
    private static let pi = DeviceView(
        id: "BBCD-EFGH-IJKL-MNOP",
        name: "pi \u{1B}[31m",
        isNew: true,
        addedAt: .now - 120_000,
        addedBy: "nas"
    )
    private static let noPhone = ControlError(.personNotFound, "no device \"phone\"", hint: "see all with: …")

    private static var device: [Scene] {
        let changed = DeviceReply(device: pi, isChanged: true)
        let same = DeviceReply(device: nas, isChanged: false)
        var last = changed
        (last.onlyAdmin, last.membersWithoutDevice, last.isNamesake) = ("nas", ["Ben"], true)
        func scene(_ arguments: [String], _ reply: DeviceReply) -> Scene {
            Scene(arguments: ["device"] + arguments, answers: [.changeDevice: [.reply(reply)]])
        }
        let sharing = [ControlRoute.changeDevice: [ScriptedDaemon.Answer.reply(changed), .reply(changed)]]
        let removal = [ControlRoute.removeDevice: [ScriptedDaemon.Answer.reply(changed), .reply(changed)]]
        return Scene.everyForm(["device", "ls"], .devices, DevicesReply(devices: [nas, pi]))
            + [
                scene(["rename", "raspberry", "pi"], changed),
                scene(["rename", "nas", "nas"], same),
                scene(["role", "pi", "admin"], changed),
                scene(["role", "nas", "admin"], same),
                Scene(arguments: ["device", "role", "pi", "boss"]),
                Scene(arguments: ["device", "share", "pi", "Ann", "Ben", "--yes"], answers: sharing),
                Scene(arguments: ["device", "share", "pi", "Ann"], answers: sharing, isTerminal: true, input: "y\n"),
                Scene(arguments: ["device", "share", "pi", "Ann"], answers: sharing, isTerminal: true, input: "\n"),
                Scene(arguments: ["device", "share", "pi", "Ann"], answers: sharing),
                Scene(arguments: ["device", "share", "pi", "Ann", "-n"], answers: sharing),
                Scene(
                    arguments: ["device", "share", "nas", "Ann"],
                    answers: [.changeDevice: [.reply(same), .reply(same)]]
                ),
                Scene(arguments: ["device", "remove", "pi", "--yes"], answers: removal),
                Scene(arguments: ["device", "remove", "pi", "-n"], answers: [.removeDevice: [.reply(changed)]]),
                Scene(arguments: ["device", "remove", "pi"], answers: removal),
                Scene(arguments: ["device", "remove", "pi", "--yes"], answers: [.removeDevice: [.reply(last)]]),
                scene(["role", "pi", "member"], last),
            ] + Scene.refused(["device", "remove", "phone", "--yes"], .removeDevice, noPhone)
    }

    private static var phone: [Scene] {
        let page = PageView(
            state: .on,
            addresses: ["https://nas.local:7480/", "https://192.168.1.7:7480/"],
            fingerprint: "AB:CD"
        )
        let phones = [
            PhoneView(
                id: "0a1b2c3d",
                name: "Ann's phone",
                member: "Ann",
                addedAt: .now,
                seenAt: .now - 120_000,
                isConnected: false
            ),
            PhoneView(
                id: "1a1b2c3d",
                name: "old \u{1B}[31m",
                member: nil,
                addedAt: .now,
                seenAt: .now,
                isConnected: true
            ),
        ]
        var added = AddPhoneReply(member: "Ann", page: page)
        let dryRun = ScriptedDaemon.Answer.reply(added)
        (added.code, added.expiresAt) = ("K7QM-2XWP", .now + 600_000)
        added.link = "https://nas.local:7480/#enter=K7QM2XWP"
        let changed = PhoneReply(phone: phones[0], isChanged: true)
        let off = ControlError(.unavailable, "the page for phones is off", hint: "switch it on: phlistctl phone on")
        return Scene.everyForm(["phone", "ls"], .phones, PhonesReply(phones: phones, page: page))
            + Scene.everyForm(["phone", "add", "ann"], .addPhone, added)
            + Scene.everyForm(["phone", "rename", "iPhone", "Ann's phone"], .changePhone, changed)
            + Scene.everyForm(["phone", "rm", "Ann's phone"], .removePhone, changed)
            + Scene.refused(["phone", "add", "ann"], .addPhone, off)
            + [
                Scene(arguments: ["phone", "add", "ann", "-n"], answers: [.addPhone: [dryRun]]),
                Scene(
                    arguments: ["phone", "ls"],
                    answers: [.phones: [.reply(PhonesReply(phones: [], page: PageView(state: .off)))]]
                ),
            ] + pageSwitch(page)
    }

    private static func pageSwitch(_ page: PageView) -> [Scene] {
        func change(_ value: String, from source: String = "/c/phlist.yaml") -> ScriptedDaemon.Answer {
            let setting = SettingView(
                key: "web",
                value: value,
                source: source,
                expectation: "true or false",
                isLive: true,
                needsRestart: false
            )
            return .reply(ChangeConfigurationReply(file: "/c/phlist.yaml", setting: setting))
        }
        func scene(_ arguments: [String], _ value: ScriptedDaemon.Answer, _ page: PageView) -> Scene {
            let answers = [
                ControlRoute.changeConfiguration: [value], .phones: [.reply(PhonesReply(phones: [], page: page))],
            ]
            return Scene(arguments: ["phone"] + arguments, answers: answers)
        }
        let failed = PageView(
            state: .failed,
            problem: "port 7480 for the page cannot be opened: address already in use"
        )
        return [
            scene(["on"], change("true"), page),
            scene(["on", "-n"], change("true"), page),
            scene(["on"], change("false", from: "PHLIST_WEB"), page),
            scene(["on"], change("true"), failed),
            scene(["off"], change("false"), PageView(state: .off)),
        ]
    }

    private static var home: [Scene] {
        let reply = HouseholdReply(
            id: "kkllmmnnooppqqrrkkllmmnnooppqqrr",
            name: "Rue Monge",
            devices: [nas, pi],
            members: ["Ann", "Ben"],
            notices: ["only nas can add or remove devices"]
        )
        let left = LeaveHouseholdReply(
            formerName: "Rue Monge",
            name: "pi’s household",
            listCount: 2,
            told: ["nas"],
            notTold: ["tablet"]
        )
        var unheard = left
        (unheard.told, unheard.notTold) = ([], ["nas", "tablet"])
        let alone = [ControlRoute.leaveHousehold: [ScriptedDaemon.Answer.reply(unheard)]]
        let leave = [ControlRoute.leaveHousehold: [ScriptedDaemon.Answer.reply(left)]]
        let reform = [ControlRoute.reformHousehold: [ScriptedDaemon.Answer.reply(reply)]]
        let refusal = ControlError(.notPermitted, "reform is not needed: nas can add devices")
        return Scene.everyForm(["household", "status"], .household, reply)
            + [
                Scene(arguments: ["household", "rename", "Rue Monge"], answers: [.renameHousehold: [.reply(reply)]]),
                Scene(arguments: ["household", "leave", "--yes"], answers: leave),
                Scene(arguments: ["household", "leave", "--yes"], answers: alone),
                Scene(arguments: ["household", "leave", "-n"], answers: leave),
                Scene(arguments: ["household", "leave"], answers: leave),
                Scene(arguments: ["household", "reform", "--yes"], answers: reform),
                Scene(arguments: ["household", "reform", "--yes", "--force"], answers: reform),
                Scene(arguments: ["household", "reform"], answers: reform),
            ] + Scene.refused(["household", "reform", "--yes"], .reformHousehold, refusal)
    }
}
