package import PhlistLog
package import PhlistModel

/// Why a blob cannot be kept or given.
package enum BlobError: Error, Hashable, Sendable {
    /// No whole blob of this name is here.
    case missing(BlobID)
    /// What is here under the name is something else; it was put aside.
    case damaged(BlobID)
    /// Keeping it would leave less room than stays free.
    case noRoom(free: Int, needed: Int)
    /// Unfinished downloads are as many as there may be.
    case tooManyPartials
    /// No blob has so many bytes, or none.
    case badSize(Int)
    case file(FileError)
}

extension BlobError: CustomStringConvertible {
    /// Whether room, and room alone, is what is missing.
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
        // Not its path, which is the name of the photo, and so the key to it.
        case .file(let error): "cannot \(error.operation.rawValue) its file: \(error.reason)"
        }
    }
}

/// Passes on what a file refused as an error of the store.
func asBlobError<Result>(_ body: () throws(FileError) -> Result) throws(BlobError) -> Result {
    do {
        return try body()
    } catch {
        throw .file(error)
    }
}
