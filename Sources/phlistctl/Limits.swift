/// The limits of phlistctl.
enum Limits {
    /// Largest value for --timeout: phlistd never waits longer than this.
    static let timeoutSecondsMax = 600
    /// Default for --timeout.
    static let timeoutSecondsUsual = 10
    /// Time that one request waits for news of a pairing code; the next follows at once.
    static let pairingWaitMilliseconds = 20_000
    /// Time to wait for a restart of phlistd, which takes a few seconds with a large log and a slow disk.
    static let restartPatienceSeconds = 30
    /// Connections in a row that bring no event, after which the daemon counts as broken.
    static let restartsMax = 10
    /// Changes shown by one drawing; a stream that never rests must still show progress.
    static let changesPerDrawingMax = 500
    /// Addresses shown for pairing; more do not help to choose.
    static let addressesShownMax = 3
    /// Default for the number of history entries: one screen.
    static let historyCountUsual = 20
    /// Longest text parsed as a date: valid ones have up to about thirty letters, and suggestions take time for each.
    static let dateTextSizeMax = 64
    /// Lists or faults of a file that are shown: they fit on one screen and show what they have in common.
    static let importLinesShownMax = 20
    /// Lists of a backup whose audience is shown: they fit on one screen.
    static let audiencesShownMax = 20
    /// Longest name in a file that is compared with the known ones.
    static let memberNameSizeMax = 64
    /// Typing mistakes in a date word for which there is a suggestion; with more, short words resemble everything.
    static let dateWordSlipsMax = 2
    /// Longest word compared with commands: these have up to a dozen letters, and suggestions take time for each.
    static let commandSizeMax = 64
    /// Typing mistakes in a command for which there is a suggestion; with more, unrelated words resemble each other.
    static let commandSlipsMax = 2
    /// Largest text taken from an editor: larger than any note, and too large for a request.
    static let editedSizeMax = 1 << 20
    /// Longest line that a terminal delivers.
    static let dialogLineSizeMax = 4096
    /// Room for "yes" with some spaces.
    static let answerSizeMax = 64
    /// Largest width of wrapped text; longer lines are hard to read.
    static let columnsMax = 100
    /// Bytes of a QR code of the largest version, with the lowest level of error correction (ISO/IEC 18004).
    static let codeSizeMax = 2953
    /// Sections named when another one was meant: enough to show what they are called.
    static let sectionsNamedMax = 5
    /// Items named in a command to type; more do not fit a line.
    static let itemsInHintMax = 5
    /// Room for nine digits and any separators.
    static let codeLineSizeMax = 256
    /// Time for the rest of a key's sequence, after which a lone escape character is the key Esc.
    static let escapeMilliseconds = 50
    /// Longest sequence of a key; terminals send up to a dozen bytes.
    static let keySequenceSizeMax = 32
    /// Largest paste into a line: larger than any title, so that too long a text is refused instead of cut.
    static let pasteSizeMax = 64 << 10
    /// Largest line typed in `shop`, for the same reason.
    static let typedLineSizeMax = 128 << 10
    /// Bytes of keys read at once.
    static let keysReadSizeMax = 4096
    /// Longest time that `shop` waits at once; a signal just before the wait is noticed after it.
    static let shopWaitMilliseconds = 500
    /// Days for which a missed reminder is still worth showing.
    static let reminderDaysMax = 7
    /// Reminders remembered as shown, however old: those of years, in less than a second of writing.
    static let remindersKeptMax = 2000
    /// Largest record of reminders that is read.
    static let reminderRecordSizeMax = 16 << 20
    /// Minutes after which a reminder that was put off comes again.
    static let snoozeMinutes = 10
    /// Time from a change to the reading of reminders: changes come in bursts.
    static let reminderQuietMilliseconds = 500
    /// Seconds after which reminders are read again without a change, as rights can change without one.
    static let reminderReadingSeconds = 600
    /// The same when acting as another member: their private lists send this login no events.
    static let reminderReadingSecondsForOthers = 60
    /// Reminders shown at once, the last of them a summary of all others.
    static let noticesAtOnceMax = 10
    /// Notifications that wait for an answer.
    static let noticesMax = 20
    /// Titles in a summary: more do not fit a notification.
    static let titlesInSummaryMax = 10
    /// Longest time that the program for a reminder may take.
    static let commandSecondsMax = 30
    /// Time between two looks at a program that is about to end.
    static let busyMilliseconds = 200
    /// Input of a program: as much as a pipe takes without a reader, less a page.
    static let childInputSizeMax = 60 << 10
    /// Output of a program that is read; answers are one word.
    static let childOutputSizeMax = 64 << 10
    /// Bytes of a dump written at once: few calls, but no delay before the first screen.
    static let dumpPieceSize = 64 << 10
}
