import ArgumentParser
import PhlistControl

struct Pair: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Show a code with which another device can join the household.",
        usage: "phlistctl pair [<options>] [--ticket] [--admin] [--for <members>]",
        discussion: """
            Waits until the other device has joined. Asks for confirmation if it wants to join as a member, or as \
            somebody other than --for. Ctrl-C closes the code. With --quiet it prints only the digits, and with \
            --json one document per event. With --ticket the first line of the output is a ticket, for joining \
            without anybody at a keyboard. Keep it secret: whoever has it can join.
            """
    )

    @Flag(help: "Print a line for phlistctl join --ticket-file instead of a code.")
    var ticket = false

    @Flag(help: "Make the other device an admin.")
    var admin = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Who is to use the other device: members, separated by commas, or \"house\".",
            valueName: "members"
        ),
        completion: .members
    )
    var person: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try context.refuseDryRun(of: "pair")
        if !ticket { try DeviceUser(context).askIfFirst() }
        let opened = try context.daemon.reply(to: .openPairing(asTicket: ticket, asAdmin: admin, for: person))
        try announce(opened, context)
        do {
            let ended = try wait(after: opened, context)
            try finish(ended, context)
        } catch ClientError.interrupted {
            // A code that could not be closed expires by itself after some minutes.
            _ = try? context.daemon.reply(to: .closePairing)
            throw ClientError.interrupted
        }
    }

    private func announce(_ opened: PairingReply, _ context: Context) throws {
        if let ticket = opened.ticket { return try announce(ticket: ticket, opened, context) }
        guard let code = opened.code else { throw ClientError.replyMalformed("no pairing code") }
        let attempts = opened.attemptsLeft ?? 0
        let tries: TerminalText = attempts == 1 ? "1 try" : "\(attempts) tries"
        let remaining = opened.expiresAt.map(context.clock.remaining) ?? ""
        let whom: TerminalText = opened.members.map { ", for \(Self.people($0))" } ?? ""
        let words: TerminalText = "Code: \(PairingCode.spaced(code))   (\(remaining), \(tries)\(whom))"
        try context.show(opened, Page(words: [words], rows: [["code", code]], ids: [code]))
        try context.note(instructions(opened))
    }

    private func announce(ticket: String, _ opened: PairingReply, _ context: Context) throws {
        let line = TerminalText(data: ticket)
        try context.show(opened, Page(words: [line], rows: [["ticket", ticket]], ids: [ticket]))
        try context.note(instructions(opened))
    }

    private func instructions(_ opened: PairingReply) -> [TerminalText] {
        let suffix = opened.port.map { ":\($0)" } ?? ""
        let join: TerminalText = ticket ? "  phlistctl join --ticket-file FILE" : "  phlistctl join"
        let hosts = (opened.addresses ?? []).prefix(Limits.addressesShownMax).map { address -> TerminalText in
            "\(join) --host \(address)\(suffix)"
        }
        guard !hosts.isEmpty else { return ["On the other device type:", join] }
        if let problem = opened.discoveryProblem {
            return ["Other devices do not find this one by themselves: \(problem)", "On the other device type:"] + hosts
        }
        return ["On the other device type:", join, "If it does not find this device:"] + hosts
    }

    /// Waits until the code is no longer open, and reports every failed attempt.
    private func wait(after opened: PairingReply, _ context: Context) throws -> PairingReply {
        var last = opened
        while last.state == .open || last.state == .asking {
            guard last.state == .open else {
                last = try answer(last, context)
                continue
            }
            let news = try context.daemon.reply(to: .pairing(waitMilliseconds: Limits.pairingWaitMilliseconds))
            if news.state == .open, let left = news.attemptsLeft, left < last.attemptsLeft ?? 0 {
                try context.note("wrong code, or someone is between the devices; tries left: \(left)")
            }
            last = news
        }
        return last
    }

    private func finish(_ ended: PairingReply, _ context: Context) throws {
        let again = "for a new code: phlistctl pair"
        switch ended.state {
        case .paired:
            let name = ended.deviceName ?? "the other device"
            let id: TerminalText = ended.deviceID.map { " (\($0))" } ?? ""
            let row = ["paired", ended.deviceID ?? "", ended.deviceName ?? ""]
            let words: TerminalText = "\(name)\(id) has joined, for \(Self.people(ended.members ?? []))"
            try context.show(ended, Page(words: [words], rows: [row], ids: ended.deviceID.map { [$0] } ?? []))
            if let id = ended.deviceID { try context.note(DeviceText.namesakes(of: id, context)) }
        case .declined: throw ControlError(.notPermitted, "nobody has joined", hint: again)
        case .unconfirmed: throw unconfirmed(ended)
        case .unfinished:
            if let refusal = ended.refusal { throw refusal }
            let message = "nobody has joined: the other device went before it was let in"
            throw ControlError(.tryAgain, message, hint: again)
        case .failed:
            throw ControlError(
                .notPermitted,
                "nobody has joined: too many wrong tries",
                hint: "\(again); if they were not yours, somebody on this network is using up your codes: \(ticketHint)"
            )
        case .expired: throw ControlError(.tryAgain, "nobody has joined: the code has expired", hint: again)
        case .none, .open, .asking: throw ControlError(.tryAgain, "nobody has joined: the code was closed", hint: again)
        }
    }

    private var ticketHint: String { "use phlistctl pair --ticket" }

    private func unconfirmed(_ ended: PairingReply) -> ControlError {
        let device = ended.deviceName ?? "the other device"
        return ControlError(
            .unavailable,
            "\(device) was let in, but did not confirm that it is",
            hint: "if it does not turn up: phlistctl device remove \(ended.deviceID ?? device)"
        )
    }

    /// Asks whether the new device may join as an existing member; without a terminal it may not.
    private func answer(_ asking: PairingReply, _ context: Context) throws -> PairingReply {
        let name = asking.deviceName ?? "the other device"
        let members = asking.members ?? []
        if let wished = asking.wished { return try answer(name, wished, codeIsFor: members, context) }
        let people = Self.people(members)
        let me = try context.ask(MembersQuery()).caller.member
        let isMe = me.map { members.contains($0) } ?? false
        let who: TerminalText = members.count == 1 ? "which is you" : "one of whom is you"
        let note: TerminalText = isMe ? ", \(who), and would see your private lists" : ""
        let isAllowed = try context.asks("\(name) wants to join as \(people)\(note). Allow?")
        if !isAllowed {
            try context.note([
                "\(name) wanted to join as \(people), and was not let in. To allow it:",
                "  phlistctl pair \(members.asValue(of: "--for") ?? "--for NAME")",
            ])
        }
        return try context.daemon.reply(to: .answerPairing(PairingAnswer(isAllowed: isAllowed)))
    }

    /// Asks whether a device that wants to join as someone else may join for the members whom the code is for.
    private func answer(
        _ device: String,
        _ wished: [String],
        codeIsFor members: [String],
        _ context: Context
    ) throws -> PairingReply {
        let people = members.isEmpty ? "the house" : members.joined(separator: ", ")
        let news = "\(device) wants to join as \(wished.joined(separator: ", ")), and the code is for \(people)"
        let isAllowed = try context.asks("\(news). Let it in for \(people)?")
        let reply = try context.daemon.reply(to: .answerPairing(PairingAnswer(isAllowed: isAllowed)))
        guard isAllowed else {
            throw ControlError(.notPermitted, "nobody has joined: \(news)", hint: "for a new code: phlistctl pair")
        }
        return reply
    }

    /// Returns the names, or "the house" if there are none.
    private static func people(_ names: [String]) -> TerminalText {
        names.isEmpty ? "the house" : .joined(names.map { "\($0)" }, separator: ", ")
    }
}
