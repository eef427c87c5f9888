/// The reasons why a state directory, its log or a record in it cannot be used.
///
/// Offsets and sizes are in bytes.
package enum LogError: Error, Hashable, Sendable {
    /// Another daemon has this directory open; its process id, if it could be read.
    case locked(path: String, by: Int32?)
    /// The directory is on a network file system of this kind, where locks and flushes guarantee too little.
    case networkFileSystem(path: String, kind: String)

    /// The file has no complete log header. It is left unchanged.
    case badHeader(path: String)
    /// A later, incompatible phlist wrote this log. It is left unchanged.
    case unsupportedVersion(major: UInt16, minor: UInt16)
    /// An earlier, incompatible phlist wrote this log.
    case outdatedVersion(major: UInt16, minor: UInt16)
    /// A later phlist wrote a frame of this type that must be understood. The log is left unchanged.
    case unsupportedFrame(type: UInt8, at: Int)
    /// The log was begun by a device with another key. It is left unchanged.
    case belongsToAnotherDevice(path: String)
    /// Acknowledged bytes at `at` are not what was written, although everything below `durableUpto` was known to be
    /// durable. The log is left unchanged.
    case damaged(at: Int, durableUpto: Int)
    /// Bytes at this offset cannot be read. The log is left unchanged.
    case unreadable(at: Int, FileError)

    /// The records do not fit into one frame, and an append is never split. Nothing was written.
    case groupTooLarge(records: Int, bytes: Int)
    /// There is no room for this append. Nothing of it was kept; a later one may succeed.
    case diskFull(FileError)
    /// The file system, or this file, accepts no more writes. The log can still be read.
    case readOnly(FileError)
    /// Writing or flushing failed: what the append left is unknown and the file is never written again.
    case failed(FileError)
    /// The log was closed.
    case closed

    /// Any other failure of a file or directory.
    case file(FileError)
}

extension LogError {
    /// The advice for a state directory that can no longer be used.
    static let wayToBeginAnew =
        "move its directory away, start phlistd, then restore a backup or join the household again"

    /// Advice for the owner of a log that cannot be opened; nil if the description says all.
    package var remedy: String? {
        switch self {
        case .unsupportedVersion, .unsupportedFrame: "install the later phlist again"
        case .outdatedVersion: "export the lists with the earlier phlist, and import them here"
        case .badHeader: Self.wayToBeginAnew
        case .belongsToAnotherDevice: "put that key back, or \(Self.wayToBeginAnew)"
        case .locked, .networkFileSystem, .damaged, .unreadable, .groupTooLarge, .diskFull,
            .readOnly, .failed, .closed, .file:
            nil
        }
    }
}

extension LogError: CustomStringConvertible {
    /// One line that says what is wrong, and with which file or value.
    package var description: String {
        switch self {
        case .locked(let path, let holder?): "another phlistd (process \(holder)) uses \(path)"
        case .locked(let path, nil): "another phlistd uses \(path)"
        case .networkFileSystem(let path, let kind): "\(path) is on a network file system (\(kind)); use a local disk"
        case .badHeader(let path): "\(path) does not begin like a log of phlist; nothing was changed"
        case .unsupportedVersion(let major, let minor):
            "the log has version \(major).\(minor), written by a later phlist; nothing was changed"
        case .outdatedVersion(let major, let minor):
            "the log has version \(major).\(minor), written by an earlier phlist, and cannot be read"
        case .unsupportedFrame(let type, let offset):
            "the log has a frame of unknown type \(type) at byte \(offset), from a later phlist; nothing was changed"
        case .belongsToAnotherDevice(let path): "\(path) was begun with another device.key; nothing was changed"
        case .damaged(let offset, let durable):
            "the log is damaged at byte \(offset), below the \(durable) bytes known stored; nothing was changed"
        case .unreadable(let offset, let error):
            "the log is unreadable at byte \(offset): \(error); nothing was changed"
        case .groupTooLarge(let records, let bytes):
            "\(records) records of \(bytes) bytes are too many for one append"
        case .diskFull(let error), .readOnly(let error), .failed(let error), .file(let error): "\(error)"
        case .closed: "the log is closed"
        }
    }
}
