/// How often each fault really happened: a fault that never does proves nothing.
package struct Coverage: Sendable {
    package var messages = 0
    package var bytes = 0
    package var lost = 0
    package var reordered = 0
    package var partitions = 0
    package var crashes = 0
    package var rollbacks = 0
    /// Equal vectors with unequal states: never acceptable.
    package var alarms: [String] = []

    /// Creates counts of nothing.
    package init() {}

    /// Adds another run's counts.
    package mutating func add(_ other: Coverage) {
        messages += other.messages
        bytes += other.bytes
        lost += other.lost
        reordered += other.reordered
        partitions += other.partitions
        crashes += other.crashes
        rollbacks += other.rollbacks
    }
}
