/// The limits of phlistctl.
enum Limits {
    /// phlistd waits no longer for anything.
    static let timeoutSecondsMax = 600
    /// How long phlistd may take when --timeout is not given.
    static let timeoutSecondsUsual = 10
    /// One question for news of a pairing code; the next follows at once.
    static let pairingWaitMilliseconds = 20_000
    /// A restart of phlistd with a large log and a slow disk takes a few seconds.
    static let restartPatienceSeconds = 30
    /// A daemon that ends the stream again and again without news is broken, and asking it for ever does not help.
    static let restartsMax = 10
    /// So many changes at once are shown by one drawing; a stream that never rests must not hide that it goes on.
    static let changesPerDrawingMax = 500
    /// More addresses than this help nobody to choose.
    static let addressesShownMax = 3
    /// A history that fits one screen.
    static let historyCountUsual = 20
    /// The longest date in words has about thirty letters; the search for what was meant takes time for each of them.
    static let dateTextSizeMax = 64
    /// So many lists or faults of a file fit on one screen, and show what they have in common.
    static let importLinesShownMax = 20
    /// A name in a file that is compared with those that mean something.
    static let memberNameSizeMax = 64
    /// Two slips of the pen; with more, short words resemble everything.
    static let dateWordSlipsMax = 2
    /// The longest command has a dozen letters; the search for what was meant takes time for each of them.
    static let commandSizeMax = 64
    /// Two slips of the pen; with more, words resemble each other that mean something else.
    static let commandSlipsMax = 2
    /// More than any note: a request with it would not fit either.
    static let editedSizeMax = 1 << 20
    /// A terminal gives no longer line.
    static let dialogLineSizeMax = 4096
    /// "yes" with a blank or two.
    static let answerSizeMax = 64
    /// Text of several lines is no wider: longer lines are hard to read.
    static let columnsMax = 100
    /// Nine digits with whatever somebody puts between them.
    static let codeLineSizeMax = 256
    /// Lines of a dump that are written at once: few calls, and no waiting for the first screen.
    static let dumpPieceSize = 64 << 10
}
