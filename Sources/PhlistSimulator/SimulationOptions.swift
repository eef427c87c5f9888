import PhlistSync
import PhlistTestKit

/// What can go wrong in a simulated household, and how often.
package struct SimulationOptions: Sendable {
    package var replicas = 3
    /// Commands that the users give in all.
    package var commands = 40
    /// Messages of a hundred that never arrive, though the connection stands.
    package var lossPercent = 0
    /// Messages of a hundred that arrive behind later ones.
    package var reorderPercent = 0
    /// Messages of a hundred that arrive twice.
    package var duplicatePercent = 0
    /// Connections of a hundred that take one message of batches at a time, and each a while later.
    package var slowPercent = 0
    package var partitions = 0
    /// Splits in which one side hears the other.
    package var oneWayPartitions = 0
    /// Power cuts; what was not flushed survives by chance.
    package var crashes = 0
    /// Stops in order, with a snapshot and a token for the next run.
    package var orderlyStops = 0
    /// Disks that are put back from a copy some seconds old.
    package var rollbacks = 0
    /// Disks of which some bits are others after a power cut.
    package var bitFlips = 0
    /// Disks that are full for a while.
    package var fullDisks = 0
    /// Disks of which some calls fail.
    package var failingDisks = 0
    /// Whether the clocks are wrong by up to thirty years.
    package var hasWrongClocks = false
    /// Jumps of a clock by up to thirty years, while its device runs.
    package var clockJumps = 0
    /// Devices that sleep for three weeks.
    package var suspensions = 0
    /// Devices that are off for a year.
    package var yearsAway = 0
    /// Devices that run an older version for a while.
    package var oldVersions = 0
    /// Devices that are let in while all this goes on.
    package var lateJoins = 0
    /// Second machines that start from a copy of a disk while the first goes on, with the same key.
    package var twins = 0
    /// Second machines that start from a copy of one that was off: both go on with the same run.
    package var clones = 0
    /// Machines that are put back, memory and all, to what they were some seconds ago.
    package var rewinds = 0
    /// Disks that are empty at once; the key is kept elsewhere.
    package var wipes = 0
    /// Devices that are put out of the household for ever, while they go on.
    package var removals = 0
    /// A mistake to make, for tests that must find it.
    package var defect: SimulatedDefect?

    /// Whether messages arrive, and in their order, as long as the network stands.
    var isOrderly: Bool {
        lossPercent + reorderPercent + slowPercent == 0
    }

    var isFaultless: Bool {
        isOrderly && duplicatePercent == 0 && faultCount == 0
    }

    private var faultCount: Int {
        faults.reduce(0) { $0 + $1.count }
    }

    /// Creates options without faults.
    package init() {}

    /// A household where everything goes wrong that can, in a mix that depends on the seed.
    package init(seed: UInt64) {
        var random = SeededRandom(seed: seed ^ 0x0070_686C_6973_7421)
        replicas = Int.random(in: 2...4, using: &random)
        commands = Int.random(in: 10...60, using: &random)
        lossPercent = Self.some(1...30, in: 45, &random)
        reorderPercent = Self.some(1...40, in: 45, &random)
        duplicatePercent = Self.some(1...20, in: 40, &random)
        slowPercent = Self.some(20...100, in: 25, &random)
        partitions = Self.some(1...4, in: 50, &random)
        oneWayPartitions = Self.some(1...3, in: 30, &random)
        crashes = Self.some(1...5, in: 55, &random)
        orderlyStops = Self.some(1...3, in: 35, &random)
        rollbacks = Self.some(1...2, in: 30, &random)
        bitFlips = Self.some(1...2, in: 25, &random)
        fullDisks = Self.some(1...2, in: 25, &random)
        failingDisks = Self.some(1...2, in: 25, &random)
        hasWrongClocks = random.happens(percent: 50)
        clockJumps = Self.some(1...3, in: 30, &random)
        suspensions = Self.some(1...2, in: 20, &random)
        yearsAway = Self.some(1...1, in: 15, &random)
        oldVersions = Self.some(1...2, in: 25, &random)
        lateJoins = Self.some(1...1, in: 25, &random)
        twins = Self.some(1...1, in: 15, &random)
        clones = Self.some(1...2, in: 15, &random)
        rewinds = Self.some(1...2, in: 15, &random)
        wipes = Self.some(1...1, in: 15, &random)
        removals = Self.some(1...1, in: 20, &random)
    }

    /// A number of the range so often in a hundred times, otherwise none.
    private static func some(_ range: ClosedRange<Int>, in percent: Int, _ random: inout SeededRandom) -> Int {
        random.happens(percent: percent) ? Int.random(in: range, using: &random) : 0
    }
}

/// A mistake that the checks must find.
package enum SimulatedDefect: CaseIterable, Sendable {
    /// The replica is told that its appends are durable before they are.
    case sendsBeforeFlush
    case trustsRememberedPeers
    case prunesVectors
    case namesForksByArrival
    case servesEverybody
    case servesRemoved

    /// The one among them that is built into the replica.
    var ofReplica: SyncDefect? {
        switch self {
        case .sendsBeforeFlush: nil
        case .trustsRememberedPeers: .trustsRememberedPeers
        case .prunesVectors: .prunesVectors
        case .namesForksByArrival: .namesForksByArrival
        case .servesEverybody: .servesEverybody
        case .servesRemoved: .servesRemoved
        }
    }
}
