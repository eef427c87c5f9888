/// The reasons why the log refused records.
package enum StorageFailure: Error, Hashable, Sendable {
    case diskFull
    /// The append is larger than the log takes at once.
    case tooLarge
    case readOnly
    case failed
}
