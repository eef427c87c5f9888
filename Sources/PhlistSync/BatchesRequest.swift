package import PhlistModel

/// Which batches of one scope to read and send.
package struct BatchesRequest: Hashable, Sendable {
    package var scope: ScopeID
    package var holding: UInt64
    package var ranges: [FeedRange]

    /// The batches of one feed behind `after`, with the heads that vouch for them.
    package struct FeedRange: Hashable, Sendable {
        package var origin: FeedOrigin
        package var after: UInt64
        /// The number of the last op: that of the last head, or where the feed splits.
        package var through: UInt64
        package var heads: [SignedHead]
    }
}
