extension ScopeState {
    /// The same scope folded anew from its batches, for instance because more ops can be read.
    ///
    /// Batches come in any order; one whose predecessor or context is missing is left out.
    ///
    /// - Parameters:
    ///   - batches: All batches of the scope.
    ///   - newDecode: Reads the ops; that of this state when nil.
    /// - Returns: The state, with the same planted defect if there is one.
    package func folded(from batches: some Sequence<NamedBatch>, decode newDecode: Decoder? = nil) -> ScopeState {
        guard table.defect != .lateOpsWithoutRefold || newDecode == nil else {
            return applyingLateOps(of: batches, newDecode ?? decode)
        }
        let decode = newDecode ?? decode
        var state = ScopeState(kind, id, needsOrigin: needsOrigin, decode: decode, defect: table.defect)
        var (waiting, count) = (Array(batches), 0)
        repeat {
            count = waiting.count
            waiting = waiting.filter { !state.applyIfReady($0) }
        } while waiting.count < count
        return state
    }

    /// Folds in a batch if that is possible.
    ///
    /// - Returns: Whether the batch is here now.
    private mutating func applyIfReady(_ batch: NamedBatch) -> Bool {
        if ledger.contains(batch.reference) { return true }
        guard ledger.isReady(batch) else { return false }
        apply(batch)
        return true
    }

    /// The planted defect.
    private func applyingLateOps(of batches: some Sequence<NamedBatch>, _ newDecode: Decoder) -> ScopeState {
        var state = self
        for batch in batches where (try? decode(batch.batch)) == nil {
            guard let ops = try? newDecode(batch.batch) else { continue }
            let number = state.ledger.batches.firstIndex { $0.name == batch.name }
            if let number { state.apply(ops, ofBatch: number) }
        }
        return state
    }
}
