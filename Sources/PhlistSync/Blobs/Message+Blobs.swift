import PhlistModel

/// ```
/// want   = scope, 16 bytes | blob id, 32 bytes
/// have   = n varint | n × SHA-256 of a chunk        the blob's id is the SHA-256 of the hashes
/// credit = scope, 16 bytes | blob id, 32 bytes | chunk varint
/// chunk  = blob id, 32 bytes | chunk varint | length varint | bytes
/// cancel = blob id, 32 bytes
/// ```
extension Message {
    private static let hashBytes = 32

    func encodeBlob(into writer: inout ByteWriter) {
        switch self {
        case .blobWant(let scope, let blob):
            writer.write(scope)
            writer.write(raw: blob.bytes)
        case .blobHave(let manifest):
            writer.write(varint: UInt64(manifest.chunkCount))
            writer.write(raw: manifest.hashes)
        case .blobCredit(let scope, let blob, let chunk):
            writer.write(scope)
            writer.write(raw: blob.bytes)
            writer.write(varint: UInt64(chunk))
        case .blobChunk(let blob, let chunk, let bytes):
            writer.write(raw: blob.bytes)
            writer.write(varint: UInt64(chunk))
            writer.write(counted: bytes)
        case .blobCancel(let blob):
            writer.write(raw: blob.bytes)
        default:
            invariant(false, "a message about no blob")
        }
    }

    static func readBlob(_ kind: Kind, _ reader: inout ByteReader) throws(CodecError) -> Message {
        switch kind {
        case .blobWant:
            return .blobWant(try reader.readIdentifier(), try reader.readBlobID())
        case .blobHave:
            let count = try reader.readCount(limit: Limits.blobChunksMax)
            let manifest = BlobManifest(hashes: Array(try reader.read(count: count * hashBytes)))
            guard let manifest else { throw .badValue("a blob without chunks") }
            return .blobHave(manifest)
        case .blobCredit:
            return .blobCredit(try reader.readIdentifier(), try reader.readBlobID(), chunk: try readChunk(&reader))
        case .blobChunk:
            let (blob, chunk) = (try reader.readBlobID(), try readChunk(&reader))
            return .blobChunk(blob, chunk: chunk, Array(try reader.readCounted(limit: BlobManifest.chunkBytes)))
        case .blobCancel:
            return .blobCancel(try reader.readBlobID())
        default:
            throw .badValue("message type \(kind.rawValue)")
        }
    }

    private static func readChunk(_ reader: inout ByteReader) throws(CodecError) -> Int {
        try reader.readCount(limit: Limits.blobChunksMax - 1)
    }
}
