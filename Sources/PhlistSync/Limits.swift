import PhlistModel

/// The sizes, counts and times of synchronisation, each with its reason.
package enum SyncLimits {
    /// A frame between members: a photo's chunk or a batch fits, and a slow link is never held for long.
    package static let frameBytesMax = 256 * 1024
    /// A frame of several batches; a larger batch has a frame of its own.
    ///
    /// What breaks off within a frame is lost: a link that carries this much at a time brings all but the largest
    /// batches across.
    package static let batchesBytesMax = 64 * 1024
    /// What may wait in one scope for its context, its author or its signed head; beyond it everything that waits is
    /// dropped and asked for again.
    package static let inboxBatchesMax = 4096
    package static let inboxBytesMax = 8 * 1024 * 1024
    /// An action that others take as a whole; it waits in their inboxes until all of it is there, so a larger one comes
    /// in parts of this size.
    static let actionBytesMax = inboxBytesMax / 4
    /// Batches of control that a connection may bring and that are not in the log.
    static let controlPendingMax = 4 * inboxBatchesMax
    /// The same when the connection has ended, and content that came on it waits.
    static let controlPendingAfterMax = 64
    /// What may wait in all scopes together; beyond it the fullest inbox is emptied.
    static let inboxesBytesMax = 4 * inboxBytesMax
    /// What peers leave of what can be kept of one scope: for what this device writes itself.
    static let scopeReserveBytes = 1024 * 1024
    /// A run of ops is vouched for at least this often: the feeds of a scope arrive mixed, and with one feed of every
    /// device a receiver never has to hold more unverified batches than fit its inbox.
    package static let opsBetweenHeadsMax = inboxBatchesMax / devicesMax
    /// The same for bytes: a larger batch has a head of its own.
    static let bytesBetweenHeadsMax = inboxBytesMax / devicesMax
    /// All feeds of a scope together are vouched for at least this often, where that is possible: batches that know
    /// each other can be stored only together, and a quarter of an inbox leaves room for what several peers send.
    static let batchesBetweenCutsMax = inboxBatchesMax / 4
    static let bytesBetweenCutsMax = inboxBytesMax / 4
    /// Lists that two devices share.
    package static let scopesMax = 4096
    /// Entries of one vector message, points included: 29 bytes each, in a frame.
    static let vectorEntriesMax = 8192
    /// Chains next to the first of their device that a peer brings.
    ///
    /// A device branches off when its log lost something, not daily. More of them come slowly, so that their number can
    /// be seen, and their author removed.
    static let branchPace = Allowance.Pace(atOnce: 64, milliseconds: 1_000)
    /// Chains of a scope that branches leave: for devices that write there for the first time.
    static let newcomersChainsMax = 512
    /// What a batch and its context take of a frame at most; the rest is for its feed and the head behind it.
    static let batchWithContextBytesMax = 232 * 1024
    /// A peer that asks what is held is answered, and one that says so is sent what it lacks.
    static let summaryPace = Allowance.Pace(atOnce: 32, milliseconds: 1_000)
    /// Invitations of the people of one device by another one: with the longest titles so many fit one frame.
    static let invitationsMax = 128
    /// Lists of which one device tells another that it takes no part in them any more.
    static let endedListsMax = 1024
    /// What a peer tells of invitations is kept in the log each time it changes: more would fill the disk.
    static let invitationPace = Allowance.Pace(atOnce: 32, milliseconds: 600_000)
    /// A clock that is further ahead of the other devices' is not followed: longer than any wrong time zone.
    static let clockLeadMillisecondsMax: Int64 = 24 * 3_600_000
    /// Clocks before 2026-01-01 were never set, and are no measure for others.
    static let clockMillisecondsMin: Int64 = 1_767_225_600_000
    /// Other runs of this device's key that are remembered: more have never been seen in one house.
    package static let twinsMax = 64
    /// Addresses that are kept of other devices.
    package static let endpointsMax = 256
    /// Of these, as long as they are known by hearsay: half is left for what this device finds itself.
    static let endpointsByHearsayMax = endpointsMax / 2
    /// What a third may say of one device: two networks, and both versions of IP.
    static let addressesByHearsayMax = 4
    package static let instancesMax = 128
    /// Items whose titles are compared with a mistyped one; more would make a slip slow.
    package static let nearTitlesMax = 5000
    package static let addressesPerInstanceMax = 8
    /// Addresses that an announcement binds: with 8 bytes for each it fits into a text record of 256.
    package static let announcedAddressesMax = 16
    package static let dialsMax = 8
    /// How often what was sent to a peer that does not name its list is sent again.
    static let unnamedRepeatsMax = 2
    /// A signature, with room for other kinds.
    package static let letterBytesMax = 128
    /// People and devices of which a new device tells, its users first: they fit one sealed frame together.
    static let joinPeopleMax = 64
    static let joinAuthorsMax = 64
    package static let devicesMax = 64
    /// Records behind which a new run writes down again what no peer knows of this device: some frames are enough that
    /// one hole does not take both places.
    package static let recordsBetweenFactsMax = 256
    /// What is appended at once of batches that were held back; far below what one frame of the log takes.
    package static let heldBackBytesMax = 1024 * 1024
    /// Changes that are kept for clients that come back, a hundred bytes each: a minute of the busiest household, a day
    /// of a usual one.
    package static let recentChangesMax = 4096

    /// A key that a client names a request by: a UUID, or something like it.
    package static let requestKeyBytesMax = 64
    /// Requests whose repetition is known as one: more than a client that lost its connection can have made.
    package static let requestsMax = 1024
    /// What all those requests together may have touched: some megabytes.
    static let requestReferencesMax = 1 << 17
    package static let requestMillisecondsMax: Int64 = 24 * 60 * 60 * 1000
    /// An address of RFC 5321: 64 bytes, `@`, and a name of the DNS.
    static let emailBytesMax = 318
    /// Candidates of an ambiguous reference that are told.
    package static let candidatesMax = 16
    /// What one action can have touched: an import of a large file.
    static let outcomeReferencesMax = 1 << 20
    /// How much of that is kept for a client that asks again: with it a frame of the log takes the request.
    static let requestOutcomeReferencesMax = 1 << 16

    /// Equality is proven again this often, in case a message was lost by a bug of ours.
    package static let summaryMilliseconds: Int64 = 30_000
    package static let keepAliveMilliseconds: Int64 = 5_000
    /// Silence after which a peer is asked whether it is there, and after which it is given up.
    package static let silenceBeforePingMilliseconds: Int64 = 15_000
    package static let silenceBeforeCloseMilliseconds: Int64 = 30_000
    /// Silence after which a connection does not stand in the way of another one of the same two devices.
    package static let silenceBeforeDoubtMilliseconds: Int64 = 5_000
    package static let redialFirstMilliseconds: Int64 = 100
    package static let redialMillisecondsMax: Int64 = 30_000
    /// Between two addresses of one device: enough for the first to answer in a home, too short to be noticed.
    package static let dialStaggerMilliseconds: Int64 = 250
    /// A connection that stood for so long proves its address even when it carried nothing.
    package static let usefulMilliseconds: Int64 = 10_000
    /// People who look wait for others no longer than this, and their scripts dial no more often.
    package static let lookMilliseconds: Int64 = 2_000
    /// How often this device looks after itself; when that comes so late, the machine or the process has slept.
    package static let upkeepMilliseconds: Int64 = 5_000
    package static let upkeepLateMilliseconds: Int64 = 5_000
    /// An announcement is recognised by what strangers can follow, so it is another one from time to time.
    package static let announcementMilliseconds: Int64 = 6 * 60 * 60 * 1000
    /// How long it is believed where an absent device said to be.
    package static let hearsayMilliseconds: Int64 = 24 * 60 * 60 * 1000
    /// The longest address that is told: IPv6 in brackets with its port, and room to spare.
    package static let toldEndpointBytesMax = 64
}
