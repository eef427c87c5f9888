/// What batches and ops that are not applied yet take up at most of what can be kept of one scope.
package struct Growth: Sendable {
    private(set) var byteCount: Int
    private(set) var fieldCount = 0
    package private(set) var chainCount = 0
    private(set) var members: Set<MemberID> = []

    /// Creates what nothing takes up.
    ///
    /// - Parameter reserve: Bytes of batches that shall be left for others.
    package init(reserve: Int = 0) {
        byteCount = reserve
        fieldCount = Self.fieldCountMax(in: reserve)
    }

    /// Adds a batch of anybody's, which may open so many chains.
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

    /// The writes at most: each takes two bytes at least, its field and a length.
    var writeCount: Int { byteCount / 2 }

    /// A field takes three bytes with its length, but for the first few thousand.
    private static func fieldCountMax(in byteCount: Int) -> Int { byteCount / 3 }
}

extension Op {
    fileprivate var fields: [FieldID] {
        if case .write(_, let fields) = self { fields.map(\.field) } else { [] }
    }
}
