import Glibc
import NIOCore
import NIOPosix

/// Descriptions of network errors below TLS for people, because those of the libraries are for developers.
enum NetworkFault {
    /// Returns the description of an error thrown by the network library.
    static func words(for error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            // A name may have several addresses; the error of the last one is as good as any.
            error.connectionErrors.last.map { words(for: $0.error) } ?? "unknown host name \(error.host)"
        case let error as IOError: words(for: error.errnoCode)
        case ChannelError.connectTimeout: "it does not answer"
        default: "the connection failed"
        }
    }

    private static func words(for code: CInt) -> String {
        switch code {
        case ECONNREFUSED: "nothing listens there"
        case ECONNRESET, EPIPE, ECONNABORTED: "the other side broke the connection off"
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN: "the network is unreachable"
        case ETIMEDOUT: "it does not answer"
        case EADDRNOTAVAIL: "this machine has no such address"
        case EACCES, EPERM: "this system does not allow it"
        case EMFILE, ENFILE: "too many files are open"
        default: "error \(code) of the system"
        }
    }
}
