package import PhlistLog
package import PhlistModel

/// The reasons why a store cannot be folded.
package enum StoreError: Error {
    /// The disk does not return what was there when the log was opened.
    case unreadable(LogError)
    /// A record has no meaning to this version or at its place, though its checksum holds.
    case meaningless(CodecError)
}

extension StoreError: CustomStringConvertible {
    /// One line that says what is wrong.
    package var description: String {
        switch self {
        case .unreadable(let error): "the store cannot be read: \(error)"
        case .meaningless(let error): "the store has a record that means nothing (\(error)); nothing was changed"
        }
    }
}
