import Crypto
import PhlistHousehold
import PhlistModel

/// All that two devices share, as one holding.
extension Holding {
    /// Combines scopes: the first sixteen bytes of SHA-256 over (scope, digest) in the order of the scopes.
    init(of scopes: [Message.ScopeSummary]) {
        let sorted = scopes.sorted { $0.scope < $1.scope }
        self.init(
            vector: Self.digest(of: sorted.map { ($0.scope, $0.holding.vector) }),
            state: Self.digest(of: sorted.map { ($0.scope, $0.holding.state) })
        )
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
