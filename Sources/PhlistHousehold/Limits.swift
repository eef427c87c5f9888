/// Sizes, counts and times of one household as a device keeps it, each with its reason.
package enum HouseholdLimits {
    package static let devicesMax = 64
    /// Lists on one device, which are as many as two devices can share.
    package static let scopesMax = 4096
    /// Saved filters of one person: more than anybody remembers by name.
    package static let filtersMax = 100

    /// A run of ops is vouched for at least this often.
    ///
    /// The feeds of a scope arrive mixed; an inbox has room for a run of every device, so that a receiver never has to
    /// hold more unverified batches than fit.
    package static let opsBetweenHeadsMax = 64
    /// The same for bytes: a larger batch has a head of its own.
    package static let bytesBetweenHeadsMax = 128 * 1024
    /// All feeds of a scope together are vouched for at least this often, where possible.
    ///
    /// Batches that know each other can only be stored together; a quarter of what runs of all devices take leaves room
    /// for batches from several peers.
    static let batchesBetweenCutsMax = devicesMax * opsBetweenHeadsMax / 4
    static let bytesBetweenCutsMax = devicesMax * bytesBetweenHeadsMax / 4

    /// The newest actions of a list that an undo looks through for its own: more than a household does in a day.
    static let actionsBeforeUndoMax = 256
    /// Items whose titles are compared with a mistyped one; more would make a slip slow.
    package static let nearTitlesMax = 5000
    /// Moves of an item through lists that are followed; a member's device could write a chain without an end.
    package static let movesFollowedMax = 64
    /// The letters of an id that name anything but an item: fewer are a word, or the short id of an item.
    package static let idLettersMin = 4
    /// Candidates reported for an ambiguous reference.
    package static let candidatesMax = 16
    /// Clocks before 2026-01-01 were never set and are not used as a reference.
    package static let clockMillisecondsMin: Int64 = 1_767_225_600_000
    /// An address by RFC 5321: 64 bytes, `@`, and a DNS name.
    package static let emailBytesMax = 318

    /// Invitations of one device's people by another device: this many fit one frame even with the longest titles.
    package static let invitationsMax = 128
    /// Lists that one device reports to another as ended.
    package static let endedListsMax = 1024
    /// A signature in bytes, with room for other algorithms.
    package static let letterBytesMax = 128

    /// The time after which somebody else's tick by title no longer means the occurrence that was closed: half a day,
    /// so that a daily chore can be done again the next morning.
    static let justClosedMillisecondsMax: Int64 = 12 * 60 * 60 * 1000
    /// Changes kept for clients that reconnect, a hundred bytes each: a minute of the busiest household, a day of a
    /// usual one.
    package static let recentChangesMax = 4096
    /// The key by which a client identifies a request: a UUID or similar.
    package static let requestKeyBytesMax = 64
    /// Requests whose repetition is recognised: more than a client that lost its connection can have made.
    package static let requestsMax = 1024
    /// References that all those requests together may have touched: some megabytes.
    static let requestReferencesMax = 1 << 17
    package static let requestMillisecondsMax: Int64 = 24 * 60 * 60 * 1000
    /// References that one action can touch: an import of a large file.
    static let outcomeReferencesMax = 1 << 20
    /// References kept for a client that asks again: with this many the request fits a log frame.
    static let requestOutcomeReferencesMax = 1 << 16
}
