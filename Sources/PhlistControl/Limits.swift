/// The limits of the control API's client.
package enum Limits {
    /// The kernel keeps 108 bytes for the path of a Unix socket, and the last is the terminating zero.
    package static let socketPathSizeMax = 107
    /// A profile's name becomes part of file names.
    package static let profileNameSizeMax = 32
    /// The daemon takes no larger JSON document, so a client need not send one.
    package static let requestBodySizeMax = 1 << 20
    /// Lists that are brought in go as one request, because all of it or nothing is taken: a hundred thousand items.
    package static let importSizeMax = 32 << 20
    /// More are several households; planning them is the only thing that the daemon does meanwhile.
    package static let importItemsMax = 100_000
    /// How long the daemon may take for them, on a slow disk.
    static let importSecondsMax = 120
    /// The model takes no longer title; a client says so itself, because a very long one does not fit a request.
    package static let titleSizeMax = 1 << 10
    /// The same for a note.
    package static let noteSizeMax = 32 << 10
    /// The same for a quantity, a tag, and the tags of an item.
    package static let quantitySizeMax = 64
    package static let tagSizeMax = 64
    package static let itemTagsMax = 64

    /// The file that a photo is made from.
    package static let photoFileSizeMax = 64 << 20
    /// How long the daemon may take to make a photo of it.
    static let photoSecondsMax = 120
    /// How long a photo that another device has is waited for.
    package static let photoWaitMilliseconds = 10_000
    /// The same for somebody who looks at the terminal meanwhile, and sees the small picture instead.
    package static let photoLookMilliseconds = 3_000

    /// Each reference is looked up among all that there is, and nothing else is done meanwhile: more takes seconds.
    package static let referencesMax = 1000
    /// Two hundred years; the time stays a number.
    package static let purgeDaysMax = 73_000
    /// A page of a history; who wants more asks for the next one.
    package static let historyCountMax = 500

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

    /// How long a daemon that is just starting may keep a client waiting.
    static let startingPatience = Duration.seconds(1)
    /// How long a daemon that went away with a request unanswered is waited for: a service manager restarts it at once.
    static let restartPatience = Duration.seconds(5)
    /// Short enough that a daemon that has become ready is noticed at once, long enough to cost nothing.
    static let retryMilliseconds: Int32 = 20
    /// A signal that arrives just before a blocking call is noticed after this time.
    static let waitSliceMilliseconds = 500
}
