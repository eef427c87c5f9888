/// Sizes, counts and times of photo transfers, each with its reason.
package enum BlobLimits {
    /// Chunks requested from one peer and not sent yet: a change never waits for more than 128 KiB.
    static let creditsMax = 2
    /// Photos requested from a peer without an answer yet.
    static let wantsMax = 64
    /// Downloads with a manifest of up to eight KiB each.
    package static let transfersMax = 64
    /// Chunks requested or not written yet, four MiB: a slow disk does not fill the memory.
    static let chunksUnwrittenMax = 64
    /// Every device fetches every thumbnail: a thousand of them are sixteen megabytes.
    package static let thumbnailBytesMax = 16 * 1024
    /// Photos that a peer requested before they were here; it requests forgotten ones again.
    static let waitingMax = 1024
    /// Wrong chunks after which nothing more is requested from a peer on its connection.
    static let faultsMax = 3
    /// Originals that somebody wants to see; more than a person looks at.
    static let demandsMax = 256
    /// Time after which a peer that has not sent a chunk is slow or gone: others are asked.
    static let answerMilliseconds: Int64 = 30_000
    /// Age up to which a photo is recent for `BlobPolicy.recent`: ninety days.
    static let recentMilliseconds: Int64 = 90 * 24 * 60 * 60 * 1000
}
