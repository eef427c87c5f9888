import PhlistModel

/// Tracks the recovery of records that the log has lost.
struct Healing: Sendable {
    /// Number of bytes that the log has lost in all; later losses add to it.
    let lostBytes: UInt64
    /// Number of lost bytes whose contents are recorded as recovered.
    private(set) var healedBytes: UInt64 = 0
    var pending = PendingBatches()
    /// Feed numbers whose introduction the log lost, and which a later record has to introduce again.
    var lostNumbers: Set<FeedNumber> = []
    /// Scopes of which a peer has held the same since the start.
    var agreed: Set<ScopeID> = []
    /// Lists made since the start, of which nothing is lost.
    var made: Set<ScopeID> = []
    /// Number of new batches received since the start, by sender.
    var fetched: [DeviceID: Int] = [:]
    /// By scope: actors of this device's own batches that are still to be looked up in the household.
    var actors: [ScopeID: Set<MemberID>] = [:]
    /// Feeds of which something is permanently missing.
    private(set) var abandoned: Set<FeedKey> = []
    /// The last loss accepted.
    private(set) var surrender: Surrender?
    /// Whether the note that the log is whole is being written.
    var isNoted = false

    init(lostBytes: UInt64) {
        self.lostBytes = lostBytes
    }

    /// Whether something may still be missing.
    var isOpen: Bool { lostBytes > healedBytes }

    /// Whether the lost records may include those that made the scope private, since no peer has confirmed it yet.
    func isDoubtful(_ scope: ScopeID) -> Bool {
        isOpen && !agreed.contains(scope) && !made.contains(scope)
    }

    var fetchedCount: Int { fetched.values.reduce(0, +) }

    /// The progress shown to people, who are told when it changes.
    var progress: Progress {
        Progress(isOpen: isOpen, heldBackCount: pending.count, agreedCount: agreed.count, fetchedCount: fetchedCount)
    }

    /// Notes a list that is being made.
    mutating func note(_ ops: [Op], in scope: ScopeID) {
        for case .originate(let origin) in ops where origin.scope == scope {
            made.insert(scope)
        }
    }

    /// Treats lost bytes as recovered and drops all waiting batches.
    mutating func giveUp(_ bytes: UInt64, _ feeds: [FeedKey], _ surrender: Surrender) {
        noteWhole(bytes)
        pending = PendingBatches()
        abandoned.formUnion(feeds)
        self.surrender = surrender
    }

    mutating func noteWhole(_ bytes: UInt64) {
        healedBytes = max(healedBytes, bytes)
    }

    /// Key of a feed; a context names only its hint.
    struct FeedKey: Hashable, Comparable {
        var scope: ScopeID
        var hint: FeedHint

        static func < (left: FeedKey, right: FeedKey) -> Bool {
            (left.scope, left.hint) < (right.scope, right.hint)
        }
    }

    /// An accepted loss.
    struct Surrender: Equatable {
        var changeCount: UInt64
        /// In milliseconds since 1970.
        var at: Int64
    }

    struct Progress: Equatable {
        var isOpen: Bool
        var heldBackCount: Int
        var agreedCount: Int
        var fetchedCount: Int
    }
}
