/// What batches and ops that are not applied yet take up at most of what can be kept of one scope.
package struct Growth: Sendable {
    private(set) var byteCount: Int
    private(set) var fieldCount = 0
    private(set) var feedCount = 0
    private(set) var members: Set<MemberID> = []
    /// Acts of the roster, by whose they are.
    private(set) var acts: [DeviceID: Int] = [:]

    /// Creates what nothing takes up.
    ///
    /// - Parameter reserve: Bytes of batches that shall be left for others.
    package init(reserve: Int = 0) {
        byteCount = reserve
        fieldCount = Self.fieldCountMax(in: reserve)
    }

    /// Adds a batch of anybody's, behind which a number of feeds may be new.
    package mutating func add(_ batch: Batch, feedCount: Int = 1) {
        byteCount += batch.opsBytes.count
        fieldCount += Self.fieldCountMax(in: batch.opsBytes.count)
        self.feedCount += feedCount
        if !members.contains(batch.header.by) { members.insert(batch.header.by) }
    }

    /// Adds acts of the roster.
    package mutating func add(actsOf batch: Batch, by device: DeviceID) {
        let count = ((try? batch.decodedOps()) ?? []).count { if case .roster = $0 { true } else { false } }
        if count > 0 { acts[device, default: 0] += count }
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
