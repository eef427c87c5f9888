import OrderedCollections
import PhlistModel

/// Control batches received on one connection that are incomplete or not yet stored.
///
/// Content of that connection waits for all of them: they may revoke access that this device would otherwise still
/// grant.
final class BroughtControl {
    /// By scope: messages that the peer has not yet marked complete.
    private var staged: [ScopeID: [Message.Batches]] = [:]
    private var stagedByteCount = 0
    /// By scope: batches that were not in the log when they came, whether they wait, are being written or were dropped.
    private var pending: [ScopeID: OrderedSet<BatchReference>] = [:]
    private var pendingCount = 0
    /// Whether too many batches are pending to keep track of; the connection's content is then no longer accepted.
    private var isBeyondCount = false

    /// Stages a message; control is released only once the peer has sent all of it.
    ///
    /// If the connection breaks, unfinished control is dropped: half of a sharing change could show a list to somebody
    /// whom the other half excludes.
    ///
    /// - Returns: The messages to take in now, in the order in which they came; nil while more are to come.
    /// - Throws: If a message says that more is to come and brings nothing.
    func stage(_ message: Message.Batches) throws(CodecError) -> [Message.Batches]? {
        let isContent = message.tier == .content
        // Content must not overtake the control sent before it.
        guard !isContent || staged[message.scope] != nil else { return [message] }
        guard message.isComplete || !message.batches.isEmpty else { throw .badValue("control of nothing") }
        staged[message.scope, default: []].append(message)
        stagedByteCount += message.byteCount
        // Control larger than an inbox is released in parts.
        guard message.isComplete && !isContent || stagedByteCount > SyncLimits.inboxBytesMax else { return nil }
        let messages = staged.removeValue(forKey: message.scope) ?? []
        stagedByteCount -= messages.reduce(0) { $0 + $1.byteCount }
        return messages
    }

    /// Records a control batch that has come.
    ///
    /// - Parameters:
    ///   - batch: The batch; content is ignored.
    ///   - scope: Its scope.
    ///   - ledger: The ledger of the scope.
    ///   - isRefused: Whether there will never be room for the batch: nothing may wait for it then.
    func note(_ batch: NamedBatch, of scope: ScopeID, in ledger: Ledger, isRefused: Bool = false) {
        guard batch.tier == .control, !ledger.contains(batch.reference), !isBeyondCount else { return }
        guard !isRefused else { return forget(batch.reference, of: scope) }
        if pendingCount >= SyncLimits.controlPendingMax { forgetArrived(of: scope, in: ledger) }
        guard pending[scope, default: []].append(batch.reference).inserted else { return }
        pendingCount += 1
    }

    /// Stops waiting for a batch.
    func forget(_ reference: BatchReference, of scope: ScopeID) {
        if pending[scope]?.remove(reference) != nil { pendingCount -= 1 }
    }

    private func forgetArrived(of scope: ScopeID, in ledger: Ledger) {
        let rest = (pending[scope] ?? []).filter { !ledger.contains($0) }
        pendingCount -= (pending[scope]?.count ?? 0) - rest.count
        pending[scope] = rest
        // Unless half has arrived, every further batch would scan the rest again.
        isBeyondCount = pendingCount > SyncLimits.controlPendingMax / 2
    }

    /// Whether all control of a scope that came on this connection is in the log.
    func isStored(of scope: ScopeID, in ledger: Ledger) -> Bool {
        guard !isBeyondCount, staged[scope] == nil else { return false }
        while let reference = pending[scope]?.last {
            guard ledger.contains(reference) else { return false }
            forget(reference, of: scope)
        }
        return true
    }

    /// Ends the connection: content that came on it may still wait, so only a small number of references is kept.
    func end() {
        (staged, stagedByteCount) = ([:], 0)
        guard pendingCount > SyncLimits.controlPendingAfterMax else { return }
        (pending, pendingCount, isBeyondCount) = ([:], 0, true)
    }
}
