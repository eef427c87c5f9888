import Glibc
package import Logging
import PhlistControl

/// Writes each event as one line to a descriptor, at once and in one piece.
///
/// The journal gets it as an entry whose values are fields, so that `journalctl PHLIST_PEER=nas` finds what is about a
/// peer. Where its socket cannot be reached, a line that starts with its priority does, as in sd-daemon(3). Values are
/// escaped, so that input from outside cannot start a line or a field of its own.
package struct LineLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    private let liveLevel: LiveLogLevel
    private var ownLevel: Logger.Level?
    private let descriptor: Int32
    private let isJournal: Bool
    private let journal: String

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is written.
    ///   - descriptor: The descriptor to write to.
    ///   - environment: Names the journal's stream in `JOURNAL_STREAM`, if the service manager made one.
    ///   - journal: The socket of the journal.
    package init(
        level: Logger.Level,
        descriptor: Int32 = STDERR_FILENO,
        environment: [String: String],
        journal: String = Self.systemJournal
    ) {
        self.init(level: LiveLogLevel(level), descriptor: descriptor, environment: environment, journal: journal)
    }

    /// Creates a handler whose level may change while it is in use.
    package init(
        level: LiveLogLevel,
        descriptor: Int32 = STDERR_FILENO,
        environment: [String: String],
        journal: String = Self.systemJournal
    ) {
        liveLevel = level
        self.journal = journal
        self.descriptor = descriptor
        isJournal = Self.isJournal(descriptor, environment["JOURNAL_STREAM"])
    }

    /// The lowest level that is written.
    package var logLevel: Logger.Level {
        get { ownLevel ?? liveLevel.value }
        set { ownLevel = newValue }
    }

    /// Accesses a value that is written on every line.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an event, which is lost when the descriptor does not accept it.
    package func log(event: LogEvent) {
        let own = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }
        let values = own.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        let message = values.reduce("\(event.message)") { "\($0) \($1.key)=\($1.value)" }.withoutCommands
        if isJournal, isSentToJournal(message, event.level.priority, values) { return }
        let line = (isJournal ? "<\(event.level.priority)>" : "\(Self.time()) \(event.level) ") + message + "\n"
        let bytes = Array(line.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    /// Sends an entry in the journal's own protocol: a line for each field, in one datagram.
    ///
    /// - Returns: Whether the journal has it.
    private func isSentToJournal(
        _ message: String,
        _ priority: Int,
        _ values: [(key: String, value: Logger.MetadataValue)]
    ) -> Bool {
        var entry = "MESSAGE=\(message)\nPRIORITY=\(priority)\nSYSLOG_IDENTIFIER=phlistd\n"
        for (key, value) in values { entry += "PHLIST_\(Self.field(key))=\("\(value)".withoutCommands)\n" }
        do throws(Errno) {
            try SocketCalls.send(Array(entry.utf8), to: journal)
            return true
        } catch {
            return false
        }
    }

    /// The name of a field has capital letters, digits and underscores.
    private static func field(_ key: String) -> String {
        String(key.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    /// The socket of systemd-journald.
    package static let systemJournal = "/run/systemd/journal/socket"

    /// Returns whether the descriptor is the stream named as `DEVICE:INODE`: a child may have inherited the variable
    /// with another stderr.
    private static func isJournal(_ descriptor: Int32, _ stream: String?) -> Bool {
        guard let stream, let status = FileStatus(descriptor: descriptor) else { return false }
        return stream == "\(status.device):\(status.inode)"
    }

    private static func time() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        let date = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday].map(twoDigits).joined(separator: "-")
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
        let milliseconds = String(1000 + now.tv_nsec / 1_000_000).dropFirst()
        return "\(date)T\(time).\(milliseconds)Z"
    }

    private static func twoDigits(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

extension Logger.Level {
    /// The priority of syslog(3).
    fileprivate var priority: Int {
        switch self {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
