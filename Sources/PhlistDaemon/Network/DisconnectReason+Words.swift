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
        case .unreachable(let text): text
        case .broken(let text): text
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
        let kind: Kind =
            if reason.isSilence {
                .silence
            } else if reason.isRefusal {
                .refusal
            } else {
                reason.isAbsence ? .absence : .other
            }
        self.init(kind, reason.words)
    }
}
