/// Bytes as they arrive when something goes wrong.
extension [UInt8] {
    /// The bytes as two hexadecimal digits each.
    package var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Every beginning that is shorter than the whole.
    package var beginnings: [[UInt8]] {
        indices.map { Array(prefix($0)) }
    }

    /// The same bytes with one changed: by its lowest bit, by its highest, and by all.
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
