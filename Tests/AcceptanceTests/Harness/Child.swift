import Foundation
import Testing

/// A process of ours with a session or process group of its own; it never outlives this object.
final class Child {
    /// What a process starts with.
    struct Start {
        var program: String
        var arguments: [String]
        var environment: [String: String]
        var directory: String
        /// Open files of ours that become its standard input, output and error; nil stands for /dev/null.
        var files: [FileHandle?] = [nil, nil, nil]
        /// The terminal that becomes all three of them, and that controls the process.
        var terminal: String?
    }

    /// The process, and the process group that it leads.
    let pid: pid_t
    /// Ends, for those who read it, when the process and all that it has started are gone.
    private let end: FileHandle
    private var status: Int32?

    /// Starts the process.
    init(_ start: Start) throws {
        let life = Pipe()
        pid = try Spawn.run(start, inherited: life.fileHandleForWriting.fileDescriptor)
        end = life.fileHandleForReading
        try life.fileHandleForWriting.close()
    }

    deinit {
        if status == nil { kill() }
    }

    /// Sends a signal to the process itself.
    func signal(_ number: Int32) {
        if status == nil { Glibc.kill(pid, number) }
    }

    /// The exit status, or 128 and the number of the signal that ended it.
    ///
    /// - Throws: `HarnessError` when it does not end in time; it is killed then.
    @discardableResult
    func wait(within time: Duration = .seconds(20)) throws -> Int32 {
        if let status { return status }
        guard Descriptor.isReadable(end.fileDescriptor, until: .now + time) else {
            kill()
            throw HarnessError("process \(pid) has not ended within \(time)")
        }
        return reap()
    }

    /// A descriptor that becomes readable when the process has ended.
    var endDescriptor: Int32 { end.fileDescriptor }

    private func kill() {
        Glibc.kill(-pid, SIGKILL)
        reap()
    }

    @discardableResult
    private func reap() -> Int32 {
        var code: Int32 = 0
        while waitpid(pid, &code, 0) == -1, errno == EINTR {}
        let signal = code & 0x7F
        let status = signal == 0 ? (code >> 8) & 0xFF : 128 + signal
        self.status = status
        return status
    }
}

/// What went wrong in the harness itself.
struct HarnessError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
