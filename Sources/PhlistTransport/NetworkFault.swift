import Glibc
import NIOCore
import NIOPosix

/// A network error below TLS, described for people, because the texts of the libraries are for developers.
package enum NetworkFault: Sendable, Hashable {
    /// Nothing came back.
    case silence
    /// The machine answered that no program listens.
    case refusal
    /// No machine has the address, or a firewall turned the connection away.
    case nobodyThere
    /// There is no way from here to the address.
    case noNetwork
    case brokenOff
    case addressNotHere
    case notAllowed
    case tooManyFiles
    case unknownHost(String)
    /// Another error of the system, by its number.
    case system(CInt)
    /// An error of the library without a number.
    case unexplained

    /// Classifies an error thrown by the network library.
    init(_ error: any Error) {
        switch error {
        case let error as NIOConnectionError:
            // A name may have several addresses; the error of the last one is as good as any.
            self = error.connectionErrors.last.map { Self($0.error) } ?? .unknownHost(error.host)
        case let error as IOError: self.init(code: error.errnoCode)
        case ChannelError.connectTimeout: self = .silence
        default: self = .unexplained
        }
    }

    private init(code: CInt) {
        self =
            switch code {
            case ECONNREFUSED: .refusal
            case ECONNRESET, EPIPE, ECONNABORTED: .brokenOff
            case EHOSTUNREACH, EHOSTDOWN: .nobodyThere
            case ENETUNREACH, ENETDOWN: .noNetwork
            case ETIMEDOUT: .silence
            case EADDRNOTAVAIL: .addressNotHere
            case EACCES, EPERM: .notAllowed
            case EMFILE, ENFILE: .tooManyFiles
            default: .system(code)
            }
    }

    /// The description for people.
    package var words: String {
        switch self {
        case .silence: "it does not answer"
        case .refusal: "nothing listens there"
        case .nobodyThere: "no machine answers at that address, or a firewall turns this one away"
        case .noNetwork: "this machine has no network that leads there"
        case .brokenOff: "the other side broke the connection off"
        case .addressNotHere: "this machine has no such address"
        case .notAllowed: "this system does not allow it"
        case .tooManyFiles: "too many files are open"
        case .unknownHost(let host): "unknown host name \(host)"
        case .system(let code): "error \(code) of the system"
        case .unexplained: "the connection failed"
        }
    }
}
