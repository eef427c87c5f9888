import PhlistModel

/// Control that a peer has brought on one connection: what is not complete yet, and what is not in the log yet.
///
/// Content of that peer waits for all of it. The peer may know from it that somebody is shut out whom the content of
/// the list would reach otherwise.
final class BroughtControl {
    /// By scope: what has come, and that the peer has not said to be complete.
    private var staged: [ScopeID: [Message.Batches]] = [:]
    private var stagedByteCount = 0
    /// By scope: what was not in the log when it came, whether it waits, is on its way there or was dropped.
    private var pending: [ScopeID: [BatchReference]] = [:]
    private var pendingCount = 0
    /// Whether more was dropped than is kept account of; then no content is taken on this connection any more.
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
    func note(_ batch: NamedBatch, of scope: ScopeID, in ledger: Ledger) {
        guard batch.tier == .control, !ledger.contains(batch.reference), !isBeyondCount else { return }
        if pendingCount == SyncLimits.controlPendingMax { forgetArrived(of: scope, in: ledger) }
        pending[scope, default: []].append(batch.reference)
        pendingCount += 1
    }

    private func forgetArrived(of scope: ScopeID, in ledger: Ledger) {
        let rest = (pending[scope] ?? []).filter { !ledger.contains($0) }
        pendingCount -= (pending[scope]?.count ?? 0) - rest.count
        pending[scope] = rest
        // Half must have come each time, or a peer that drops its own control would make each batch look at all.
        isBeyondCount = pendingCount > SyncLimits.controlPendingMax / 2
    }

    /// Whether all that came of a scope's control is in the log.
    func isStored(of scope: ScopeID, in ledger: Ledger) -> Bool {
        while !isBeyondCount, let reference = pending[scope]?.last {
            guard ledger.contains(reference) else { return false }
            pending[scope]?.removeLast()
            pendingCount -= 1
        }
        return !isBeyondCount
    }
}
