import PhlistControl
import PhlistLog
import PhlistPresentation
import PhlistStore

extension LogError {
    /// The error code for clients.
    var code: ErrorCode {
        switch self {
        case .locked: .tryAgain
        // A program of another version is needed: trying again does not help.
        case .networkFileSystem, .belongsToAnotherDevice, .unsupportedVersion, .outdatedVersion, .unsupportedFrame:
            .configuration
        case .diskFull: .diskFull
        case .file(let error) where error.reason == .denied: .notPermitted
        case .badHeader, .damaged, .unreadable,
            .groupTooLarge, .readOnly, .failed, .closed, .file:
            .inputOutput
        }
    }

    /// The error for clients, with advice.
    func controlError(_ message: String) -> ControlError {
        ControlError(code, message, hint: remedy)
    }
}

extension StoreError {
    /// The error for clients.
    var controlError: ControlError {
        switch self {
        case .unreadable(let error): error.controlError("\(self)")
        case .meaningless: ControlError(.inputOutput, "\(self)")
        }
    }
}

extension StoreReport.Condition {
    init(_ health: LogHealth) {
        switch health {
        case .ok: self = .ok
        case .full(let cause): self = .full("\(cause)")
        case .readOnly(let cause): self = .readOnly("\(cause)")
        case .failed(let cause): self = .failed("\(cause)")
        }
    }
}
