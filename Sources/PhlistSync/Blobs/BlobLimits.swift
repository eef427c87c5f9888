/// The sizes, counts and times of photos on their way, each with its reason.
package enum BlobLimits {
    /// Chunks that one peer has been asked for and has not sent: a change never waits for more than 128 KiB.
    static let creditsMax = 2
    /// Photos that a peer has been asked for and has not answered.
    static let wantsMax = 64
    /// Downloads with a manifest, eight KiB each.
    package static let transfersMax = 64
    /// Chunks that the disk has not taken yet and those that are asked for, four MiB: a slow disk fills no memory.
    static let chunksUnwrittenMax = 64
    /// Every device fetches every thumbnail: a thousand of them are sixteen megabytes.
    package static let thumbnailBytesMax = 16 * 1024
    /// Photos that a peer has asked for before they are here; it asks again for what is forgotten.
    static let waitingMax = 1024
    /// Wrong chunks after which a peer is asked for nothing more on its connection.
    static let faultsMax = 3
    /// Originals that somebody wants to see; more than a person looks at.
    static let demandsMax = 256
    /// A peer that has not sent a chunk for so long is slow or gone: others are asked.
    static let answerMilliseconds: Int64 = 30_000
    /// What counts as recent for `BlobPolicy.recent`: ninety days.
    static let recentMilliseconds: Int64 = 90 * 24 * 60 * 60 * 1000
}
