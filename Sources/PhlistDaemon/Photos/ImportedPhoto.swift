import PhlistModel

/// A photo as it is stored: small enough, upright, without the metadata of the camera.
struct ImportedPhoto: Sendable {
    var bytes: [UInt8]
    var thumbnail: [UInt8]
    var width: Int
    var height: Int
}

/// The format of an image file, by its first bytes; its name is ignored.
enum ImageKind {
    case jpeg
    case png
    case webp
    case heic

    /// The number of bytes that determine the format, if the file is as long.
    static let beginningBytesMax = 64

    init?(beginning bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
            self = .webp
        } else if Self.isHEIC(bytes) {
            self = .heic
        } else {
            return nil
        }
    }

    /// Returns whether a brand of the file is that of still pictures in HEVC, of 8 or 10 bits (ISO/IEC 23008-12, B.4).
    private static func isHEIC(_ bytes: [UInt8]) -> Bool {
        guard let box = MediaBox(beginning: bytes.prefix(beginningBytesMax)), box.type == "ftyp" else { return false }
        // A version is between the first brand and the others.
        return stride(from: 0, to: box.body.count - 3, by: 4).contains { offset in
            offset != 4 && ["heic", "heix"].contains { box.body.dropFirst(offset).starts(with: $0.utf8) }
        }
    }

    /// Returns the size that the beginning of a file claims, or nil.
    func size(in beginning: [UInt8]) -> ImageSize? {
        switch self {
        case .jpeg: ImageSize(jpeg: beginning)
        case .png: ImageSize(png: beginning)
        case .webp: ImageSize(webP: beginning)
        case .heic: ImageSize(heic: beginning)
        }
    }
}

/// The size of an image, in pixels.
struct ImageSize: Equatable {
    var width: Int
    var height: Int

    /// The number of pixels, or the largest number: each side of a PNG may have 32 bits.
    var pixels: Int {
        let (count, isTooMuch) = width.multipliedReportingOverflow(by: height)
        return isTooMuch ? .max : count
    }
}

extension ImageSize {
    /// Reads the size in the frame header of a JPEG (ITU-T T.81, B.2.2).
    init?(jpeg bytes: [UInt8]) {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if Self.isFrame(marker) {
                self.init(width: Self.big(bytes, index + 7, 2), height: Self.big(bytes, index + 5, 2))
                return
            }
            // Markers may be preceded by fill bytes.
            index += marker == 0xFF ? 1 : 2 + Self.big(bytes, index + 2, 2)
        }
        return nil
    }

    /// Reads the size in the header of a PNG, which is its first chunk (W3C PNG, 11.2.1).
    init?(png bytes: [UInt8]) {
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        self.init(width: Self.big(bytes, 16, 4), height: Self.big(bytes, 20, 4))
    }

    /// Reads the size in the first chunk of a WebP (RFC 9649, 2.5 to 2.7).
    init?(webP bytes: [UInt8]) {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            self.init(width: Self.little(bytes, 26, 2) & 0x3FFF, height: Self.little(bytes, 28, 2) & 0x3FFF)
        case "VP8L":
            let bits = Self.little(bytes, 21, 4)
            self.init(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            self.init(width: Self.little(bytes, 24, 3) + 1, height: Self.little(bytes, 27, 3) + 1)
        default:
            return nil
        }
    }

    /// SOF0 to SOF15, without the markers for tables and arithmetic coding among them.
    private static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private static func big(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
        bytes[index..<index + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ index: Int, _ count: Int) -> Int {
        bytes[index..<index + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
