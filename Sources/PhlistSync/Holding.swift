import PhlistModel

/// A scope, or all that two devices share, in two numbers: equal vectors mean equal states, or one of us has a bug.
package struct Holding: Hashable, Sendable {
    /// The digest of the version vector.
    package var vector: UInt64
    /// The low half of the state digest.
    package var state: UInt64

    /// Creates a holding.
    package init(vector: UInt64, state: UInt64) {
        self.vector = vector
        self.state = state
    }

    /// Puts scopes together, in any order: the sums of the hashes of what each holds, modulo 2^64.
    init(of scopes: [Message.ScopeSummary]) {
        self.init(vector: 0, state: 0)
        for summary in scopes {
            vector &+= Self.digest(of: summary.holding.vector, in: summary.scope)
            state &+= Self.digest(of: summary.holding.state, in: summary.scope)
        }
    }

    private static func digest(of number: UInt64, in scope: ScopeID) -> UInt64 {
        var mixer = DigestMixer()
        mixer.add(scope.rawValue)
        mixer.add(number)
        return UInt64(truncatingIfNeeded: mixer.sum)
    }
}
