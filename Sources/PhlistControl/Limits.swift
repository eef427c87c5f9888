/// The limits of the control API, for clients and the daemon.
package enum Limits {
    /// The kernel keeps 108 bytes for the path of a Unix socket, and the last is the terminating zero.
    package static let socketPathSizeMax = 107
    /// A profile's name becomes part of file names.
    package static let profileNameSizeMax = 32
    /// The size of a JSON document; the daemon refuses larger ones.
    package static let requestBodySizeMax = 1 << 20
    /// An import is one request, because it is all or nothing; this is enough for a hundred thousand items.
    package static let importSizeMax = 32 << 20
    /// Far more items than a household has; planning them blocks the daemon.
    package static let importItemsMax = 100_000
    /// Time that an import may take on a slow disk.
    static let importSecondsMax = 120
    /// Time that storing a restored backup may take on a slow disk.
    static let restoreSecondsMax = 600
    /// Time that finding the other device, and the answer of a person there, may take when joining.
    static let joinSecondsMax = 360

    /// The size of a file that a photo is made from.
    package static let photoFileSizeMax = 64 << 20
    /// Time that making a photo may take.
    static let photoSecondsMax = 120
    /// Time to wait for a photo on another device.
    package static let photoWaitMilliseconds = 10_000
    /// The same while a user watches the terminal, who sees the thumbnail instead.
    package static let photoLookMilliseconds = 3_000

    /// Each reference is searched for in all lists, which blocks the daemon: more would take seconds.
    package static let referencesMax = 1000
    /// The size of a filter's due date in words; the longest words that are understood are half as long.
    package static let filterDueBytesMax = 64
    /// Two hundred years, so that the milliseconds fit into 64 bits.
    package static let purgeDaysMax = 73_000
    /// The size of a history page.
    package static let historyCountMax = 500
    /// A year of weeks: more bars do not fit on a screen.
    package static let statisticsWeeksMax = 53

    /// A reply of the daemon has a handful of short headers.
    static let headSizeMax = 16 << 10
    /// The size line of a chunk has at most sixteen digits; extensions are never sent.
    static let chunkLineSizeMax = 256
    /// About a hundred thousand items: more is a fault, not a household.
    static let replyBodySizeMax = 64 << 20
    /// An event carries one item or one list with its conflicts.
    static let eventSizeMax = 1 << 20
    /// One read from the socket.
    static let readSizeMax = 16 << 10

    /// Time that a starting daemon may keep a client waiting.
    static let startingPatience = Duration.seconds(1)
    /// Time after which a client says that the daemon is still starting: shorter waits go unnoticed.
    static let startNoticePatience = Duration.seconds(1)
    /// The most that is read of the file with the progress of a start; its longest text has 12 bytes.
    static let startTextBytesMax = 64
    /// Time to wait for a daemon that left a request unanswered; a service manager restarts it at once.
    static let restartPatience = Duration.seconds(5)
    /// Short enough to notice a ready daemon at once, long enough to cost nothing.
    static let retryMilliseconds: Int32 = 20
    /// The delay after which a signal that arrives just before a blocking call is noticed.
    static let waitSliceMilliseconds = 500
}
