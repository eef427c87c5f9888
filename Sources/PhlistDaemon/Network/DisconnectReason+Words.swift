import PhlistPresentation
import PhlistTransport

extension DisconnectReason {
    /// The reason for diagnosis: for TLS with the text of its library.
    var detail: String {
        if case .tlsFailed(let text) = self { "TLS failed: \(text)" } else { words }
    }

    /// The reason for users.
    var words: String {
        switch self {
        case .closedLocally: "closed here"
        case .closedByPeer: "closed by the other device"
        case .unreachable(let fault), .broken(let fault): fault.words
        case .tlsFailed: "the other device does not accept this one, or the other way round"
        case .wrongProtocol: "something else than phlist answers there"
        case .unusableCertificate: "the other side shows no usable key"
        case .notAdmitted: "the device there is not in this household"
        case .authenticationTimeout: "the other side said nothing"
        case .invalidFrame: "the other side sent nonsense"
        case .outboundQueueFull, .stalled: "the other side does not keep up"
        case .tooManyUnauthenticated, .tooManyHandshakes, .tooManyConnections: "too many connections"
        }
    }
}

extension DialFailure {
    init(_ reason: DisconnectReason) {
        if case .unreachable(let fault) = reason {
            self.init(Kind(fault), fault.words)
        } else {
            self.init(.other, reason.words)
        }
    }
}

extension DialFailure.Kind {
    fileprivate init(_ fault: NetworkFault) {
        switch fault {
        case .silence: self = .silence
        case .refusal: self = .refusal
        case .nobodyThere, .noNetwork: self = .absence
        case .brokenOff, .addressNotHere, .notAllowed, .tooManyFiles, .unknownHost, .system, .unexplained: self = .other
        }
    }
}
