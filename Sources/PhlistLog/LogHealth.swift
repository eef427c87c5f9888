/// Whether a log takes appends.
package enum LogHealth: Hashable, Sendable {
    case ok
    /// There was no room for the last append. A later one may succeed.
    case full(FileError)
    /// The file system takes no more writes, or a damaged log could not be salvaged. What the log holds can be read.
    case readOnly(FileError)
    /// Writing or flushing failed, and a new generation could not be made. What the log holds can be read.
    case failed(FileError)
}
