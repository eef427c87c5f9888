import ArgumentParser
import PhlistControl

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
