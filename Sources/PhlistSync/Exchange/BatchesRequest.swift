package import PhlistModel

/// Batches of one tier of a scope to read and send.
package struct BatchesRequest: Hashable, Sendable {
    package var scope: ScopeID
    package var tier: Tier
    /// Whether nothing of the tier is withheld; the last message says so.
    package var isComplete: Bool
    /// The digest of the vector that the receiver will have if it has nothing else.
    package var holding: UInt128
    package var parts: [Part]

    /// Batches of one chain, with the heads that vouch for them.
    package struct Part: Hashable, Sendable {
        package var device: DeviceID
        /// The rows of the batches in the scope's ledger, ascending.
        package var rows: [UInt32]
        /// In ascending order; the last one covers the last batch.
        package var heads: [SignedHead]
    }
}
