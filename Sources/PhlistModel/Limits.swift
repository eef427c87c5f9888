/// The sizes and counts of the replicated model, each with its reason.
package enum Limits {
    /// A repaired clock may step back this far before stamps follow it: longer than any NTP step, shorter than a
    /// wrong time zone.
    package static let clockStepBackMillisecondsMax: Int64 = 10 * 60 * 1000
    /// Ops in one batch; with `batchBytesMax` it keeps every batch within one frame of 256 KiB.
    package static let batchOpsMax = 512
    package static let batchBytesMax = 192 * 1024
    package static let opBytesMax = 64 * 1024
    /// The values of one list, and the writes in it, superseded ones included: what four-byte positions reach.
    package static let scopeValueBytesMax = 1 << 31
    package static let scopeWritesMax = 1 << 31
    /// Different fields of one scope, those of forms included: what its writes have bits for.
    package static let scopeFieldsMax = 1 << 22
    package static let scopeMembersMax = 4096
    /// Acts of one device in the roster, each of which is judged by all before it: one a week for ten years.
    ///
    /// As many removals again.
    static let rosterActsOfDeviceMax = 512
    /// Batches of control that one device writes in one list and that may let more people see it; as many again that
    /// only let fewer see it: whoever could share can always take it back.
    package static let wideningNumberMax: UInt64 = 256
    package static let narrowingNumberMax: UInt64 = 512
    /// Words of one batch on who may see a list: as many people as a device may be for.
    package static let batchWordsMax = 64
    /// Fields that one op writes: a record of a large form.
    package static let opFieldsMax = 256
    /// Chains of one scope: one for each device, and one for each branch.
    ///
    /// A device branches off only when its log lost something that it had published. Each chain keeps four bytes for
    /// each chain that its author knew: 64 MiB at most.
    package static let scopeChainsMax = 4096
    /// Entries in the context of one batch: one for each chain of its scope.
    package static let contextEntriesMax = scopeChainsMax
    /// Batches in one chain: a device that writes one a second would take 136 years.
    package static let batchNumberMax = UInt64(UInt32.max) - 1
    /// A P-256 signature in DER takes up to 72 bytes.
    package static let signatureBytesMax = 80
    /// The row, the index, the content and what was known of a deed in a snapshot take at least a byte each.
    static let deedBytesMin = 5
    package static let headerBytesMax = 128 * 1024
    /// A title is read at a glance; longer text belongs in a note.
    package static let titleBytesMax = 1024
    /// The description of a list: some pages, and with all other fields of the list far below the size of an op.
    package static let descriptionBytesMax = 16 * 1024
    /// About ten printed pages; with all other fields of an item it fits one op.
    package static let noteBytesMax = 32 * 1024
    /// "3 bottles of 0,5 l": a quantity is a few words beside a title.
    package static let quantityBytesMax = 64
    /// A tag is one word.
    package static let tagBytesMax = 64
    package static let itemTagsMax = 64
    /// The name of a person, a device or a household, in UTF-8.
    package static let nameBytesMax = 64
    /// A P-256 key as SubjectPublicKeyInfo takes 91 bytes; room for other curves.
    package static let publicKeyBytesMax = 256
    package static let deviceMembersMax = 64
    /// Secrets of announcements that are still recognised: a device is removed now and then, not daily.
    package static let discoveryKeysMax = 64
    /// More fields than this are several forms.
    package static let formFieldsMax = 64
    /// Languages of the world that schools have lists of; with `formChoiceBytesMax` all choices fit one op.
    package static let formChoicesMax = 256
    package static let formChoiceBytesMax = 128
    package static let formFieldNameBytesMax = 128
    /// A paragraph; longer text belongs in a document.
    package static let recordValueBytesMax = 1024
    /// A number that somebody types to find a record.
    package static let recordKeyBytesMax = 64
    /// The bytes of one photo; larger ones are made smaller before they get here.
    package static let blobBytesMax = 16 * 1024 * 1024
    package static let blobChunksMax = blobBytesMax / BlobManifest.chunkBytes
    /// The longest side of a photo, in pixels: what JPEG can have.
    package static let photoSideMax = 65_535
    /// A key as long as this is the work of a bug: appended ones take seven bytes.
    package static let placeKeyBytesMax = 64
}
