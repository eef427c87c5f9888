import PhlistVocabulary

/// The closed set of error codes.
package enum ErrorCode: String, NamedValue {
    case usage
    case ambiguous
    case invalid
    case tooLarge = "too-large"
    case notFound = "not-found"
    case personNotFound = "person-not-found"
    case unavailable
    case diskFull = "disk-full"
    case inputOutput = "input-output"
    case tryAgain = "try-again"
    case notPermitted = "not-permitted"
    /// The code for joining is mistyped, or not the one that the other device shows; it may be typed again.
    case wrongCode = "wrong-code"
    /// A key was reused with another request.
    case conflict
    case configuration
    case `internal`

    /// The exit status of the process, after sysexits.h.
    package var exitStatus: Int32 {
        switch self {
        case .internal: 1
        case .usage, .ambiguous, .conflict: 64
        case .invalid, .tooLarge: 65
        case .notFound: 66
        case .personNotFound: 67
        case .unavailable: 69
        case .diskFull: 73
        case .inputOutput: 74
        case .tryAgain: 75
        case .notPermitted, .wrongCode: 77
        case .configuration: 78
        }
    }

    /// The status of the HTTP reply.
    package var httpStatus: Int {
        switch self {
        case .usage, .invalid: 400
        case .notPermitted, .wrongCode: 403
        case .notFound, .personNotFound: 404
        case .ambiguous, .conflict: 409
        case .tooLarge: 413
        case .internal, .inputOutput, .configuration: 500
        case .unavailable, .tryAgain: 503
        case .diskFull: 507
        }
    }
}
