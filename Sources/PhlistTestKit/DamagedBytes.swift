/// Incomplete and damaged forms of bytes.
extension [UInt8] {
    /// The bytes in hexadecimal, two digits each.
    package var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// All proper prefixes.
    package var beginnings: [[UInt8]] {
        indices.map { Array(prefix($0)) }
    }

    /// All copies with one byte changed: in its lowest bit, its highest bit, or all bits.
    package var damaged: [[UInt8]] {
        indices.flatMap { index in
            [0x01, 0x80, 0xFF].map { (mask: UInt8) in
                var copy = self
                copy[index] ^= mask
                return copy
            }
        }
    }
}
