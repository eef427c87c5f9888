import PhlistControl

/// The resources that one user of the control socket can use at most.
package enum ControlLimits {
    /// Enough for every shell and watcher of the daemon's own user, or of root; each costs a descriptor and a task.
    ///
    /// A connection counts until phlistd has seen its end, so that 64 busy clients need more than 64.
    package static let connectionCountMax = 128
    /// Enough for the shells and watchers of another user, who cannot take the places of the rest.
    static let connectionsPerUserMax = 16
    /// The connections of all other users together: a bound for the daemon's descriptors.
    static let connectionsOfUsersMax = 64
    /// Concurrent requests of one user, while more wait: each may hold a whole export in memory.
    static let requestsPerUserMax = 4
    /// Concurrent uploads of photos and imports by one user; each may take 64 MiB of the disk or of memory.
    static let uploadsPerUserMax = 4
    /// A minute for the body of a request: 64 MiB at 1 MiB a second.
    static let bodySecondsMax = 60
    /// The pieces of a long reply; only a few of them wait for the client.
    static let replyPieceBytes = 64 << 10
    /// The longest request is a few hundred titles; photos have their own route and limit.
    package static let bodySizeMax = Limits.requestBodySizeMax
    /// Far more than the lists and photos of any household, so that a disk is never filled with it.
    package static let backupSizeMax = 256 << 30
    /// A request or reply without progress for this long is dead or hostile; also the time that an idle connection is
    /// kept.
    package static let idleSecondsMax = 10
    /// The time that a stream of events or a backup waits for a client that does not read: a pager, or a slow disk.
    package static let streamIdleSecondsMax = 600
    /// The time after which a stream of events without any sends an empty line: half of what a client need wait for it.
    static let silenceSecondsMax = 30
    /// The time that a stop waits for pending replies before it closes the connections.
    package static let drainSecondsMax = 5
    /// A stream of events gets this part of that time, 200 ms: it loses nothing when it is cut, and an active reader
    /// has read its end by then.
    static let streamDrainDivisor: Int64 = 25
    /// A wait covers the five minutes of a pairing code; clients ask again after it.
    package static let waitMillisecondsMax = 600_000
    /// The size of a batch of events for one subscriber, which holds no more than these, however far behind it is.
    package static let eventsPerTurnMax = 64
    /// Events rendered for one subscriber and kept for others that keep up: a few commands' worth.
    package static let renderedEventCountMax = 256
    /// Changes of peers that wait for slow subscribers: each peer of the largest household may connect and disconnect.
    package static let peerNewsCountMax = 128
    /// Connections that wait for `accept`; beyond it `connect` waits or fails with EAGAIN.
    static let backlog: Int32 = 128
    /// glibc suggests 1,024 for a passwd entry; directory services send more.
    static let passwordEntryBytes = 16_384
}
