import PhlistModel

/// A photo as it is kept: small enough, upright, without what the camera noted.
struct ImportedPhoto: Sendable {
    var bytes: [UInt8]
    var thumbnail: [UInt8]
    var width: Int
    var height: Int
}

/// What an image file is, by its first bytes; its name says nothing.
enum ImageKind {
    case jpeg
    case png
    case webp

    init?(beginning bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else {
            return nil
        }
    }
}

/// The size of a JPEG, from its frame header (ITU-T T.81, B.2.2).
enum JPEGSize {
    /// Reads the size; nil for what is no JPEG.
    static func read(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if isFrame(marker) {
                return (width: number(bytes, index + 7), height: number(bytes, index + 5))
            }
            index += 2 + number(bytes, index + 2)
        }
        return nil
    }

    /// SOF0 to SOF15 without the markers for tables and arithmetic coding that stand among them.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private static func number(_ bytes: [UInt8], _ index: Int) -> Int {
        Int(bytes[index]) << 8 | Int(bytes[index + 1])
    }
}
