/// A photo as an item's register refers to it; the bytes are sent separately.
///
/// ```
/// photo = version u8, 1 | blob id, 32 bytes | size varint | type u8 | width varint | height varint
///         | thumbnail's blob id, 32 bytes
/// ```
package struct PhotoReference: Hashable, Sendable {
    package let original: BlobID
    package let thumbnail: BlobID
    /// The size of the original in bytes.
    package let size: Int
    package let type: ImageType
    package let width: Int
    package let height: Int

    /// The format of the bytes.
    package enum ImageType: UInt8, Sendable {
        case jpeg = 1
        case png = 2
        case webp = 3
    }

    private static let version: UInt8 = 1

    /// Creates a reference; nil for a size of zero or above the limits.
    package init?(original: BlobID, thumbnail: BlobID, size: Int, type: ImageType, width: Int, height: Int) {
        guard (1...Limits.blobBytesMax).contains(size) else { return nil }
        guard (1...Limits.photoSideMax).contains(width), (1...Limits.photoSideMax).contains(height) else { return nil }
        (self.original, self.thumbnail, self.size) = (original, thumbnail, size)
        (self.type, self.width, self.height) = (type, width, height)
    }

    /// Reads a reference; nil if there is none, or it is of a later version.
    package init?(decoding bytes: [UInt8]) {
        guard let reference = try? Self.read(bytes) else { return nil }
        self = reference
    }

    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.version)
        writer.write(raw: original.bytes)
        writer.write(varint: UInt64(size))
        writer.write(type.rawValue)
        writer.write(varint: UInt64(width))
        writer.write(varint: UInt64(height))
        writer.write(raw: thumbnail.bytes)
        return writer.bytes
    }

    private static func read(_ bytes: [UInt8]) throws(CodecError) -> PhotoReference? {
        var reader = ByteReader(bytes)
        guard try reader.readByte() == version else { return nil }
        let original = try reader.readBlobID()
        let size = try reader.readCount(limit: Limits.blobBytesMax)
        let type = ImageType(rawValue: try reader.readByte())
        let width = try reader.readCount(limit: Limits.photoSideMax)
        let height = try reader.readCount(limit: Limits.photoSideMax)
        let thumbnail = try reader.readBlobID()
        try reader.expectEnd()
        guard let type else { return nil }
        return PhotoReference(
            original: original,
            thumbnail: thumbnail,
            size: size,
            type: type,
            width: width,
            height: height
        )
    }
}

extension ByteReader {
    package mutating func readBlobID() throws(CodecError) -> BlobID {
        guard let id = BlobID(bytes: try read(count: BlobID.byteCount)) else { throw .truncated }
        return id
    }
}

/// A photo that a field of a scope refers to, shown or competing, in the trash or not.
package struct PhotoSighting: Hashable, Sendable {
    package var reference: PhotoReference
    /// The time at which it was set.
    package var stamp: Stamp
}

extension ScopeState {
    /// The photos of values that nothing has superseded or purged.
    package var photos: [PhotoSighting] {
        guard !isPurged else { return [] }
        return currentValues(of: .photo).compactMap { stamp, value in
            PhotoReference(decoding: value).map { PhotoSighting(reference: $0, stamp: stamp) }
        }
    }
}
