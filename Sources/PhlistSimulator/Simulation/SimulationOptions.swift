import PhlistTestKit

/// The faults of a simulated household, and how often they occur.
package struct SimulationOptions: Sendable {
    package var replicas = 3
    /// The number of commands of all users.
    package var commands = 40
    /// Percentage of commands that coincide with one of another user.
    package var clashPercent = 15
    /// Percentage of messages that never arrive although the connection stays open.
    package var lossPercent = 0
    /// Percentage of messages that arrive after later ones.
    package var reorderPercent = 0
    /// Percentage of messages that arrive twice.
    package var duplicatePercent = 0
    /// Percentage of connections that take one message of batches at a time, each after a delay.
    package var slowPercent = 0
    package var partitions = 0
    /// Splits in which one side still hears the other.
    package var oneWayPartitions = 0
    /// Power cuts; unflushed writes survive by chance.
    package var crashes = 0
    /// Stops in order, with a snapshot.
    package var orderlyStops = 0
    /// Disks that are put back from a copy some seconds old.
    package var rollbacks = 0
    /// Disks that report flushes that they do not perform, until the power goes off.
    package var lies = 0
    /// Times when a device is busy with other work.
    package var busyTimes = 0
    /// Percentage of devices that are admins, besides the first.
    package var adminPercent = 0
    /// Times when a user writes more than fits one message or one batch.
    package var largeLists = 0
    /// Snapshots that are written at any moment.
    package var snapshots = 0
    /// Disks with some bits flipped after a power cut.
    package var bitFlips = 0
    /// Disks that are full for a while.
    package var fullDisks = 0
    /// Disks with some failing calls.
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
    /// Devices that are admitted during the run.
    package var lateJoins = 0
    /// Second machines that start from a copy of a disk, with the same key, next to the first.
    package var twins = 0
    /// Disks that lose everything at once; the key is kept elsewhere.
    package var wipes = 0
    /// Devices that are removed from the household permanently, but keep running.
    package var removals = 0
    /// Devices whose role changes to admin or back.
    package var roleChanges = 0
    /// Percentage of devices whose user has another one in the household.
    package var secondDevicePercent = 0
    /// Percentage of devices that belong to the house.
    package var houseDevicePercent = 0
    /// Devices that leave the household by their own command.
    package var leavings = 0
    /// Times when an admin adds a person to a device.
    package var sharedDevices = 0
    /// Devices that make a backup, and whose disk dies a while later.
    package var backups = 0
    /// Percentage of commands that give an item a photo.
    package var photoPercent = 0
    /// Percentage of commands by another login of the machine.
    package var guestPercent = 0
    /// Percentage of commands that change who sees a list.
    package var sharingPercent = 18
    /// Whether disks report writes as durable too early, which the check of durability must detect.
    package var acknowledgesBeforeFlush = false

    /// Whether all messages arrive, in order, while the network is up.
    var isOrderly: Bool {
        lossPercent + reorderPercent + slowPercent == 0
    }

    var isFaultless: Bool {
        isOrderly && duplicatePercent == 0 && faultCount == 0
    }

    private var faultCount: Int {
        faults.reduce(0) { $0 + $1.count }
    }

    package init() {}

    /// Creates a household with all possible faults, in a mix that depends on the seed.
    package init(seed: UInt64) {
        var random = SeededRandom(seed: seed ^ 0x0070_686C_6973_7421)
        replicas = Int.random(in: 2...4, using: &random)
        commands = Int.random(in: 10...60, using: &random)
        clashPercent = Self.some(15...60, in: 60, &random)
        lossPercent = Self.some(1...30, in: 45, &random)
        reorderPercent = Self.some(1...40, in: 45, &random)
        duplicatePercent = Self.some(1...20, in: 40, &random)
        slowPercent = Self.some(20...100, in: 25, &random)
        partitions = Self.some(1...4, in: 50, &random)
        oneWayPartitions = Self.some(1...3, in: 30, &random)
        crashes = Self.some(1...5, in: 55, &random)
        orderlyStops = Self.some(1...3, in: 35, &random)
        rollbacks = Self.some(1...3, in: 35, &random)
        lies = Self.some(1...2, in: 30, &random)
        busyTimes = Self.some(1...8, in: 40, &random)
        adminPercent = Self.some(30...100, in: 50, &random)
        largeLists = Self.some(1...2, in: 8, &random)
        snapshots = Self.some(1...4, in: 40, &random)
        bitFlips = Self.some(1...2, in: 25, &random)
        fullDisks = Self.some(1...2, in: 25, &random)
        failingDisks = Self.some(1...2, in: 25, &random)
        hasWrongClocks = random.happens(percent: 50)
        clockJumps = Self.some(1...3, in: 30, &random)
        suspensions = Self.some(1...2, in: 20, &random)
        yearsAway = Self.some(1...1, in: 15, &random)
        oldVersions = Self.some(1...2, in: 25, &random)
        lateJoins = Self.some(1...1, in: 25, &random)
        twins = Self.some(1...2, in: 25, &random)
        wipes = Self.some(1...1, in: 15, &random)
        removals = Self.some(1...2, in: 25, &random)
        roleChanges = Self.some(1...3, in: 25, &random)
        secondDevicePercent = Self.some(30...80, in: 35, &random)
        houseDevicePercent = Self.some(20...50, in: 30, &random)
        leavings = Self.some(1...1, in: 12, &random)
        sharedDevices = Self.some(1...2, in: 15, &random)
        backups = Self.some(1...1, in: 20, &random)
        photoPercent = Self.some(5...20, in: 25, &random)
        guestPercent = Self.some(2...15, in: 20, &random)
        sharingPercent = random.happens(percent: 30) ? 50 : sharingPercent
    }

    /// A kind of household in which some mistakes show sooner than in others.
    package enum Household: String, CaseIterable, Sendable {
        /// All possible faults, in a mix that depends on the seed.
        case usual
        /// Crashes, disks put back from copies and twins, with right clocks and a single version.
        case eventful
        /// The same with people and devices that come and go, and lists that are shared and unshared.
        case moving
    }

    /// Applies a kind of household.
    package mutating func make(_ household: Household) {
        guard household != .usual else { return }
        (commands, oldVersions, hasWrongClocks, clockJumps) = (60, 0, false, 0)
        (crashes, partitions, rollbacks, twins) = (5, 2, 2, 2)
        (removals, roleChanges, adminPercent, clashPercent) = (2, 0, 0, 60)
        guard household == .moving else { return }
        (replicas, removals, roleChanges, adminPercent, lateJoins) = (4, 4, 4, 80, 1)
        (sharingPercent, secondDevicePercent, houseDevicePercent, sharedDevices) = (60, 40, 20, 2)
    }

    /// Returns a number in the range with the given probability, otherwise 0.
    private static func some(_ range: ClosedRange<Int>, in percent: Int, _ random: inout SeededRandom) -> Int {
        random.happens(percent: percent) ? Int.random(in: range, using: &random) : 0
    }
}
