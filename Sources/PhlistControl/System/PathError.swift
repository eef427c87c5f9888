/// A reason why a path cannot be determined.
package enum PathError: Error, Equatable, Sendable {
    case profileNameInvalid(String)
    case socketPathEmpty
    case socketPathTooLong(path: String, size: Int)

    /// The corresponding error of the control API.
    package var controlError: ControlError {
        switch self {
        case .profileNameInvalid(let name):
            ControlError(
                .configuration,
                "\"\(name)\" is not a valid profile name",
                hint: "1 to \(Limits.profileNameSizeMax) of the characters a-z, 0-9 and the hyphen, as in --profile dev"
            )
        case .socketPathEmpty:
            ControlError(.configuration, "the path of the control socket is empty", hint: "name one with --socket")
        case .socketPathTooLong(let path, let size):
            ControlError(
                .configuration,
                "the path of the control socket has \(size) bytes; at most \(Limits.socketPathSizeMax): \(path)",
                hint: "name a shorter one with --socket"
            )
        }
    }
}
