/// Mixes words into one 128-bit number.
///
/// Two lanes of the output function of SplitMix64 (Steele, Lea and Flood, 2014) with different odd multipliers. The
/// state digest detects bugs of our own and is not protection against attackers, so no cryptographic hash is needed.
package struct DigestMixer {
    private var high: UInt64 = 0x243F_6A88_85A3_08D3
    private var low: UInt64 = 0x1319_8A2E_0370_7344

    /// Creates a mixer that contains nothing.
    package init() {}

    /// Creates a mixer that continues from a sum.
    package init(sum: UInt128) {
        high = UInt64(truncatingIfNeeded: sum >> 64)
        low = UInt64(truncatingIfNeeded: sum)
    }

    package var sum: UInt128 {
        UInt128(high) << 64 | UInt128(low)
    }

    package mutating func add(_ word: UInt64) {
        high = Self.mix(high ^ word, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB)
        low = Self.mix(low &+ word, 0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53)
    }

    package mutating func add(_ number: UInt128) {
        add(UInt64(truncatingIfNeeded: number >> 64))
        add(UInt64(truncatingIfNeeded: number))
    }

    /// Mixes in bytes and their length, so that no two texts are the same words.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        add(UInt64(bytes.count))
        var index = 0
        while index + 8 <= bytes.count {
            add(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
            index += 8
        }
        guard index < bytes.count else { return }
        add(bytes[index...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    package mutating func add(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { add($0) }
    }

    private static func mix(_ word: UInt64, _ first: UInt64, _ second: UInt64) -> UInt64 {
        var word = word
        word = (word ^ (word >> 30)) &* first
        word = (word ^ (word >> 27)) &* second
        return word ^ (word >> 31)
    }
}
