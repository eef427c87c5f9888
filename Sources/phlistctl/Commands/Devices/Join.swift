import ArgumentParser
import PhlistControl

/// Joins the household of another device.
///
/// The code and the ticket are not arguments, because other users can see those.
struct Join: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Join the household of another device.",
        usage: "phlistctl join [<options>]",
        discussion: """
            The other device shows a code with: phlistctl pair. You are asked for it here; without a terminal it is \
            the first line of standard input. A ticket, made by phlistctl pair --ticket, is the first line of its \
            file; a hyphen stands for standard input.

            You join under your own name, or the one given with --as; if nobody uses this device yet, it asks who \
            does. An existing member of that name has to be confirmed on the other device; a new name becomes a \
            member. Without a name, the device belongs to the house.

            The household gets copies of your lists, which stay yours alone unless you give --share-lists.
            """
    )

    @Option(help: ArgumentHelp("The address of the other device, if it is not found by itself.", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("Read a ticket from a file instead of asking for a code.", valueName: "file"))
    var ticketFile: String?

    @Flag(help: "Let the household see the copies of your lists, except those that you keep private.")
    var shareLists = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try context.refuseDryRun(of: "join")
        if isTyped(context) { try refuseEarly(context) }
        let reply = try join(for: try wish(context), context)
        let row = [reply.viaID, reply.viaName, reply.householdName, String(reply.deviceCount)]
        try context.show(reply, Page(words: words(reply), rows: [row], ids: [reply.viaID]))
        if context.format == nil, context.progressScreen != nil { try FirstSync(context).wait() }
        try context.note(DeviceText.namesakes(of: nil, context) + PhoneText.leftBehind(context))
    }

    /// Whether a person types the code.
    private func isTyped(_ context: Context) -> Bool {
        ticketFile == nil && context.input.isTerminal
    }

    /// Refuses those who may not join before they are asked anything: the state of pairing is for the same callers.
    private func refuseEarly(_ context: Context) throws {
        _ = try context.daemon.reply(to: .pairing(waitMilliseconds: 0))
    }

    /// Returns the member who is to use this device; nil if it has a user already, or for the house.
    private func wish(_ context: Context) throws -> String? {
        if let name = options.actsAs { return name }
        guard isTyped(context), context.format == nil else { return nil }
        return try DeviceUser(context).ask()
    }

    /// Joins; a code that was mistyped is asked for again, as long as the other device allows.
    private func join(for member: String?, _ context: Context) throws -> JoinReply {
        while true {
            let code = try readSecret(context)
            let request = JoinRequest(code: code, host: host, shareLists: shareLists, member: member)
            if let reply = try reply(to: request, context) { return reply }
        }
    }

    /// Returns the reply; nil for a wrong code that can be typed again.
    private func reply(to request: JoinRequest, _ context: Context) throws -> JoinReply? {
        do {
            return try context.daemon.reply(to: .join(request))
        } catch ClientError.refused(let error) {
            guard error.code == .wrongCode, isTyped(context) else { throw ClientError.refused(error) }
            try context.messages.write("\(TerminalText(data: error.message).string)\n")
            return nil
        }
    }

    private func readSecret(_ context: Context) throws -> String {
        guard let ticketFile else { return try readCode(context) }
        let input = try FileInput.open(ticketFile, or: context.input)
        let line = try input.readLine(sizeMax: Limits.codeLineSizeMax)?.filter { !$0.isWhitespace } ?? ""
        guard line.hasPrefix("phlist-ticket-") else {
            throw ControlError(
                .invalid,
                "there is no ticket in the first line",
                hint: "the other device prints one after: phlistctl pair --ticket"
            )
        }
        return line
    }

    private func readCode(_ context: Context) throws -> String {
        while true {
            if context.input.isTerminal { try context.messages.write("Code: ") }
            guard let line = try context.input.readLine(sizeMax: Limits.codeLineSizeMax) else {
                let hint = "it is asked for on a terminal"
                throw ControlError(.usage, "no code: the standard input is empty", hint: hint)
            }
            if let code = try parse(line, context) { return code }
        }
    }

    /// Returns the code; nil for text that is none, and can be typed again.
    private func parse(_ line: String, _ context: Context) throws -> String? {
        do throws(ControlError) {
            return try PairingCode.parse(line)
        } catch {
            guard isTyped(context) else { throw error }
            try context.messages.write("\(error.message)\n")
            return nil
        }
    }

    private func words(_ reply: JoinReply) -> [TerminalText] {
        let devices = TerminalText.count(reply.deviceCount, "device")
        let joined: TerminalText =
            "joined \(reply.householdName) through \(reply.viaName) (\(reply.viaID)): \(devices)"
        let people: TerminalText =
            reply.members.isEmpty ? "the house" : .joined(reply.members.map { "\($0)" }, separator: ", ")
        return [joined, "this device is for \(people)"] + lists("the household sees", reply.sharedLists)
            + lists("only you see", reply.privateLists)
            + lists("you share with some", reply.listsWithOthers)
            + lists("left behind, as their owners have not joined", reply.listsLeftBehind)
            + hiddenLists(reply.hiddenListsLeftBehind ?? 0)
    }

    private func hiddenLists(_ count: Int) -> [TerminalText] {
        count == 0 ? [] : ["left behind: \(TerminalText.count(count, "private list")) of others"]
    }

    private func lists(_ audience: TerminalText, _ titles: [String]) -> [TerminalText] {
        titles.isEmpty ? [] : ["\(audience): \(titles.joined(separator: ", "))"]
    }
}
