import ArgumentParser
import PhlistControl

/// Lets another device join: shows a code and waits for what becomes of it.
struct Pair: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a code with which another device joins the household.",
        usage: "phlistctl pair [<options>] [--ticket] [--admin] [--for <member>]",
        discussion: """
            Waits until the other device has joined. Ctrl-C closes the code. With --quiet it prints the digits \
            alone, and with --json one document for each news. With --ticket the first line of the output is a \
            ticket, which joins without anybody at a keyboard: keep it from other eyes, it lets its reader in.
            """
    )

    @Flag(help: "Print a line for phlistctl join --ticket-file instead of a code.")
    var ticket = false

    @Flag(help: "Let the other device let devices in and out, too.")
    var admin = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Say whose the other device is.", valueName: "member"),
        completion: .members
    )
    var person: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try checkPerson(context)
        let opened = try context.daemon.reply(to: .openPairing(asTicket: ticket, asAdmin: admin))
        try announce(opened, context)
        do {
            let ended = try wait(after: opened, context)
            try finish(ended, context)
        } catch ClientError.interrupted {
            // A code that cannot be closed any more ends by itself after some minutes.
            _ = try? context.daemon.reply(to: .closePairing)
            throw ClientError.interrupted
        }
    }

    private func announce(_ opened: PairingReply, _ context: Context) throws {
        if let ticket = opened.ticket { return try announce(ticket: ticket, opened, context) }
        guard let code = opened.code else { throw ClientError.replyMalformed("no pairing code") }
        let tries: TerminalText = opened.attemptsLeft == 1 ? "1 try" : "\(opened.attemptsLeft) tries"
        let remaining = opened.expiresAt.map(context.clock.remaining) ?? ""
        let words: TerminalText = "Code: \(PairingCode.spaced(code))   (\(remaining), \(tries))"
        try context.show(opened, Page(words: [words], rows: [["code", code]], ids: [code]))
        try context.note(instructions(addresses: context.addresses(), port: opened.port))
    }

    private func announce(ticket: String, _ opened: PairingReply, _ context: Context) throws {
        let line = TerminalText(data: ticket)
        try context.show(opened, Page(words: [line], rows: [["ticket", ticket]], ids: [ticket]))
        try context.note(instructions(addresses: context.addresses(), port: opened.port))
    }

    private func instructions(addresses: [String], port: Int?) -> [TerminalText] {
        let suffix = port.map { ":\($0)" } ?? ""
        let join: TerminalText = ticket ? "  phlistctl join --ticket-file FILE" : "  phlistctl join"
        let hosts = addresses.prefix(Limits.addressesShownMax).map { address -> TerminalText in
            "\(join) --host \(address)\(suffix)"
        }
        let elsewhere: [TerminalText] = hosts.isEmpty ? [] : ["If it does not find this device:"]
        return ["On the other device type:", join] + elsewhere + hosts
    }

    /// Waits until the code is not open any more, and tells of every try that failed.
    private func wait(after opened: PairingReply, _ context: Context) throws -> PairingReply {
        var last = opened
        while last.state == .open {
            let news = try context.daemon.reply(to: .pairing(waitMilliseconds: Limits.pairingWaitMilliseconds))
            if news.state == .open, news.attemptsLeft < last.attemptsLeft {
                try context.note("wrong code, or someone is between the devices; tries left: \(news.attemptsLeft)")
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
            let page = Page(words: ["\(name)\(id) has joined"], rows: [row], ids: ended.deviceID.map { [$0] } ?? [])
            try context.show(ended, page)
            let device = ended.deviceID ?? name
            if let person { return try list([person], on: device, context) }
            try list(ended.claimedMembers ?? [], on: device, called: name, context)
            if let newcomer = ended.newMember { try add(newcomer, on: device, called: name, context) }
        case .failed: throw ControlError(.notPermitted, "nobody has joined: too many wrong tries", hint: again)
        case .expired: throw ControlError(.tryAgain, "nobody has joined: the code has expired", hint: again)
        case .none, .open: throw ControlError(.tryAgain, "nobody has joined: the code was closed", hint: again)
        }
    }

    /// Asks about the people whom the new device claims; they are named by id, for a name may change meanwhile.
    private func list(
        _ members: [PairingReply.ClaimedMember],
        on device: String,
        called name: String,
        _ context: Context
    ) throws {
        guard !members.isEmpty else { return }
        let people: TerminalText = .joined(members.map { "\($0.name)" }, separator: ", ")
        if try context.asks("\(name) wants to join as \(people). Send their private lists to it?") {
            return try list(members.map(\.id), on: device, context)
        }
        let ids: TerminalText = .joined(members.map { "\($0.id)" }, separator: " ")
        try context.note([
            "\(name) will not receive the private lists of \(people). To allow it:",
            "  phlistctl device share \(device) \(ids)",
        ])
    }

    /// Asks about somebody new who is to use the new device.
    private func add(_ person: String, on device: String, called name: String, _ context: Context) throws {
        if try context.asks("\(name) wants to join as \(person), who is new here. Add \(person)?") {
            let member = try context.ask(AddMemberRequest(name: person)).member
            return try list([member.id], on: device, context)
        }
        try context.note([
            "\(name) is the house's. For it to be \(person)'s:",
            "  phlistctl member add \(person)",
            "  phlistctl device share \(device) \(person)",
        ])
    }

    private func list(_ members: [String], on device: String, _ context: Context) throws {
        let reply = try context.ask(ChangeDeviceRequest(device: device, addMembers: members))
        try context.note(DeviceText.people(of: reply.device))
    }

    /// Refuses a name that is nobody's before the code is shown.
    private func checkPerson(_ context: Context) throws {
        guard let person else { return }
        let members = try context.ask(MembersQuery()).members
        guard members.contains(where: { $0.name.lowercased() == person.lowercased() || $0.id.hasPrefix(person) }) else {
            throw ControlError(
                .personNotFound,
                "no member \"\(person)\"",
                hint: "add one: phlistctl member add \"\(person)\""
            )
        }
    }
}
