import Foundation
import Testing

/// A program in a terminal, and the person in front of it.
final class Terminal {
    /// How many characters fit.
    struct Size {
        var columns: Int
        var rows: Int

        static let usual = Size(columns: 80, rows: 24)
    }

    /// What a terminal emulator would show now.
    private(set) var screen: Screen
    private let master: FileHandle
    private let child: Child
    /// All that was printed, as it came.
    private var bytes: [UInt8] = []
    /// What of it is on the screen already.
    private var shownCount = 0
    /// The part of it behind what was expected last.
    private var unexpected = ""

    /// Starts a program with a new terminal that controls it.
    init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        directory: String,
        size: Size = .usual
    ) throws {
        let (master, slave, path) = try PseudoTerminal.open(size)
        self.master = master
        screen = Screen(columns: size.columns, rows: size.rows)
        child = try Child(
            Child.Start(
                program: program,
                arguments: arguments,
                environment: environment,
                directory: directory,
                terminal: path
            )
        )
        // From now on the program alone has its side: when it ends, we see the end.
        try slave.close()
    }

    /// Types text; the return key is `\r`.
    func type(_ text: String) throws {
        try master.write(contentsOf: Data(text.utf8))
    }

    /// Types Ctrl-C, which the terminal turns into SIGINT.
    func interrupt() throws {
        try type("\u{3}")
    }

    /// Sends a signal to the program.
    func signal(_ number: Int32) {
        child.signal(number)
    }

    /// The session that the program leads.
    var session: pid_t { child.pid }

    /// Whether the terminal hands on whole lines and shows what is typed, as shells leave it to programs.
    var hasLines: Bool {
        var settings = termios()
        let usual = tcflag_t(ICANON | ECHO | ISIG)
        return tcgetattr(master.fileDescriptor, &settings) == 0 && settings.c_lflag & usual == usual
    }

    /// Changes the size of the window; the program gets SIGWINCH.
    func resize(_ size: Size) {
        screen.resize(columns: size.columns, rows: size.rows)
        PseudoTerminal.resize(master.fileDescriptor, size)
    }

    /// Reads until a text was printed, behind what was expected before.
    ///
    /// - Throws: `HarnessError` with the whole transcript when it is not printed in time.
    func expect(_ text: String, within time: Duration = .seconds(10)) throws {
        let deadline = ContinuousClock.now + time
        while true {
            if let range = unexpected.range(of: text) {
                unexpected = String(unexpected[range.upperBound...])
                return
            }
            try read(until: deadline, waitingFor: "\"\(text)\"")
        }
    }

    /// Reads until the screen, with placeholders put in by `readable`, looks so; blanks at the ends of lines and empty
    /// lines at the end do not count.
    ///
    /// - Throws: `HarnessError` with the screen and the transcript when it never does.
    func expectScreen(
        _ lines: String,
        within time: Duration = .seconds(10),
        readable: (String) -> String = { $0 }
    ) throws {
        let deadline = ContinuousClock.now + time
        while readable(screen.text) != lines {
            try read(until: deadline, waitingFor: "this screen:\n\(lines)\nIt is:\n\(readable(screen.text))\n")
        }
    }

    /// Closes the window, of which the program is told by SIGHUP.
    func close() throws {
        try master.close()
    }

    /// Waits for the end of a program whose window is closed and returns its status.
    func waitUnseen(within time: Duration = .seconds(10)) throws -> Int32 {
        try child.wait(within: time)
    }

    /// Reads to the end of the program and returns its status.
    func wait(within time: Duration = .seconds(10)) throws -> Int32 {
        let deadline = ContinuousClock.now + time
        while try readSome(until: deadline, waitingFor: "the end") {}
        return try child.wait(within: time)
    }

    /// All that was printed, with visible control characters.
    var transcript: String {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n": text += "\n"
            case "\u{0}"..<" ": text.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private func read(until deadline: ContinuousClock.Instant, waitingFor what: String) throws {
        guard try readSome(until: deadline, waitingFor: what) else {
            throw HarnessError("the program ended before \(what); it printed:\n\(transcript)")
        }
    }

    /// False at the end.
    private func readSome(until deadline: ContinuousClock.Instant, waitingFor what: String) throws -> Bool {
        guard Descriptor.isReadable(master.fileDescriptor, until: deadline) else {
            throw HarnessError("not in time: \(what); it printed:\n\(transcript)")
        }
        let piece = Descriptor.read(master.fileDescriptor)
        bytes += piece
        show()
        return !piece.isEmpty
    }

    /// Shows what is complete: the last character may have been cut in two.
    private func show() {
        for missing in 0..<4 where bytes.count - missing >= shownCount {
            let end = bytes.count - missing
            guard let text = String(validating: bytes[shownCount..<end], as: UTF8.self) else { continue }
            screen.write(text)
            unexpected += text
            shownCount = end
            return
        }
    }
}

/// openpty(3) and what belongs to it.
private enum PseudoTerminal {
    /// A path such as `/dev/pts/4711`.
    private static let pathSizeMax = 64

    /// The side of the person, the side of the program, and the path of the latter.
    static func open(_ size: Terminal.Size) throws -> (master: FileHandle, slave: FileHandle, path: String) {
        var master: Int32 = -1
        var slave: Int32 = -1
        var path = [CChar](repeating: 0, count: pathSizeMax)
        var size = winsize(size)
        guard openpty(&master, &slave, &path, nil, &size) == 0 else {
            throw HarnessError("no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let files = [master, slave].map { FileHandle(fileDescriptor: $0, closeOnDealloc: true) }
        return (files[0], files[1], String(decoding: bytes, as: UTF8.self))
    }

    static func resize(_ descriptor: Int32, _ size: Terminal.Size) {
        var size = winsize(size)
        _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
    }
}

extension winsize {
    fileprivate init(_ size: Terminal.Size) {
        self.init(ws_row: UInt16(size.rows), ws_col: UInt16(size.columns), ws_xpixel: 0, ws_ypixel: 0)
    }
}
