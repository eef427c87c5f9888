package import PhlistLog
package import PhlistModel

/// The reasons why a blob cannot be stored or read.
package enum BlobError: Error, Hashable, Sendable {
    /// There is no complete blob with this name.
    case missing(BlobID)
    /// The file with this name has other bytes; it was moved to quarantine.
    case damaged(BlobID)
    /// Storing it would leave too little free space; both sizes are in bytes.
    case noRoom(free: Int, needed: Int)
    /// There are too many unfinished downloads.
    case tooManyPartials
    /// The size is zero, or above that of any blob.
    case badSize(Int)
    case file(FileError)
}

extension BlobError: CustomStringConvertible {
    /// Whether the only problem is a lack of room.
    package var isLackOfRoom: Bool {
        switch self {
        case .noRoom: true
        case .file(let error): error.reason.isLackOfRoom
        case .missing, .damaged, .tooManyPartials, .badSize: false
        }
    }

    /// The reason in a few words.
    package var description: String {
        switch self {
        case .missing: "it is not here"
        case .damaged: "it was damaged and put aside"
        case .noRoom(let free, let needed):
            "the disk has \(free / 1_000_000) MB free; \(needed / 1_000_000) MB are needed, some for the lists"
        case .tooManyPartials: "too many photos are on their way"
        case .badSize(let size): "a photo has 1 to \(Limits.blobBytesMax) bytes, not \(size)"
        // The path is left out, since it contains the name of the photo, and so the key to it.
        case .file(let error): "cannot \(error.operation.rawValue) its file: \(error.reason)"
        }
    }
}

/// Converts errors of files to errors of the store.
func asBlobError<Result>(_ body: () throws(FileError) -> Result) throws(BlobError) -> Result {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
