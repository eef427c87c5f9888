import CZlib
import PhlistModel

/// The payload of a PACKED frame: records one after the other, compressed by zlib (RFC 1950).
///
/// ```
/// payload = size of the records u32 | zlib stream
/// ```
enum PackedRecords {
    private static let sizeBytes = 4

    /// Returns the payload for records that take at most `LogLimits.payloadBytesMax`.
    static func pack(_ records: [UInt8]) -> [UInt8] {
        var count = compressBound(uLong(records.count))
        var stream = [UInt8](repeating: 0, count: Int(count))
        let result = compress2(&stream, &count, records, uLong(records.count), Z_DEFAULT_COMPRESSION)
        invariant(result == Z_OK, "zlib has no memory, or its bound is too small: \(result)")
        var payload: [UInt8] = []
        payload.reserveCapacity(sizeBytes + Int(count))
        payload.append(littleEndian: UInt32(records.count))
        return payload + stream.prefix(Int(count))
    }

    /// Returns the records; nil if the payload is not one.
    static func unpack(_ payload: ArraySlice<UInt8>) -> [UInt8]? {
        guard payload.count > sizeBytes else { return nil }
        let size = Int(payload.littleEndian(at: 0, as: UInt32.self))
        guard size <= LogLimits.payloadBytesMax else { return nil }
        let stream = payload.dropFirst(sizeBytes)
        let records = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialisedCount in
            var count = uLongf(size)
            let result = stream.withUnsafeBufferPointer {
                uncompress(buffer.baseAddress, &count, $0.baseAddress, uLong($0.count))
            }
            initialisedCount = result == Z_OK ? Int(count) : 0
        }
        return records.count == size ? records : nil
    }
}
