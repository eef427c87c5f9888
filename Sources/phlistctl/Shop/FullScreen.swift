import Glibc
import PhlistControl
import Synchronization

/// The terminal without lines and echo, with the screen that programs have to themselves.
///
/// The terminal's own settings and screen come back however the program ends, except by SIGKILL.
enum FullScreen {
    /// Whether the terminal is ours now.
    private static let isEntered = Atomic(false)
    private static let wasStopped = Atomic(false)
    private static let wasContinued = Atomic(false)
    // Written before the handlers that read them are set; a handler can use neither a lock nor a variable that Swift
    // watches.
    nonisolated(unsafe) private static let usual = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    // For the same reason.
    nonisolated(unsafe) private static let crashActions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    /// Signals of a crash, and of Ctrl-\, for which the terminal is restored before they take their course.
    private static let crashes = [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

    /// Runs the body on the whole screen.
    static func during<Result>(_ body: () throws -> Result) throws -> Result {
        // Initialises the flags, because a signal handler must not be the first to access them.
        isEntered.store(false, ordering: .relaxed)
        wasStopped.store(false, ordering: .relaxed)
        wasContinued.store(false, ordering: .relaxed)
        Interrupt.watch(endsAtSecond: false)
        crashes.forEach(restoreAtCrash)
        try enter()
        defer {
            leave()
            [SIGTSTP, SIGCONT, SIGWINCH].forEach { signal($0, SIG_DFL) }
            crashes.forEach { sigaction($0, crashActions + Int($0), nil) }
            Interrupt.watch()
        }
        return try body()
    }

    /// Waits for keys, or for another file to become readable, or for a signal; returns the keys, empty for none.
    ///
    /// - Throws: `ControlError` if the terminal is gone.
    static func keys(or other: Int32?, within milliseconds: Int) throws -> [UInt8] {
        var requests = [STDIN_FILENO, other ?? -1].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&requests, 2, Int32(milliseconds)) > 0, requests[0].revents != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Limits.keysReadSizeMax)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else { throw ControlError(.inputOutput, "the terminal is gone") }
        return Array(bytes[..<count])
    }

    /// Follows Ctrl-Z and `fg`; returns whether everything has to be drawn again.
    static func followSuspension() throws -> Bool {
        if wasStopped.exchange(false, ordering: .relaxed) {
            leave()
            signal(SIGTSTP, SIG_DFL)
            // Returns when the process goes on.
            raise(SIGTSTP)
            wasContinued.store(true, ordering: .relaxed)
        }
        // A job that is ended while it is stopped does not have the terminal.
        guard !Termination.isRequested() else { throw ClientError.interrupted }
        guard wasContinued.exchange(false, ordering: .relaxed) else { return false }
        // Also after SIGSTOP, which nobody can catch.
        try enter()
        return true
    }

    // MARK: Entering and leaving

    private static func enter() throws {
        if !isEntered.load(ordering: .relaxed) {
            guard tcgetattr(STDIN_FILENO, usual) == 0 else {
                throw ControlError(.inputOutput, "cannot use the terminal: \(Errno.last)")
            }
        }
        // From here on the handlers may restore it.
        isEntered.store(true, ordering: .relaxed)
        notice(SIGTSTP) { _ in FullScreen.wasStopped.store(true, ordering: .relaxed) }
        notice(SIGCONT) { _ in FullScreen.wasContinued.store(true, ordering: .relaxed) }
        // It only ends a wait; the window says its size itself.
        notice(SIGWINCH) { _ in }
        var raw = usual.pointee
        // Ctrl-C and Ctrl-Z stay signals, so that they work while phlistd is waited for.
        raw.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON)
        withUnsafeMutableBytes(of: &raw.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
        // In the background this stops the process until it has the terminal.
        while tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) != 0, errno == EINTR {
            guard !Termination.isRequested() else { throw ClientError.interrupted }
        }
        try DescriptorOutput.standard.write(enteringText)
    }

    /// Gives the terminal back, unless another job has it; safe in a signal handler.
    private static func leave() {
        guard isEntered.exchange(false, ordering: .relaxed), tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
        _ = write(STDOUT_FILENO, leavingText.utf8Start, leavingText.utf8CodeUnitCount)
        tcsetattr(STDIN_FILENO, TCSADRAIN, usual)
    }

    private static func notice(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        // Without SA_RESTART, so that a wait returns.
        sigaction(number, &action, nil)
    }

    private static func restoreAtCrash(_ number: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            FullScreen.leave()
            // What would have happened without us happens when this handler returns.
            sigaction(number, FullScreen.crashActions + Int(number), nil)
            raise(number)
        }
        sigaction(number, &action, crashActions + Int(number))
    }

    // Private modes of xterm: 1049 is the alternate screen, 2004 marks pastes, 25 is the cursor; ED erases the screen.
    private static let enteringText = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?25l\u{1B}[2J"
    private static let leavingText: StaticString = "\u{1B}[0m\u{1B}[?25h\u{1B}[?2004l\u{1B}[?1049l"

    /// Returns the text that draws lines on the whole window, with the cursor behind the last one, or nowhere.
    static func drawing(of lines: [TerminalText], in window: WindowSize, showsCursor: Bool) -> String {
        var screen = LiveScreen()
        let frame = screen.drawing(of: lines, in: window)
        return "\u{1B}[?25l\u{1B}[H\(frame)\(showsCursor ? "\u{1B}[?25h" : "")"
    }
}
