import FoundationEssentials

/// A step of the start of phlistd, as the lock file of its socket tells it to clients that wait.
package enum StartProgress: Hashable, Sendable {
    /// Reads the log, of which this share is read, 0 to 100.
    case reading(percent: Int)
    /// Packs the log, which is done now and then.
    case packing

    /// Reads the step of the phlistd that holds a lock; nil for one that is ready, and for none.
    package init?(lockFile path: String) {
        guard FileLock(path: path).isHeld, let bytes = FileManager.default.contents(atPath: path) else { return nil }
        self.init(text: String(decoding: bytes.prefix(Self.textBytesMax), as: UTF8.self))
    }

    private static let textBytesMax = 64

    init?(text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        switch (words.first, words.count > 1 ? Int(words[1]) : nil) {
        case ("packing", nil): self = .packing
        case ("reading", let percent?) where (0...100).contains(percent): self = .reading(percent: percent)
        default: return nil
        }
    }

    /// The text of the lock file.
    package var text: String {
        switch self {
        case .reading(let percent): "reading \(percent)\n"
        case .packing: "packing\n"
        }
    }

    /// A clause for people.
    package var words: String {
        switch self {
        case .reading(let percent): "\(percent)% of the log is read"
        case .packing: "it packs the log"
        }
    }
}
