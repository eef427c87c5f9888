import PhlistModel

/// How a log that has lost records is made whole again.
struct Healing: Sendable {
    /// How many bytes the log has lost in all its life; what it loses later makes them more.
    let lostBytes: UInt64
    /// Of how many lost bytes it is written that what they held is here again.
    private(set) var healedBytes: UInt64 = 0
    var pending = PendingBatches()
    /// Numbers of feeds that the log does not introduce any more, and that a later record is to introduce again.
    var lostNumbers: Set<FeedNumber> = []
    /// The scopes of which a peer has held the same since the start.
    var agreed: Set<ScopeID> = []
    /// The lists that were made since the start: nothing of them is lost.
    var made: Set<ScopeID> = []
    /// How many batches have come since the start that were not here, by who sent them.
    var fetched: [DeviceID: Int] = [:]
    /// By scope: who acted in this device's own batches and is still to be looked up in the household.
    var actors: [ScopeID: Set<MemberID>] = [:]
    /// Feeds of which something is missing for good.
    private(set) var abandoned: Set<FeedKey> = []
    /// When something was given up last.
    private(set) var surrender: Surrender?
    /// Whether the note that all is whole is on its way to the disk.
    var isNoted = false

    init(lostBytes: UInt64) {
        self.lostBytes = lostBytes
    }

    /// Whether something may still be missing.
    var isOpen: Bool { lostBytes > healedBytes }

    /// Whether what made a list private may be what is lost: nobody has confirmed yet what is here of it.
    func isDoubtful(_ scope: ScopeID) -> Bool {
        isOpen && !agreed.contains(scope) && !made.contains(scope)
    }

    var fetchedCount: Int { fetched.values.reduce(0, +) }

    /// What people are told of; when it changes they are told again.
    var progress: Progress {
        Progress(isOpen: isOpen, heldBackCount: pending.count, agreedCount: agreed.count, fetchedCount: fetchedCount)
    }

    /// Notes a list that is being made.
    mutating func note(_ ops: [Op], in scope: ScopeID) {
        for case .originate(let origin) in ops where origin.scope == scope {
            made.insert(scope)
        }
    }

    /// Counts as whole what is not, with all that waits by now.
    mutating func giveUp(_ bytes: UInt64, _ feeds: [FeedKey], _ surrender: Surrender) {
        noteWhole(bytes)
        pending = PendingBatches()
        abandoned.formUnion(feeds)
        self.surrender = surrender
    }

    mutating func noteWhole(_ bytes: UInt64) {
        healedBytes = max(healedBytes, bytes)
    }

    /// The batches of a feed; a context tells only its hint.
    struct FeedKey: Hashable, Comparable {
        var scope: ScopeID
        var hint: FeedHint

        static func < (left: FeedKey, right: FeedKey) -> Bool {
            (left.scope, left.hint) < (right.scope, right.hint)
        }
    }

    /// What was given up at some time.
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
