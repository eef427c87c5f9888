/// The condition of a log for appends.
package enum LogHealth: Hashable, Sendable {
    case ok
    /// There was no room for the last append. A later one may succeed.
    case full(FileError)
    /// The file system accepts no more writes, or a damaged log could not be salvaged. The log can still be read.
    case readOnly(FileError)
    /// Writing or flushing failed, and a new generation could not be made. The log can still be read.
    case failed(FileError)
}
