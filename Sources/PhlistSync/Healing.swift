import PhlistModel

/// How a log that has lost records is made whole again.
struct Healing: Sendable {
    /// Of the log whose holes these are: another generation has other holes.
    let generation: UInt64
    /// The newest generation of which it is written that it is whole.
    var healedGeneration: UInt64 = 0
    var heldBack = HeldBack()
    /// The scopes of which a peer has held the same since the start.
    var agreed: Set<ScopeID> = []
    /// How many batches have come since the start that were not here, by who sent them.
    var fetched: [DeviceID: Int] = [:]
    /// Whether the note that all is whole is on its way to the disk.
    var isNoted = false

    init(generation: UInt64) {
        self.generation = generation
    }

    /// Whether something may still be missing.
    var isOpen: Bool { generation > healedGeneration }

    var fetchedCount: Int { fetched.values.reduce(0, +) }

    /// What people are told of; when it changes they are told again.
    var progress: Progress {
        Progress(isOpen: isOpen, heldBackCount: heldBack.count, agreedCount: agreed.count, fetchedCount: fetchedCount)
    }

    mutating func noteWhole(_ generation: UInt64) {
        healedGeneration = max(healedGeneration, generation)
    }

    struct Progress: Equatable {
        var isOpen: Bool
        var heldBackCount: Int
        var agreedCount: Int
        var fetchedCount: Int
    }
}
