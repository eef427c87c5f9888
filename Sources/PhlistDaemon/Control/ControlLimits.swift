import PhlistControl

/// What one user of the control socket can cost the daemon at most.
package enum ControlLimits {
    /// Enough for every shell and watcher of the daemon's own user, or of root; each costs a descriptor and a task.
    package static let connectionCountMax = 64
    /// Enough for the shells and watchers of another user, who cannot take the places of the rest.
    static let connectionsPerUserMax = 16
    /// The connections of all other users together: a bound for the daemon's descriptors.
    static let connectionsOfUsersMax = 64
    /// Requests of one user that are worked on at once, while more wait: each may hold a whole export in memory.
    static let requestsPerUserMax = 4
    /// Photos and imports that one user sends at once; each may take 64 MiB of the disk or of memory.
    static let uploadsPerUserMax = 4
    /// A minute for the body of a request: 64 MiB at 1 MiB a second.
    static let bodySecondsMax = 60
    /// A long reply is written in pieces of this size, so that no more of it waits for a client than a few.
    static let replyPieceBytes = 64 << 10
    /// The longest request is a few hundred titles; photos have their own route and limit.
    package static let bodySizeMax = Limits.requestBodySizeMax
    /// Far more than the lists and photos of any household; a disk is never filled with it.
    package static let backupSizeMax = 256 << 30
    /// A request or a reply that stands still this long is dead or hostile; also how long an idle connection is kept.
    package static let idleSecondsMax = 10
    /// How long a stream of events, or a backup, waits for a client that does not read: a pager, or a slow disk.
    package static let streamIdleSecondsMax = 600
    /// How long a stop waits for replies that are being written before it closes the connections.
    package static let drainSecondsMax = 5
    /// A stream of events gets this part of that time, 200 ms: it loses nothing when it is cut, and who reads has read
    /// its end by then.
    static let streamDrainDivisor: Int64 = 25
    /// A wait covers the five minutes of a pairing code; clients ask again after it.
    package static let waitMillisecondsMax = 600_000
    /// Events that are made for one subscriber at a time: it holds no more than these, however far it is behind.
    package static let eventsPerTurnMax = 64
    /// Events that are kept as they were made for one subscriber, for the others that keep up: a few commands' worth.
    package static let renderedEventCountMax = 256
    /// News of peers that wait for slow subscribers: each peer of the largest household may come and go.
    package static let peerNewsCountMax = 128
    /// Choices that a refusal names; more are looked up.
    static let choicesShownMax = 8
    /// Connections that wait for `accept`: above it `connect` waits or says EAGAIN.
    static let backlog: Int32 = 128
    /// glibc suggests 1,024 for a passwd entry; directory services send more.
    static let passwordEntryBytes = 16_384
}
