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

    /// The sum of the hashes of all values that are current.
    var digest: UInt128 {
        registers.reduce(0) { sum, register in
            siblings(of: register).reduce(sum) { $0 &+ Self.contribution(of: $1, in: register) }
        }
    }

    private static func contribution(of sibling: Sibling, in register: RegisterID) -> UInt128 {
        var mixer = DigestMixer()
        mixer.add(register.entity.rawValue)
        mixer.add(register.field.rawValue)
        mixer.add(sibling.dot.feed.rawValue)
        mixer.add(sibling.dot.sequence)
        mixer.add(sibling.act.stamp.rawValue)
        sibling.value.withUnsafeBytes { mixer.add($0) }
        return mixer.sum
    }
}
