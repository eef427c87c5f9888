/// A running digest of everything that happened: equal seeds must give equal traces, in any process.
package struct Trace: Sendable {
    /// FNV-1a over all noted bytes.
    package private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    package private(set) var events = 0

    mutating func note(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
    }

    mutating func note(event: UInt8, node: Int, at time: Int64) {
        events += 1
        note([event, UInt8(truncatingIfNeeded: node)])
        note(withUnsafeBytes(of: time.littleEndian) { Array($0) })
    }
}
