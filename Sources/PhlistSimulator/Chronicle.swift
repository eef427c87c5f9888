import PhlistModel
import PhlistWitness

/// Every batch ever written, recorded by the simulation on its way to a disk.
struct Chronicle {
    private(set) var annals: [ScopeID: Annals] = [:]

    /// Records a batch on its way to a disk, whether the device wrote or received it.
    ///
    /// - Returns: Whether it was known before; nil when a batch that it names is unknown.
    mutating func note(_ batch: NamedBatch, in scope: ScopeID) -> Bool? {
        annals[scope, default: Annals()].note(batch)
    }

    /// Records that a batch is on a disk.
    ///
    /// - Returns: Its number within the scope.
    mutating func noteDurable(_ name: BatchName, in scope: ScopeID) -> Int? {
        annals[scope]?.noteDurable(name)
    }

    /// Returns the batches that a vector stands for; nil when it names an unknown batch.
    func past(of vector: VersionVector, in scope: ScopeID) -> BatchSet? {
        var past = BatchSet()
        for entry in vector.entries {
            guard let annals = annals[scope], let number = annals.numbers[entry.name] else { return nil }
            past.formUnion(annals.entries[number].known)
            past.insert(number)
        }
        return past
    }
}

/// The batches of one scope, each after all that it names.
struct Annals {
    private(set) var entries: [Entry] = []
    private(set) var numbers: [BatchName: Int] = [:]
    /// The control batches.
    private(set) var control = BatchSet()
    /// Whether two control batches follow the same one.
    private(set) var hasBranchedControl = false
    private var controlJoints: Set<Joint> = []

    private struct Joint: Hashable {
        let device: DeviceID
        let previous: BatchName
    }

    /// One batch.
    struct Entry {
        let batch: NamedBatch
        let ops: [Op]
        /// The batches it depends on: its predecessor, its context, and all that those depend on.
        let known: BatchSet
        /// Whether it states who is in the household, or who may see the list.
        let speaks: Bool
        var isDurable = false
    }

    fileprivate mutating func note(_ batch: NamedBatch) -> Bool? {
        guard numbers[batch.name] == nil else { return true }
        var known = BatchSet()
        let header = batch.header
        let names = header.context.map(\.name) + (header.number > 1 ? [header.previous] : [])
        for name in names {
            guard let number = numbers[name] else { return nil }
            known.formUnion(entries[number].known)
            known.insert(number)
        }
        numbers[batch.name] = entries.count
        if batch.tier == .control {
            control.insert(entries.count)
            let joint = Joint(device: batch.device, previous: batch.header.previous)
            hasBranchedControl = !controlJoints.insert(joint).inserted || hasBranchedControl
        }
        let ops = (try? batch.batch.decodedOps()) ?? []
        entries.append(Entry(batch: batch, ops: ops, known: known, speaks: ops.contains(where: \.speaks)))
        return false
    }

    fileprivate mutating func noteDurable(_ name: BatchName) -> Int? {
        guard let number = numbers[name] else { return nil }
        entries[number].isDurable = true
        return number
    }
}

extension Op {
    fileprivate var speaks: Bool {
        switch self {
        case .roster: true
        case .write(.root, let writes): writes.contains { SharingWord($0) != nil }
        case .write, .originate, .purge: false
        }
    }
}
