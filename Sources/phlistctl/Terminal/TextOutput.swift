import Glibc
import PhlistControl

/// A destination of text.
protocol TextOutput {
    func write(_ text: String) throws(OutputError)
}

/// The reason for which text could not be written.
enum OutputError: Error, Equatable {
    /// The reader has closed the pipe, as in `phlistctl ls | head -1`.
    case closed
    case failed(reason: String)

    var controlError: ControlError {
        switch self {
        case .closed: ControlError(.inputOutput, "the output was closed by its reader")
        case .failed(let reason): ControlError(.inputOutput, "cannot write the output: \(reason)")
        }
    }
}

/// Writes to an open file.
struct DescriptorOutput: TextOutput {
    let descriptor: Int32

    /// The standard output.
    static let standard = DescriptorOutput(descriptor: STDOUT_FILENO)

    func write(_ text: String) throws(OutputError) {
        try write(Array(text.utf8)[...])
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(OutputError) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw .closed
            } else if errno != EINTR {
                throw .failed(reason: Errno.last.description)
            }
        }
    }
}
