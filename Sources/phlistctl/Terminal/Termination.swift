import Glibc
import PhlistControl
import Synchronization

/// Handles SIGTERM and SIGHUP while there is something to clean up before this process ends.
///
/// They also end a program that has the terminal meanwhile.
enum Termination {
    /// The signal received; zero for none.
    private static let signal = Atomic<Int32>(0)
    /// The process being waited for; zero for none.
    private static let child = Atomic<Int32>(0)

    /// A request to end this process.
    struct Requested: Error {
        /// The exit status that shells give a program killed by the signal.
        let status: Int32
    }

    /// Runs the body while catching the signals; those that were ignored before stay ignored.
    ///
    /// - Throws: `Requested` if one of them arrived meanwhile, whatever the body made of it.
    static func noticed<Result>(during body: () throws -> Result) throws -> Result {
        signal.store(0, ordering: .relaxed)
        let usual = [SIGTERM, SIGHUP].map { (number: $0, action: watch($0)) }
        defer { usual.forEach { restore($0.number, $0.action) } }
        let result = Swift.Result { try body() }
        let number = signal.load(ordering: .relaxed)
        guard number == 0 else { throw Requested(status: 128 + number) }
        return try result.get()
    }

    /// Returns whether one of the signals was caught.
    @Sendable static func isRequested() -> Bool {
        signal.load(ordering: .relaxed) != 0
    }

    /// Forwards the signals to a process, including one that arrived before it started; zero stops forwarding.
    static func handOn(to process: pid_t) {
        child.store(process, ordering: .relaxed)
        let number = signal.load(ordering: .relaxed)
        if process != 0, number != 0 { kill(process, number) }
    }

    private static func watch(_ number: Int32) -> sigaction {
        var (noticing, usual) = (sigaction(), sigaction())
        noticing.__sigaction_handler.sa_handler = { number in
            Termination.signal.store(number, ordering: .relaxed)
            let process = Termination.child.load(ordering: .relaxed)
            if process != 0 { kill(process, number) }
        }
        sigaction(number, nil, &usual)
        if !SignalAction.isIgnoring(number) { sigaction(number, &noticing, nil) }
        return usual
    }

    private static func restore(_ number: Int32, _ usual: sigaction) {
        var usual = usual
        sigaction(number, &usual, nil)
    }
}
