import Crypto
import PhlistModel

/// A scope, or all that two devices share, in two numbers: equal vectors mean equal states, or one of us has a bug.
package struct Holding: Hashable, Sendable {
    /// The first eight bytes of SHA-256 over the sorted version vector.
    package var vector: UInt64
    /// The low half of the state digest.
    package var state: UInt64

    /// Creates a holding.
    package init(vector: UInt64, state: UInt64) {
        self.vector = vector
        self.state = state
    }

    /// Puts scopes together, in any order.
    init(of scopes: [(scope: ScopeID, holding: Holding)]) {
        var (vectors, states) = (ByteWriter(), ByteWriter())
        for (scope, holding) in scopes.sorted(by: { $0.scope < $1.scope }) {
            vectors.write(raw: scope.bytes)
            vectors.write(fixed: holding.vector)
            states.write(raw: scope.bytes)
            states.write(fixed: holding.state)
        }
        self.init(vector: Holding.digest(of: vectors.bytes), state: Holding.digest(of: states.bytes))
    }

    /// The first eight bytes of SHA-256.
    static func digest(of bytes: [UInt8]) -> UInt64 {
        SHA256.hash(data: bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
