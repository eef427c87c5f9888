import OrderedCollections
import PhlistModel

/// Control batches received on one connection that are incomplete or not yet stored.
///
/// Content of that connection waits for all of them: they may revoke access that this device would otherwise still
/// grant.
final class BroughtControl {
    /// By scope: what has come, and that the peer has not said to be complete.
    private var staged: [ScopeID: [Message.Batches]] = [:]
    private var stagedByteCount = 0
    /// By scope: what was not in the log when it came, whether it waits, is on its way there or was dropped.
    private var pending: [ScopeID: OrderedSet<BatchReference>] = [:]
    private var pendingCount = 0
    /// Whether more is missing than is kept account of; then no content is taken on this connection any more.
    private var isBeyondCount = false

    /// Takes in batches; those of control only together with all that belong to them.
    ///
    /// What a connection that breaks leaves unfinished is forgotten: half of what was said on who may see a list could
    /// open it to somebody whom the other half shuts out.
    ///
    /// - Returns: What is to be taken in now, in the order in which it came; nil while more is to come.
    /// - Throws: When a message says that more is to come and brings nothing.
    func stage(_ message: Message.Batches) throws(CodecError) -> [Message.Batches]? {
        let isContent = message.tier == .content
        // Content overtakes no control that it was sent behind.
        guard !isContent || staged[message.scope] != nil else { return [message] }
        guard message.isComplete || !message.batches.isEmpty else { throw .badValue("control of nothing") }
        staged[message.scope, default: []].append(message)
        stagedByteCount += message.byteCount
        // What fits no inbox comes in parts.
        guard message.isComplete && !isContent || stagedByteCount > SyncLimits.inboxBytesMax else { return nil }
        let messages = staged.removeValue(forKey: message.scope) ?? []
        stagedByteCount -= messages.reduce(0) { $0 + $1.byteCount }
        return messages
    }

    /// Takes note of a batch of control that has come.
    ///
    /// - Parameters:
    ///   - batch: The batch; content is of no interest.
    ///   - scope: Its scope.
    ///   - ledger: What is in the log of the scope.
    ///   - isRefused: Whether there will never be room for it: then nothing may wait for it either.
    func note(_ batch: NamedBatch, of scope: ScopeID, in ledger: Ledger, isRefused: Bool = false) {
        guard batch.tier == .control, !ledger.contains(batch.reference), !isBeyondCount else { return }
        guard !isRefused else { return forget(batch.reference, of: scope) }
        if pendingCount >= SyncLimits.controlPendingMax { forgetArrived(of: scope, in: ledger) }
        guard pending[scope, default: []].append(batch.reference).inserted else { return }
        pendingCount += 1
    }

    /// Lets nothing wait for a batch any more.
    func forget(_ reference: BatchReference, of scope: ScopeID) {
        if pending[scope]?.remove(reference) != nil { pendingCount -= 1 }
    }

    private func forgetArrived(of scope: ScopeID, in ledger: Ledger) {
        let rest = (pending[scope] ?? []).filter { !ledger.contains($0) }
        pendingCount -= (pending[scope]?.count ?? 0) - rest.count
        pending[scope] = rest
        // Unless half has arrived every further batch would look through the rest again.
        isBeyondCount = pendingCount > SyncLimits.controlPendingMax / 2
    }

    /// Whether all that came of a scope's control is in the log.
    func isStored(of scope: ScopeID, in ledger: Ledger) -> Bool {
        guard !isBeyondCount, staged[scope] == nil else { return false }
        while let reference = pending[scope]?.last {
            guard ledger.contains(reference) else { return false }
            forget(reference, of: scope)
        }
        return true
    }

    /// The connection has ended: content that came on it may still wait, and keeps no more in memory than this.
    func end() {
        (staged, stagedByteCount) = ([:], 0)
        guard pendingCount > SyncLimits.controlPendingAfterMax else { return }
        (pending, pendingCount, isBeyondCount) = ([:], 0, true)
    }
}
