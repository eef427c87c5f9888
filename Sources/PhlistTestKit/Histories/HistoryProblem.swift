/// A problem of a device in a history, with the check that found it.
package struct HistoryProblem: Hashable, Sendable, CustomStringConvertible {
    package var check: Check
    package var device: Int?
    package var details = ""

    /// A comparison with what actually happened.
    package enum Check: Hashable, CaseIterable, Sendable {
        /// A batch is known by its name.
        case names
        /// A batch is ready exactly when all that its author knew is here.
        case readiness
        /// The batches that are here are those applied.
        case batches
        /// The vector names the batches without a successor here.
        case vector
        /// The known batches of each batch are those that its author had applied.
        case known
        /// A device has one chain, and at most one more for each of its faults.
        case branches
        case opaque
        case acts
        case siblings
        case shown
        case life
        /// The entities that ever had concurrent changes are marked as such.
        case concurrent
        case digest
        /// The state is the fold of the log.
        case restart
        /// The state is also the fold of the log after an upgrade.
        case upgrade
        /// All devices that have everything have the same batches, states and vectors.
        case agreement
        /// A device that receives everything in another order has the same state.
        case order
    }

    package var description: String {
        "\(check)\(device.map { " of device \($0)" } ?? "")\(details.isEmpty ? "" : ": \(details)")"
    }
}
