package import PhlistModel

extension Batch {
    /// Whether the batch only answers invitations to a list.
    package var answers: Bool {
        let ops = (try? decodedOps()) ?? []
        return !ops.isEmpty && ops.allSatisfy(\.answers)
    }

    /// The kind of the scope that the batch, as control, proves to begin; nil if it proves nothing.
    package func begins(_ scope: ScopeID) -> ScopeState.Kind? {
        for op in (try? decodedOps()) ?? [] {
            switch op {
            case .originate(let origin) where origin.scope == scope: return .list
            case .roster(.found(let founding)) where founding.scope == scope: return .household
            case .originate, .roster, .write, .purge: continue
            }
        }
        return nil
    }
}

extension NamedBatch {
    /// The kind of the scope that the batch proves to begin; nil if it proves nothing.
    package func begins(_ scope: ScopeID) -> ScopeState.Kind? {
        tier == .control ? batch.begins(scope) : nil
    }
}
