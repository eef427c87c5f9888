import FoundationEssentials

/// A step in the start of phlistd, which it writes to a file next to its socket for waiting clients.
package enum StartProgress: Hashable, Sendable {
    /// Opens the log, and reads the snapshot if there is one.
    case opening
    /// Packs the log, which is done now and then.
    case packing
    /// Reads the log, of which this share is read, 0 to 100.
    case reading(percent: Int)

    /// Reads the step of the phlistd that holds the lock of a socket; nil for one that is ready, and for none.
    package init?(socket path: String) {
        guard FileLock(path: SocketPath.lockFile(of: path)).isHeld,
            let bytes = FileManager.default.contents(atPath: Self.file(of: path))
        else { return nil }
        self.init(text: String(decoding: bytes.prefix(Limits.startTextBytesMax), as: UTF8.self))
    }

    /// The file that has the step while the daemon of a socket starts.
    package static func file(of socket: String) -> String { "\(socket).start" }

    init?(text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        switch (words.first, words.count > 1 ? Int(words[1]) : nil) {
        case ("opening", nil): self = .opening
        case ("packing", nil): self = .packing
        case ("reading", let percent?) where (0...100).contains(percent): self = .reading(percent: percent)
        default: return nil
        }
    }

    /// The text of the file.
    package var text: String {
        switch self {
        case .opening: "opening\n"
        case .packing: "packing\n"
        case .reading(let percent): "reading \(percent)\n"
        }
    }

    /// A clause for people.
    package var words: String {
        switch self {
        case .opening: "it opens the log"
        case .packing: "it packs the log"
        case .reading(let percent): "\(percent)% of the log is read"
        }
    }
}
