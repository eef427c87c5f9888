import Glibc
import NIOCore
import NIOPosix

/// Descriptions of network errors below TLS for people, because those of the libraries are for developers.
enum NetworkFault {
    /// The description of a dial that nothing came back from.
    static let silence = "it does not answer"
    /// The description of a dial that the machine refused.
    static let refusal = "nothing listens there"
    /// The description of a dial for which no way, or no machine on the own network, was found.
    static let absence = "the network is unreachable"

    /// Returns the description of an error thrown by the network library.
    static func words(for error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            // A name may have several addresses; the error of the last one is as good as any.
            error.connectionErrors.last.map { words(for: $0.error) } ?? "unknown host name \(error.host)"
        case let error as IOError: words(for: error.errnoCode)
        case ChannelError.connectTimeout: silence
        default: "the connection failed"
        }
    }

    private static func words(for code: CInt) -> String {
        switch code {
        case ECONNREFUSED: refusal
        case ECONNRESET, EPIPE, ECONNABORTED: "the other side broke the connection off"
        case EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN: absence
        case ETIMEDOUT: silence
        case EADDRNOTAVAIL: "this machine has no such address"
        case EACCES, EPERM: "this system does not allow it"
        case EMFILE, ENFILE: "too many files are open"
        default: "error \(code) of the system"
        }
    }
}

extension DisconnectReason {
    /// Whether nothing came back from the address.
    package var isSilence: Bool { self == .unreachable(NetworkFault.silence) }
    /// Whether the machine answered that no program listens.
    package var isRefusal: Bool { self == .unreachable(NetworkFault.refusal) }
    /// Whether no way to the address, or no machine with it, was found.
    package var isAbsence: Bool { self == .unreachable(NetworkFault.absence) }
}
