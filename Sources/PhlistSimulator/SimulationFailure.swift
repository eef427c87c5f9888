/// A rule that a simulation broke, or a bug that it met.
package struct SimulationFailure: Error, CustomStringConvertible {
    package let check: Check
    package let description: String

    /// What noticed it.
    package enum Check: String, CaseIterable, Sendable {
        /// A device starts from whatever its disk holds.
        case start
        /// A device that asks is let in.
        case admission
        /// A script or a test is possible as it is written.
        case step
        /// Two devices with equal vectors have equal states, by their own word.
        case alarm
        /// Two devices hold the same of what both may see, and know all devices.
        case convergence
        /// Connected devices know that they are in sync.
        case status
        /// What was durable once is on somebody's disk.
        case durability
        /// A log that has lost nothing never writes two batches after one.
        case succession
        /// A device has one chain in a scope, and one more for each time that its log lost something or was copied.
        case chains
        /// A batch names what its author had applied, and nothing else.
        case knowledge
        /// What was added and acknowledged is in its list.
        case items
        /// What was last set and acknowledged is what everybody shows.
        case edits
        /// What a device shows is what its batches come to.
        case states
        /// An item is shown as a whole, also one that was edited while somebody purged it.
        case pieces
        /// Devices that hold the same show the same.
        case views
        /// Nothing of a damaged log stays missing that somebody else has.
        case health
        /// Nothing is told to, or held by, a device that may not see it.
        case privacy
        /// A device says of who is in, and of who sees what, only what it was asked to say, and does what it reports.
        case orders
        /// What a device lets its user do counts for everybody.
        case rights
        /// Everybody who may see a list has all of it; everybody else who had it knows that it is over.
        case arrival
        /// A backup is readable, and is taken by a device that has nothing.
        case recovery
        /// The state is the fold of the log.
        case replay
        /// What is saved is loaded as it was.
        case snapshot
        /// What waits is bounded.
        case memory
        /// Signatures hold.
        case signature
    }

    init(_ check: Check, _ description: String) {
        self.check = check
        self.description = description
    }
}
