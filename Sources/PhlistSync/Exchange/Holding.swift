import Crypto
import PhlistModel

/// Two digests of what a device holds of a scope, or of all that two devices share.
///
/// Equal vectors imply equal states, unless phlist has a bug.
package struct Holding: Hashable, Sendable {
    /// The digest of the version vector.
    package var vector: UInt128
    /// The digest of the state.
    package var state: UInt128

    package init(vector: UInt128, state: UInt128) {
        (self.vector, self.state) = (vector, state)
    }

    /// Combines scopes: the first sixteen bytes of SHA-256 over (scope, digest) in the order of the scopes.
    init(of scopes: [Message.ScopeSummary]) {
        let sorted = scopes.sorted { $0.scope < $1.scope }
        vector = Self.digest(of: sorted.map { ($0.scope, $0.holding.vector) })
        state = Self.digest(of: sorted.map { ($0.scope, $0.holding.state) })
    }

    private static func digest(of digests: [(ScopeID, UInt128)]) -> UInt128 {
        var hasher = SHA256()
        for (scope, digest) in digests {
            hasher.update(data: scope.bytes)
            hasher.update(data: digest.bigEndianBytes)
        }
        return hasher.finalize().withUnsafeBytes { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) }
    }
}
