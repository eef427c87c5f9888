import Glibc
import PhlistControl
import Synchronization

/// SIGTERM and SIGHUP while another program has the terminal.
///
/// They end that program, too, so that what was made for it can be removed before this one ends.
enum Termination {
    /// The signal that has come; zero for none.
    private static let signal = Atomic<Int32>(0)
    /// The process that is waited for; zero for none.
    private static let child = Atomic<Int32>(0)

    /// The process shall end.
    struct Requested: Error {
        /// What shells say of a program that a signal has ended.
        let status: Int32
    }

    /// Does something while the signals are noticed; those that were ignored before still are.
    ///
    /// - Throws: `Requested` when one of them came meanwhile.
    static func noticed<Result>(during body: () throws -> Result) throws -> Result {
        signal.store(0, ordering: .relaxed)
        let usual = [SIGTERM, SIGHUP].map { (number: $0, action: watch($0)) }
        defer { usual.forEach { restore($0.number, $0.action) } }
        let result = try body()
        let number = signal.load(ordering: .relaxed)
        guard number == 0 else { throw Requested(status: 128 + number) }
        return result
    }

    /// Hands the signals on to a process from now on, and one that came before it was there; zero ends that.
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
