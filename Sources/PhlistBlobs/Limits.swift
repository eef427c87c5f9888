/// The limits of this module, each with its reason.
package enum BlobStoreLimits {
    /// The part of the disk that stays free, in percent: somebody else lives there, too.
    package static let freePercentMin = 10
    /// Downloads that are kept unfinished; with more of them nothing would become whole.
    package static let partialsMax = 64
    /// Blobs that are kept after they were found to be damaged, for whoever wants to look.
    static let quarantineFilesMax = 100
    /// How long a blob stays that nothing refers to, in milliseconds: an undo or a late change may bring it back.
    package static let graceMilliseconds: Int64 = 30 * 24 * 60 * 60 * 1000
    /// The list of unused blobs is read up to this size, in bytes; a line has about 80.
    static let unusedBytesMax = 8 << 20
    /// The longest manifest in bytes.
    static let manifestBytesMax = 16 << 10
}
