import CCRC32C

/// CRC-32C over bytes of the log.
enum Checksum {
    static func of(_ bytes: ArraySlice<UInt8>, seed: UInt32 = 0) -> UInt32 {
        bytes.withUnsafeBytes { phlist_crc32c(seed, $0.baseAddress, $0.count) }
    }

    /// Returns the seed for bytes that begin at an offset.
    ///
    /// It binds the bytes to their generation, by the salt, and to their offset: a stale or misplaced block never fits.
    static func seed(salt: UInt32, offset: Int) -> UInt32 {
        let offset = UInt64(offset)
        return salt ^ UInt32(truncatingIfNeeded: offset) ^ UInt32(truncatingIfNeeded: offset >> 32)
    }
}
