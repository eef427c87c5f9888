package import PhlistModel

/// The author, tier and predecessor of a batch: of two batches at one joint, one is a branch.
package struct Joint: Hashable {
    private let device: DeviceID
    private let tier: Tier
    private let previous: BatchName

    package init(of batch: NamedBatch) {
        (device, tier, previous) = (batch.device, batch.tier, batch.header.previous)
    }

    /// The joint after a batch.
    package init(after batch: NamedBatch) {
        (device, tier, previous) = (batch.device, batch.tier, batch.name)
    }
}
