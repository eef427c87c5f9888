import PhlistControl
import PhlistLog

/// Everything that a command may use.
struct Context {
    var daemon: any Daemon
    /// The member to act as, from `--as`; nil for the default.
    var actsAs: String?
    var isDryRun: Bool
    /// Creates an idempotency key for a change, so that a change that is sent twice is made once.
    var newKey: () -> String
    /// The output format; nil for text for people.
    var format: OutputFormat?
    /// The style of text on the standard output.
    var style: Style
    /// The output for results.
    var output: any TextOutput
    /// The output for everything else.
    var messages: any TextOutput
    var input: any TextInput
    var clock: Clock
    var timeoutSeconds: Int
    /// The control socket of the daemon.
    var socket: SocketPath
    var directories: ProgramDirectories
    /// Other facts about this machine.
    var machine: Machine
    /// The file system for stores and backups.
    var fileSystem: any FileSystem = PosixFileSystem()
    /// Writes binary data to the standard output.
    var writeBytes: (ArraySlice<UInt8>) throws -> Void = { try DescriptorOutput.standard.write($0) }
    /// Returns the window size of the standard output; nil unless it is a terminal with a movable cursor.
    var window: (() -> WindowSize)?
    /// The screen for the progress of long work; nil unless messages go to a terminal with a movable cursor.
    var progressScreen: Progress.Screen?
    /// Draws a JPEG on the standard output; nil if that is not a terminal or no program can draw it.
    var viewPicture: ((_ bytes: [UInt8], _ room: PictureViewer.Room) throws -> Void)?
    /// Whether words at the end of a new item are understood as its fields.
    var understandsQuickEntry = true
    /// Shows lines that are longer than the window in a pager, and returns whether it has; nil if there is none.
    var showInPager: ((_ lines: [TerminalText]) throws -> Bool)?
    /// Makes the lines of a QR code; nil if no program can make it.
    var makeCode: ((_ text: String) throws -> [String])?
    /// Finds where reminders can be shown; `isOnce` if nobody will wait for an answer.
    var reminderOutlets: (_ command: String?, _ isOnce: Bool) throws -> [any ReminderOutlet] = { _, _ in [] }
    /// Whether irreversible actions were confirmed beforehand, with `--yes`.
    var saysYes = false
    /// Lets the user change a text in an editor; returns nil if it is unchanged.
    var edit: (_ text: String, _ name: String) throws -> String? = { _, _ in nil }
}

extension Context {
    /// Sends a request to the daemon; notes for a dry run that nothing was changed.
    func ask<Call: ControlCall>(_ call: Call) throws -> Call.Reply {
        var options = CallOptions(actsAs: actsAs)
        guard !Call.route.isRead else { return try reply(to: ControlRequest(call, options)) }
        options.isDryRun = isDryRun
        options.key = isDryRun ? nil : newKey()
        let reply = try daemon.reply(to: ControlRequest(call, options))
        if isDryRun { try note("nothing was changed; without --dry-run it would be:") }
        return reply
    }

    /// Tries a change without making it, before the user is asked about it.
    func attempt<Call: ControlCall>(_ call: Call) throws -> Call.Reply {
        try daemon.reply(to: ControlRequest(call, CallOptions(actsAs: actsAs, isDryRun: true)))
    }

    /// Asks before a change shows items to people who did not see them: taken back, they stay in those people's trash.
    func mayShow<Call: ControlCall>(
        _ call: Call,
        _ shown: (Call.Reply) -> (count: Int, viewers: [String]?)
    ) throws -> Bool {
        guard !isDryRun, !saysYes else { return true }
        let (count, viewers) = shown(try attempt(call))
        guard let viewers else { return true }
        return try confirm("show \(TerminalText.count(count, "item")) to \(SharingText.names(viewers))?")
    }

    /// Refuses a dry run of a command whose outcome is known only after talking to another device.
    func refuseDryRun(of command: String) throws {
        guard isDryRun else { return }
        throw ControlError(.usage, "\(command) has no dry run: what it changes depends on the other device")
    }

    /// Sends a query, refusing empty names, which would become parameters without a value.
    private func reply<Reply>(to query: ControlRequest<Reply>) throws -> Reply {
        guard query.query.allSatisfy({ !$0.value.isEmpty }) else {
            throw ControlError.emptyName
        }
        return try daemon.reply(to: query)
    }

    /// Returns the bytes of an item's photo; nil if they are on another device and do not arrive in time.
    func photo(of item: String, take: Int? = nil, isThumbnail: Bool) throws -> [UInt8]? {
        let request = ControlRequest.photo(
            of: item,
            take: take,
            isThumbnail: isThumbnail,
            waitMilliseconds: isThumbnail ? 0 : PhlistControl.Limits.photoLookMilliseconds,
            actsAs: actsAs
        )
        var bytes: [UInt8] = []
        do {
            try daemon.receive(request) { bytes += $0 }
        } catch ClientError.refused(let error) where error.code == .tryAgain {
            return nil
        }
        return bytes
    }

    /// Prints a reply in the chosen output format.
    func show(_ document: some Encodable, _ page: Page) throws {
        switch format {
        case nil: try write(page.words)
        case .json: try output.write("\(JSONText.encode(document))\n")
        case .plain: try output.write(page.rows.map { "\(TerminalText.row($0).string)\n" }.joined())
        case .quiet: try output.write(page.ids.map { "\(TerminalText(data: $0).string)\n" }.joined())
        }
    }

    /// Prints a reply, in a pager if it is text for people that is longer than the window.
    func show(_ document: some Encodable, _ page: Page, _ options: PagerOptions) throws {
        guard format == nil, !options.noPager, let showInPager, try showInPager(page.words) else {
            return try show(document, page)
        }
    }

    /// Prints text for people.
    func write(_ lines: [TerminalText]) throws {
        try output.write(lines.map { "\($0.string)\n" }.joined())
    }

    /// Writes notes next to the results; nothing with `--quiet` or `--json`.
    func note(_ lines: [TerminalText]) throws {
        guard format == nil || format == .plain else { return }
        try messages.write(lines.map { "\($0.string)\n" }.joined())
    }

    /// Asks for confirmation of an irreversible action.
    ///
    /// - Throws: `ControlError` if the input is not a terminal.
    func confirm(_ question: TerminalText) throws -> Bool {
        guard !saysYes else { return true }
        guard input.isTerminal else {
            throw ControlError(
                .usage,
                "cannot ask without a terminal: \(question.string)",
                hint: "add --yes"
            )
        }
        return try isYes(question)
    }

    /// Asks a yes or no question; the answer is no if the input is not a terminal or the output is not text.
    func asks(_ question: TerminalText) throws -> Bool {
        guard format == nil, input.isTerminal else { return false }
        return try isYes(question)
    }

    private func isYes(_ question: TerminalText) throws -> Bool {
        try messages.write("\(question.string) [y/N] ")
        let answer = try input.readLine(sizeMax: Limits.answerSizeMax)?.lowercased()
        return answer == "y" || answer == "yes"
    }

    func note(_ line: TerminalText) throws {
        try note([line])
    }
}

/// A result in every output format except JSON.
struct Page {
    /// Lines for people.
    var words: [TerminalText]
    /// Lines of fields for `--plain`.
    var rows: [[String]]
    /// Ids for `--quiet`.
    var ids: [String]
}
