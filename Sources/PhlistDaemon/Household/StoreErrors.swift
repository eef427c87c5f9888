import PhlistControl
import PhlistLog
import PhlistStore

extension LogError {
    /// The error as clients see it.
    var code: ErrorCode {
        switch self {
        case .locked: .tryAgain
        case .networkFileSystem, .belongsToAnotherDevice: .configuration
        case .diskFull: .diskFull
        case .file(let error) where error.reason == .denied: .notPermitted
        case .badHeader, .unsupportedVersion, .outdatedVersion, .unsupportedFrame, .damaged, .unreadable,
            .groupTooLarge, .readOnly, .failed, .closed, .file:
            .inputOutput
        }
    }
}

extension StoreError {
    /// The error as clients see it.
    var controlError: ControlError {
        switch self {
        case .unreadable(let error): ControlError(error.code, "\(self)")
        case .meaningless: ControlError(.inputOutput, "\(self)")
        }
    }
}
