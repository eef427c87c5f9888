extension ScopeState {
    /// Returns the same scope folded anew from its batches, for example because more ops can be read.
    ///
    /// Batches may be in any order; one whose predecessor or context is missing is left out.
    ///
    /// - Parameters:
    ///   - batches: All batches of the scope.
    ///   - newDecode: Reads the ops; nil to use the decoder of this state.
    /// - Returns: The state.
    package func folded(from batches: some Sequence<NamedBatch>, decode newDecode: Decoder? = nil) -> ScopeState {
        let decode = newDecode ?? decode
        var state = ScopeState(kind, id, needsOrigin: needsOrigin, decode: decode)
        var (waiting, count) = (Array(batches), 0)
        repeat {
            count = waiting.count
            waiting = waiting.filter { !state.applyIfReady($0) }
        } while waiting.count < count
        return state
    }

    /// Applies a batch if it is ready.
    ///
    /// - Returns: Whether the batch is here now.
    private mutating func applyIfReady(_ batch: NamedBatch) -> Bool {
        if ledger.contains(batch.reference) { return true }
        guard ledger.isReady(batch) else { return false }
        apply(batch)
        return true
    }
}
