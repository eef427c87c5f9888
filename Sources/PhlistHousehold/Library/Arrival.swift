/// The position of a change in the order in which this device's log took everything in.
///
/// Folding the same log again gives the same arrivals. Another log, or an older copy of this one that continued
/// differently, gives others from the first batch that differs.
package struct Arrival: Hashable, Sendable {
    /// The number of the change's batch among all batches of the log, from 1; 0 precedes all of them.
    package var batch: UInt64
    /// The index of the change within its batch, from 0.
    package var index: UInt32
    /// A digest of this device's id and every batch up to this one.
    package var digest: UInt64

    package init(batch: UInt64, index: UInt32, digest: UInt64) {
        self.batch = batch
        self.index = index
        self.digest = digest
    }

    /// Reads the text of `cursor`; nil for any other text.
    package init?(cursor: String) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3,
            let batch = UInt64(parts[0], radix: 36),
            let index = UInt32(parts[1], radix: 36),
            let digest = UInt64(parts[2], radix: 36)
        else { return nil }
        self.init(batch: batch, index: index, digest: digest)
        guard self.cursor == cursor else { return nil }
    }

    /// The arrival as an opaque token that clients keep.
    package var cursor: String {
        "\(String(batch, radix: 36)).\(String(index, radix: 36)).\(String(digest, radix: 36))"
    }

    func isBefore(_ other: Arrival) -> Bool {
        (batch, index) < (other.batch, other.index)
    }
}
