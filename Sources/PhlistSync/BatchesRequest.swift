package import PhlistModel

/// Which batches of one scope to read and send.
package struct BatchesRequest: Hashable, Sendable {
    package var scope: ScopeID
    package var holding: UInt64
    package var ranges: [FeedRange]

    /// The batches of one feed behind `after`, with the heads that vouch for them; the last head is the end.
    package struct FeedRange: Hashable, Sendable {
        package var origin: FeedOrigin
        package var after: UInt64
        package var heads: [SignedHead]

        /// The number of the last op.
        package var through: UInt64 {
            heads.last?.sequence ?? after
        }
    }
}
