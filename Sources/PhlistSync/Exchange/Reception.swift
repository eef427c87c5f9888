import PhlistHousehold
import PhlistModel

/// The part of one scope that other devices have sent and that is not in the log: batches that wait or are being
/// written, and the connections that brought them.
///
/// A class, as its scope is: it is looked up many times in every turn.
final class Reception {
    let slot: ScopeSlot
    var inbox = Inbox()
    /// The last connection that delivered batches: the inbox is acknowledged to it.
    var newestSource: ConnectionID?
    /// Connections that brought batches already in flight, which are acknowledged once durable.
    private var sourcesInFlight: Set<ConnectionID> = []

    init(of slot: ScopeSlot) {
        self.slot = slot
    }

    /// Records that a connection brought only batches that are known, waiting or in flight.
    func broughtAgain(by source: ConnectionID) {
        if !slot.isQuiet { sourcesInFlight.insert(source) }
    }

    /// Takes the connections to acknowledge in addition to the source, in ascending order.
    func takeSourcesInFlight() -> [ConnectionID] {
        defer { sourcesInFlight = [] }
        return sourcesInFlight.sorted()
    }

    /// Whether a batch would open an additional chain of its device, counting batches in flight and those that wait.
    func opensBranch(_ batch: NamedBatch) -> Bool {
        slot.branches(batch) || inbox.hasSibling(of: batch)
    }
}
