@testable import PhlistModel

/// A slow and obviously right list: keeps every write, and looks at all of them for every answer.
struct HistoryOracle {
    private var writes: [Write] = []

    /// One value for one field of one entity, with all that its author had applied.
    struct Write {
        var entity: EntityID
        var field: FieldID
        var sibling: Sibling
        var known: [FeedID: UInt64]
    }

    /// Takes in a batch's ops, in any order of batches.
    mutating func insert(_ batch: Batch, of origin: FeedOrigin, knowing known: [FeedID: UInt64]) throws {
        let act = Act(stamp: batch.header.stamp, by: batch.header.by, device: origin.device)
        for (index, op) in try batch.decodedOps().enumerated() {
            guard case .write(let entity, let fields) = op else { continue }
            let dot = Dot(feed: origin.feed, sequence: batch.header.firstSequence + UInt64(index))
            var known = known
            known[dot.feed] = dot.sequence - 1
            for (position, field) in fields.enumerated() {
                // Of several writes to one field in one op the last counts.
                guard !fields[(position + 1)...].contains(where: { $0.field == field.field }) else { continue }
                let sibling = Sibling(dot: dot, act: act, value: field.value)
                writes.append(Write(entity: entity, field: field.field, sibling: sibling, known: known))
            }
        }
    }

    var registers: [RegisterID] {
        Array(Set(writes.map { RegisterID(entity: $0.entity, field: $0.field) }))
    }

    struct RegisterID: Hashable {
        var entity: EntityID
        var field: FieldID
    }

    /// The writes of a register that no other write of it knew of.
    func siblings(of register: RegisterID) -> Set<Sibling> {
        let all = writes.filter { $0.entity == register.entity && $0.field == register.field }
        let current = all.filter { old in
            !all.contains { $0.known[old.sibling.dot.feed, default: 0] >= old.sibling.dot.sequence }
        }
        return Set(current.map(\.sibling))
    }

    /// Who wrote any field of an entity first and last.
    func acts(of entity: EntityID) -> (created: Act?, updated: Act?) {
        let acts = writes.filter { $0.entity == entity }.map(\.sibling.act)
        return (acts.min(), acts.max())
    }

    /// The sum of the hashes of all registers.
    var digest: UInt128 {
        registers.reduce(0) { $0 &+ contribution(of: $1) }
    }

    private func contribution(of register: RegisterID) -> UInt128 {
        var writer = ByteWriter()
        writer.write(fixed: register.entity.rawValue)
        writer.write(varint: register.field.rawValue)
        for sibling in siblings(of: register).sorted(by: { $0.dot < $1.dot }) {
            writer.write(raw: sibling.dot.feed.bytes)
            writer.write(varint: sibling.dot.sequence)
            writer.write(fixed: sibling.act.stamp.rawValue)
            writer.write(counted: sibling.value)
        }
        // A device's id is the SHA-256 of any bytes that are said to be its key.
        return DeviceID(publicKey: writer.bytes).bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }
}
