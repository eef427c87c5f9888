package import PhlistModel

/// The contents of the log, for the store and for simulations, which check a replica against its promises.
extension Library {
    /// The state of a scope; nil if nothing of it is here.
    package func state(of scope: ScopeID) -> ScopeState? { scopes[scope]?.state }

    /// The version vector of a scope.
    package func versionVector(of scope: ScopeID) -> VersionVector {
        scopes[scope]?.state.versionVector ?? VersionVector()
    }

    /// Whether a batch is folded here.
    package func holds(_ reference: BatchReference, in scope: ScopeID) -> Bool {
        scopes[scope]?.state.ledger.contains(reference) ?? false
    }

    /// The feed that the records of this log refer to by a number.
    package func feed(numbered number: FeedNumber) -> Feed? { feeds[number] }

    /// The number of folded batches of a scope.
    package func batchCount(of scope: ScopeID) -> Int { scopes[scope]?.state.ledger.batchCount ?? 0 }

    /// Returns the digests of a scope; nil if it is empty.
    package func holding(of scope: ScopeID) -> Holding? {
        scopes[scope].flatMap { $0.state.ledger.isEmpty ? nil : $0.holding }
    }

    /// Returns the digests of each scope that is not empty.
    package func holdings() -> [ScopeID: Holding] {
        Dictionary(uniqueKeysWithValues: scopes.keys.compactMap { scope in holding(of: scope).map { (scope, $0) } })
    }

    /// The number of batches whose ops this version cannot read.
    package var opaqueBatchCount: Int { scopes.values.reduce(0) { $0 + $1.state.opaqueCount } }
}
