/// Sizes and counts of the replicated model, each with its reason.
package enum Limits {
    /// The most that a corrected clock may step back before stamps follow it: more than any NTP step, less than a wrong
    /// time zone.
    package static let clockStepBackMillisecondsMax: Int64 = 10 * 60 * 1000
    /// The ops in one batch; with `batchBytesMax` it keeps every batch within one frame of 256 KiB.
    package static let batchOpsMax = 512
    package static let batchBytesMax = 192 * 1024
    package static let opBytesMax = 64 * 1024
    /// The values and writes of one list, including superseded ones: the range of four-byte positions.
    package static let scopeValueBytesMax = 1 << 31
    package static let scopeWritesMax = 1 << 31
    /// The different fields of one scope, including those of forms: the range of the bits in its writes.
    package static let scopeFieldsMax = 1 << 22
    package static let scopeMembersMax = 4096
    /// Acts of one device in the roster, each judged by all before it: one a week for ten years.
    ///
    /// The same number of removals is allowed in addition.
    static let rosterActsOfDeviceMax = 512
    /// Control batches of one device in one list that may widen access; as many again may only narrow it, so that a
    /// device that could share can always take it back.
    package static let wideningNumberMax: UInt64 = 256
    package static let narrowingNumberMax: UInt64 = 512
    /// Sharing words in one batch: as many as a device may have members.
    package static let batchWordsMax = 64
    /// Fields written by one op: a record of a large form.
    package static let opFieldsMax = 256
    /// Chains of one scope: one for each device, and one for each branch.
    ///
    /// A device branches off only when its log lost something that it had published. Each chain keeps four bytes for
    /// each chain that its author knew: 64 MiB at most.
    package static let scopeChainsMax = 4096
    /// Entries in the context of one batch: one for each chain of its scope.
    package static let contextEntriesMax = scopeChainsMax
    /// Batches in one chain: at one batch a second, a device would take 136 years.
    package static let batchNumberMax = UInt64(UInt32.max) - 1
    /// A P-256 signature in DER takes up to 72 bytes.
    package static let signatureBytesMax = 80
    /// The least size of a deed in a snapshot: one byte for each of its five parts.
    static let deedBytesMin = 5
    package static let headerBytesMax = 128 * 1024
    /// The name of a person, a device or a household, in UTF-8.
    package static let nameBytesMax = 64
    /// A P-256 key as SubjectPublicKeyInfo takes 91 bytes; room for other curves.
    package static let publicKeyBytesMax = 256
    package static let deviceMembersMax = 64
    /// Secrets of announcements that are still recognised: devices are removed occasionally, not daily.
    package static let discoveryKeysMax = 64
    /// A form with more fields should be several forms.
    package static let formFieldsMax = 64
    /// Enough for a list of school languages; with `formChoiceBytesMax` all choices fit one op.
    package static let formChoicesMax = 256
    package static let formChoiceBytesMax = 128
    package static let formFieldNameBytesMax = 128
    /// A paragraph; longer text belongs in a document.
    package static let recordValueBytesMax = 1024
    /// A number that people type to find a record.
    package static let recordKeyBytesMax = 64
    /// The size of one photo; larger ones are scaled down before they get here.
    package static let blobBytesMax = 16 * 1024 * 1024
    package static let blobChunksMax = blobBytesMax / BlobManifest.chunkBytes
    /// The longest side of a photo, in pixels: the limit of JPEG.
    package static let photoSideMax = 65_535
    /// Only a bug makes longer keys: appended ones take seven bytes.
    package static let placeKeyBytesMax = 64
}
