/// The most that batches and ops that are not applied yet can add to one scope.
package struct Growth: Sendable {
    private(set) var byteCount: Int
    private(set) var fieldCount = 0
    package private(set) var chainCount = 0
    private(set) var members: Set<MemberID> = []

    /// Creates a growth without batches.
    ///
    /// - Parameter reserve: Bytes to leave for batches of others.
    package init(reserve: Int = 0) {
        byteCount = reserve
        fieldCount = Self.fieldCountMax(in: reserve)
    }

    /// Adds a batch of any device, which may open up to `chainCount` chains.
    package mutating func add(_ batch: Batch, chainCount: Int = 1) {
        byteCount += batch.opsBytes.count
        fieldCount += Self.fieldCountMax(in: batch.opsBytes.count)
        self.chainCount += chainCount
        if !members.contains(batch.header.by) { members.insert(batch.header.by) }
    }

    /// Adds ops that this device is about to write.
    package mutating func add(_ ops: [Op]) {
        byteCount += ops.reduce(0) { $0 + $1.encodedSize }
        fieldCount += Set(ops.flatMap(\.fields)).count
    }

    /// The most writes possible: each takes at least two bytes, its field and a length.
    var writeCount: Int { byteCount / 2 }

    /// Fields take at least three bytes with their length, except the first few thousand.
    private static func fieldCountMax(in byteCount: Int) -> Int { byteCount / 3 }
}

extension Op {
    fileprivate var fields: [FieldID] {
        if case .write(_, let fields) = self { fields.map(\.field) } else { [] }
    }
}
