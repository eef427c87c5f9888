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
    package var partitions = 0
    /// Power cuts; what was not flushed survives by chance.
    package var crashes = 0
    /// Disks that are put back from a copy some seconds old.
    package var rollbacks = 0
    /// Whether the clocks are wrong by up to thirty years.
    package var hasWrongClocks = false

    var isFaultless: Bool {
        lossPercent + reorderPercent + duplicatePercent + partitions + crashes + rollbacks == 0
    }

    /// Creates options without faults.
    package init() {}

    /// A household where everything goes wrong that can, in a mix that depends on the seed.
    package init(seed: UInt64) {
        var random = SeededRandom(seed: seed ^ 0x0070_686C_6973_7421)
        replicas = Int.random(in: 2...4, using: &random)
        commands = Int.random(in: 10...60, using: &random)
        lossPercent = random.happens(percent: 60) ? Int.random(in: 1...30, using: &random) : 0
        reorderPercent = random.happens(percent: 60) ? Int.random(in: 1...40, using: &random) : 0
        duplicatePercent = random.happens(percent: 40) ? Int.random(in: 1...20, using: &random) : 0
        partitions = random.happens(percent: 60) ? Int.random(in: 1...4, using: &random) : 0
        crashes = random.happens(percent: 60) ? Int.random(in: 1...4, using: &random) : 0
        hasWrongClocks = random.happens(percent: 50)
        rollbacks = random.happens(percent: 40) ? Int.random(in: 1...2, using: &random) : 0
    }
}
