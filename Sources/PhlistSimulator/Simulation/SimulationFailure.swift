/// A check of a simulation that failed.
package struct SimulationFailure: Error, CustomStringConvertible {
    package let check: Check
    package let description: String

    /// A thing that must be true.
    package enum Check: String, CaseIterable, Sendable {
        /// A device starts from any contents of its disk.
        case start
        /// A device that asks is admitted.
        case admission
        /// A script or a test is possible as it is written.
        case step
        /// Two devices with equal vectors have equal states, by their own digests.
        case alarm
        /// Two devices hold the same of what both may see, and know all devices.
        case convergence
        /// Connected devices know that they are in sync.
        case status
        /// Every durable batch is on some disk.
        case durability
        /// A log that has lost nothing never writes two successors of one batch.
        case succession
        /// A device has one chain in a scope, and one more for each time that its log lost something or was copied.
        case chains
        /// A batch names what its author had applied, and nothing else.
        case knowledge
        /// Acknowledged items are in their lists.
        case items
        /// The last acknowledged value of a field is what every device shows.
        case edits
        /// A device shows the expected state of its batches.
        case states
        /// An item is shown complete, even after an edit during a concurrent purge.
        case pieces
        /// Devices that hold the same show the same.
        case views
        /// A damaged log does not stay without something that another device has.
        case health
        /// Nothing is told to, or held by, a device that may not see it.
        case privacy
        /// A device makes only the statements on membership and audience that it was asked for, and does what it
        /// reports.
        case orders
        /// A change that a device allows its user counts on all devices.
        case rights
        /// All devices that may see a list have all of it; all others that had it know its end.
        case arrival
        /// A backup is readable, and a device that has nothing accepts it.
        case recovery
        /// The state is the fold of the log.
        case replay
        /// A snapshot is loaded as it was saved.
        case snapshot
        /// The number of waiting batches is bounded.
        case memory
        /// Signatures are valid.
        case signature
    }

    init(_ check: Check, _ description: String) {
        self.check = check
        self.description = description
    }
}
