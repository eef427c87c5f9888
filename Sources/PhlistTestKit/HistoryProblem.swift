/// What is wrong with a device of a history, and which check says so.
package struct HistoryProblem: Hashable, Sendable, CustomStringConvertible {
    package var check: Check
    package var device: Int?
    package var details = ""

    /// What is compared with what really happened.
    package enum Check: Hashable, CaseIterable, Sendable {
        /// A batch is known by its name.
        case names
        /// What may be applied: a batch whose past is here, and no other.
        case readiness
        /// The batches that are here.
        case batches
        /// Those that nothing here follows.
        case vector
        /// What each author knew.
        case known
        /// How many chains a device has: one, and one for each of its faults.
        case branches
        case opaque
        case acts
        case siblings
        case shown
        case life
        case digest
        /// The state is the fold of the log.
        case restart
        /// So it is once more can be read.
        case upgrade
        /// All who have everything have the same batches, states and vectors.
        case agreement
        /// So has a device that hears it in any other order.
        case order
    }

    package var description: String {
        "\(check)\(device.map { " of device \($0)" } ?? "")\(details.isEmpty ? "" : ": \(details)")"
    }
}
