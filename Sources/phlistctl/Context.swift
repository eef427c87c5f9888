import PhlistControl
import PhlistLog

/// All that a command may touch.
struct Context {
    var daemon: any Daemon
    /// Who acts, and whether anything shall be changed.
    var actsAs: String?
    var isDryRun: Bool
    /// Names each change, so that one that is sent twice is made once.
    var newKey: () -> String
    /// What to print; nil stands for words for people.
    var format: OutputFormat?
    /// How words on the standard output may look.
    var style: Style
    /// Results go here.
    var output: any TextOutput
    /// Everything else goes here.
    var messages: any TextOutput
    var input: any TextInput
    var clock: Clock
    var timeoutSeconds: Int
    /// Where the daemon listens, and where files are.
    var socket: SocketPath
    var directories: ProgramDirectories
    /// What else is looked at of the machine.
    var machine: Machine
    /// Where a store is looked at, and a backup is kept.
    var fileSystem: any FileSystem = PosixFileSystem()
    /// Writes bytes that are no text to the standard output.
    var writeBytes: (ArraySlice<UInt8>) throws -> Void = { try DescriptorOutput.standard.write($0) }
    /// The size of the window in which the standard output can be drawn again; nil when it is no such terminal.
    var window: (() -> WindowSize)?
    /// Where it is shown how far a long piece of work is; nil when messages go to no such terminal.
    var progressScreen: Progress.Screen?
    /// Draws a JPEG on the standard output; nil when that is no terminal, or no program is there that could.
    var viewPicture: ((_ bytes: [UInt8], _ room: PictureViewer.Room) throws -> Void)?
    /// Whether what cannot be taken back was agreed to beforehand.
    var saysYes = false
    /// Lets the user change a text in an editor; nil when it is as it was.
    var edit: (_ text: String, _ name: String) throws -> String? = { _, _ in nil }
}

extension Context {
    /// Asks the daemon; of a change that was only tried it tells so.
    func ask<Call: ControlCall>(_ call: Call) throws -> Call.Reply {
        var options = CallOptions(actsAs: actsAs)
        guard !Call.route.isRead else { return try reply(to: ControlRequest(call, options)) }
        options.isDryRun = isDryRun
        options.key = isDryRun ? nil : newKey()
        let reply = try daemon.reply(to: ControlRequest(call, options))
        if isDryRun { try note("nothing was changed; without --dry-run it would be:") }
        return reply
    }

    /// Asks for what is there; an empty name would be a parameter without a value.
    private func reply<Reply>(to query: ControlRequest<Reply>) throws -> Reply {
        guard query.query.allSatisfy({ !$0.value.isEmpty }) else {
            throw ControlError(.usage, "an argument is empty where a name is expected")
        }
        return try daemon.reply(to: query)
    }

    /// The bytes of an item's photo; nil when they are on another device and do not come in time.
    func photo(of item: String, isThumbnail: Bool) throws -> [UInt8]? {
        let request = ControlRequest.photo(
            of: item,
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

    /// Prints a reply in the form that was asked for.
    func show(_ document: some Encodable, _ page: Page) throws {
        switch format {
        case nil: try write(page.words)
        case .json: try output.write("\(JSONText.encode(document))\n")
        case .plain: try output.write(page.rows.map { "\(TerminalText.row($0).string)\n" }.joined())
        case .quiet: try output.write(page.ids.map { "\(TerminalText(data: $0).string)\n" }.joined())
        }
    }

    /// Prints words for people.
    func write(_ lines: [TerminalText]) throws {
        try output.write(lines.map { "\($0.string)\n" }.joined())
    }

    /// Says something that is no result; programs that read ids or JSON are not disturbed.
    func note(_ lines: [TerminalText]) throws {
        guard format == nil || format == .plain else { return }
        try messages.write(lines.map { "\($0.string)\n" }.joined())
    }

    /// Asks before something that cannot be taken back.
    ///
    /// - Throws: When nobody can be asked.
    func confirm(_ question: TerminalText) throws -> Bool {
        guard !saysYes else { return true }
        guard input.isTerminal else {
            throw ControlError(.usage, "this cannot be taken back, and nobody is there to be asked", hint: "add --yes")
        }
        return try isYes(question)
    }

    /// Asks what is answered with no where nobody can be asked.
    func asks(_ question: TerminalText) throws -> Bool {
        guard format == nil, input.isTerminal else { return false }
        return try isYes(question)
    }

    private func isYes(_ question: TerminalText) throws -> Bool {
        try messages.write("\(question.string) [y/N] ")
        let answer = try input.readLine(sizeMax: Limits.answerSizeMax)?.lowercased()
        return answer == "y" || answer == "yes"
    }

    /// Says one line that is no result.
    func note(_ line: TerminalText) throws {
        try note([line])
    }
}

/// One result in every form but JSON.
struct Page {
    /// For people, one element for each line.
    var words: [TerminalText]
    /// For `--plain`, one element for each line.
    var rows: [[String]]
    /// For `--quiet`.
    var ids: [String]
}
