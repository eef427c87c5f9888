import PhlistHousehold

/// Sizes, counts and times of synchronisation, each with its reason.
package enum SyncLimits {
    /// A frame between members: large enough for a photo chunk or a batch, small enough not to block a slow link for
    /// long.
    package static let frameBytesMax = 256 * 1024
    /// A frame of several batches; a larger batch has a frame of its own.
    ///
    /// A frame cut off by a broken link is lost: a link that carries this much at a time brings all but the largest
    /// batches across.
    package static let batchesBytesMax = 64 * 1024
    /// Batches of one scope that may wait for their context, author or signed head; beyond it all that wait are dropped
    /// and requested again.
    ///
    /// Room for as much of every device as may come before a head vouches for it.
    package static let inboxBatchesMax = HouseholdLimits.devicesMax * HouseholdLimits.opsBetweenHeadsMax
    package static let inboxBytesMax = HouseholdLimits.devicesMax * HouseholdLimits.bytesBetweenHeadsMax
    /// An action that receivers take in as a whole.
    ///
    /// It waits in their inboxes until it is complete, so a larger one comes in parts of this size.
    static let actionBytesMax = inboxBytesMax / 4
    /// Control batches brought by a connection that are not in the log.
    static let controlPendingMax = 4 * inboxBatchesMax
    /// The same after the connection has ended, while content that came on it waits.
    static let controlPendingAfterMax = 64
    /// Bytes that may wait in all scopes together; beyond it the fullest inbox is emptied.
    static let inboxesBytesMax = 4 * inboxBytesMax
    /// Room in one scope that peers must leave for this device's own writing.
    static let scopeReserveBytes = 1024 * 1024
    /// Entries of one vector message, points included: 29 bytes each, in a frame.
    static let vectorEntriesMax = 8192
    /// Additional chains of a device that a peer brings.
    ///
    /// A device branches when its log has lost something, which is rare. More of them come slowly, so that people can
    /// notice and remove their author.
    static let branchPace = Allowance.Pace(atOnce: 64, milliseconds: 1_000)
    /// Chains of a scope reserved from branches, for devices that write there for the first time.
    static let newcomersChainsMax = 512
    /// Space for a batch and its context in a frame; the rest is for its feed and the head after it.
    static let batchWithContextBytesMax = 232 * 1024
    /// Pace at which a peer's summary requests are answered and its vectors of a scope are taken in.
    static let summaryPace = Allowance.Pace(atOnce: 32, milliseconds: 1_000)
    /// Requests of one peer that are answered later; phlist itself keeps only a few open.
    static let answersOwedMax = 32
    /// Pace of changed invitations from a peer: each is kept in the log, and more would fill the disk.
    static let invitationPace = Allowance.Pace(atOnce: 32, milliseconds: 600_000)
    /// A clock further ahead of the other devices' is not followed: longer than any wrong time zone.
    static let clockLeadMillisecondsMax: Int64 = 24 * 3_600_000
    /// Other runs of this device's key that are remembered: more have never been seen in one home.
    package static let twinsMax = 64
    /// Addresses kept of other devices.
    package static let endpointsMax = 256
    /// Addresses known only by hearsay: half is left for those that this device finds itself.
    static let endpointsByHearsayMax = endpointsMax / 2
    /// Addresses that a third device may report for one device: two networks, and both versions of IP.
    static let addressesByHearsayMax = 4
    package static let instancesMax = 128
    package static let addressesPerInstanceMax = 8
    /// Addresses that an announcement binds: at 8 bytes each they fit a text record of 256.
    package static let announcedAddressesMax = 16
    package static let dialsMax = 8
    /// Repetitions of data sent to a peer that does not name the list.
    static let unnamedRepeatsMax = 2
    /// People and devices that a joining device reports, its users first: they fit one sealed frame together.
    static let joinPeopleMax = 64
    static let joinAuthorsMax = 64
    /// Records after which a new run restates facts that only this device has: far enough apart that one hole does not
    /// take both copies.
    package static let recordsBetweenFactsMax = 256
    /// Bytes of held-back batches that are appended at once; far below the limit of a log frame.
    package static let heldBackBytesMax = 1024 * 1024

    /// Equality is proved again this often, in case a bug lost a message.
    package static let summaryMilliseconds: Int64 = 30_000
    package static let keepAliveMilliseconds: Int64 = 5_000
    /// Silence after which a peer is pinged, and after which its connection is closed.
    package static let silenceBeforePingMilliseconds: Int64 = 15_000
    package static let silenceBeforeCloseMilliseconds: Int64 = 30_000
    /// Silence after which a connection no longer blocks another one between the same two devices.
    package static let silenceBeforeDoubtMilliseconds: Int64 = 5_000
    package static let redialFirstMilliseconds: Int64 = 100
    package static let redialMillisecondsMax: Int64 = 30_000
    /// Delay between two addresses of one device: long enough for the first to answer at home, too short to notice.
    package static let dialStaggerMilliseconds: Int64 = 250
    /// A connection that lasted this long proves its address even if it carried nothing.
    package static let usefulMilliseconds: Int64 = 10_000
    /// Longest wait of a person who looks, and shortest time between dials that scripts cause.
    package static let lookMilliseconds: Int64 = 2_000
    /// Interval of upkeep; if it comes this late, the machine or the process was asleep.
    package static let upkeepMilliseconds: Int64 = 5_000
    package static let upkeepLateMilliseconds: Int64 = 5_000
    /// Strangers can track an announcement, so it changes this often.
    package static let announcementMilliseconds: Int64 = 6 * 60 * 60 * 1000
    /// Time for which an absent device's reported address is believed.
    package static let hearsayMilliseconds: Int64 = 24 * 60 * 60 * 1000
    /// The longest address that is reported: IPv6 in brackets with its port, and room to spare.
    package static let toldEndpointBytesMax = 64
}
