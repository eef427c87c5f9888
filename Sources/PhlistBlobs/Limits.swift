/// The limits of this module, each with its reason.
package enum BlobStoreLimits {
    /// The part of the disk that stays free, in percent, for its other users.
    package static let freePercentMin = 10
    /// Unfinished downloads; with more of them none would be completed.
    package static let partialsMax = 64
    /// The most files in `quarantine/` to which a damaged blob is still added.
    static let quarantineFilesMax = 100
    /// The time for which an unreferenced blob is kept, in milliseconds: an undo or a late change may bring it back.
    package static let graceMilliseconds: Int64 = 30 * 24 * 60 * 60 * 1000
    /// The most bytes of the list of unused blobs that are read; a line has about 80.
    static let unusedBytesMax = 8 << 20
    /// The longest manifest, in bytes.
    static let manifestBytesMax = 16 << 10
}
