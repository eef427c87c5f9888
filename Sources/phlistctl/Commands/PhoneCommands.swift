import ArgumentParser
import PhlistControl

struct PhoneGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Let phones open the lists in their browsers.",
        discussion: """
            phlistctl phone on          serves the page for phones on this machine
            phlistctl phone add ann     shows a code with which a phone of Ann's gets in

            A phone does what its member may do with lists, and nothing else. The page is for the home network; more \
            in docs/phones.md.
            """,
        subcommands: [
            PhoneAdd.self, PhoneLs.self, PhoneRename.self, PhoneRemove.self, PhoneOn.self, PhoneOff.self,
        ]
    )
}

extension ArgumentHelp {
    /// The help for an argument that names a phone.
    static let phone = ArgumentHelp("A phone's name or id.", valueName: "phone")
}

struct PhoneLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the phones that have got in, and the address of their page.",
        usage: "phlistctl phone ls [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(PhonesQuery())
        try context.show(reply, PhoneText.table(reply.phones, context.clock, context.style))
        try context.note(PhoneText.about(reply.page))
        if reply.phones.isEmpty { try context.note("no phones yet; let one in with: phlistctl phone add NAME") }
    }
}

struct PhoneAdd: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Show a code with which a phone of a member gets in.",
        usage: "phlistctl phone add [<options>] <member>",
        discussion: """
            The code lets in one phone, within ten minutes. The picture is for the camera of the phone, and needs the \
            program qrencode. With --quiet it prints the code alone.
            """
    )

    @Argument(help: .member, completion: .members)
    var member: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(AddPhoneRequest(member: member))
        if let device = reply.sharedDevice { try context.note("\(device) is a machine of \(reply.member) from now on") }
        guard let code = reply.code, let link = reply.link else {
            let words: TerminalText = "a code for a phone of \(reply.member)"
            return try context.show(reply, Page(words: [words], rows: [[reply.member]], ids: []))
        }
        let remaining = reply.expiresAt.map(context.clock.remaining) ?? ""
        let words: TerminalText = "Code for a phone of \(reply.member): \(code)   (\(remaining))"
        let picture = try self.picture(of: link, context)
        try context.show(reply, Page(words: picture + [words], rows: [[code, link]], ids: [code]))
        try context.note(instructions(reply, hasPicture: !picture.isEmpty))
        if context.window != nil, context.makeCode == nil {
            try context.note("to show a picture for its camera here: apt-get install qrencode")
        }
    }

    /// Returns the lines of a QR code, if there is a terminal that is wide enough and the program that makes it.
    private func picture(of link: String, _ context: Context) throws -> [TerminalText] {
        guard context.format == nil, let window = context.window?(), let makeCode = context.makeCode else { return [] }
        let lines = try makeCode(link)
        guard lines.map(\.count).max() ?? 0 <= window.columns else { return [] }
        return lines.map { context.style.code(TerminalText(data: $0)) }
    }

    private func instructions(_ reply: AddPhoneReply, hasPicture: Bool) -> [TerminalText] {
        let pages = reply.page.addresses.prefix(Limits.addressesShownMax).map { TerminalText(data: $0) }
        let first: TerminalText =
            hasPicture ? "Point the camera of the phone at the picture, or open:" : "On the phone open:"
        var lines = [first] + pages.map { "  \($0)" }
        guard let fingerprint = reply.page.fingerprint else { return lines }
        lines.append("The browser will warn: it does not know this machine. If you install its certificate, compare:")
        return lines + ["  SHA-256 \(fingerprint)"]
    }
}

struct PhoneRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a phone.",
        usage: "phlistctl phone rename [<options>] <phone> <new>"
    )

    @Argument(help: .phone, completion: .phones)
    var phone: String

    @Argument(help: "The new name; one with spaces needs quotes.")
    var new: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangePhoneRequest(phone: phone, name: new))
        let name = reply.phone.name
        let words: TerminalText = reply.isChanged ? "\(phone) is now \(name)" : "\(name) already has that name"
        try context.show(reply, PhoneText.page(reply.phone, words))
    }
}

struct PhoneRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Sign a phone out for good.",
        usage: "phlistctl phone rm [<options>] <phone>",
        discussion: """
            For a phone that was lost or given away. It is out at once; what its browser keeps for reading without the \
            network stays on it. To let it in again: phlistctl phone add
            """
    )

    @Argument(help: .phone, completion: .phones)
    var phone: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RemovePhoneRequest(phone: phone))
        let words: TerminalText = "signed out \(reply.phone.name)\(PhoneText.owner(of: reply.phone))"
        try context.show(reply, PhoneText.page(reply.phone, words))
    }
}

struct PhoneOn: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Serve the page for phones on this machine.",
        usage: "phlistctl phone on [<options>]",
        discussion: "The same as: phlistctl config set web true"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try PageSwitch(isOn: true).flip(context)
    }
}

struct PhoneOff: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Stop serving the page for phones.",
        usage: "phlistctl phone off [<options>]",
        discussion: "Phones that have got in stay in, for when it is served again."
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try PageSwitch(isOn: false).flip(context)
    }
}

/// Switches the page for phones on or off in the configuration of the daemon.
struct PageSwitch {
    let isOn: Bool

    /// Writes the configuration, and shows what came of it.
    ///
    /// - Throws: `unavailable` if the page cannot be served, or the setting is overridden.
    func flip(_ context: Context) throws {
        let change = try context.ask(ChangeConfigurationRequest(key: "web", value: isOn ? "true" : "false"))
        guard !context.isDryRun else {
            let words: TerminalText = "would write web: \(change.setting.value) to \(change.file)"
            return try context.show(change, SettingText.page(change.setting, [words]))
        }
        guard change.setting.value == (isOn ? "true" : "false") else {
            throw ControlError(
                .unavailable,
                "web is written to \(change.file), but \(change.setting.source) overrides it"
            )
        }
        try context.note(SettingText.misfits(change))
        let reply = try context.ask(PhonesQuery())
        if let problem = reply.page.problem { throw ControlError(.unavailable, problem) }
        let lines = PhoneText.about(reply.page)
        let addresses = reply.page.addresses
        try context.show(reply, Page(words: lines, rows: addresses.map { [$0] }, ids: addresses))
        if isOn { try context.note("to let a phone in: phlistctl phone add NAME") }
    }
}
