import CZlib
import PhlistModel

/// Compression of files that are sent to browsers, by zlib (RFC 1952).
enum Gzip {
    /// The window of 32 KiB, with the header and the checksum of gzip.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 9

    /// Returns the bytes, compressed as well as zlib can.
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        let opened = deflateInit2_(
            &stream,
            Z_BEST_COMPRESSION,
            Z_DEFLATED,
            windowBits,
            memoryLevel,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            size
        )
        invariant(opened == Z_OK, "zlib has no memory")
        defer { deflateEnd(&stream) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
        let count = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
                (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
                let ended = deflate(&stream, Z_FINISH)
                invariant(ended == Z_STREAM_END, "the bound of zlib is too small")
                return target.count - Int(stream.avail_out)
            }
        }
        return Array(output.prefix(count))
    }
}
