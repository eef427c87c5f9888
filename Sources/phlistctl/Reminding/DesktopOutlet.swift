import PhlistControl

/// Shows reminders on the desktop, through `notify-send` of libnotify: one process for each that is on the screen.
///
/// `notify-send` prints the number of the notification, then the action that somebody chose, and ends when it is gone.
/// Where the desktop offers no actions it ends at once. Interrupted, it closes the notification.
final class DesktopOutlet: ReminderOutlet {
    static let program = "notify-send"

    private let environment: [String: String]
    private let hasActions: Bool
    /// Whether the desktop reads the body as markup; nil before it was asked.
    private var knownMarkup: Bool?
    private var notices: [Notice] = []
    private var news: [ReminderNews] = []

    private struct Notice {
        let alert: ReminderAlert
        let child: ChildProgram
        var isShown = false
    }

    /// - Parameters:
    ///   - environment: The environment, with the address of the bus.
    ///   - hasActions: Whether to offer Done and Snooze, and to wait for an answer.
    init(_ environment: [String: String], hasActions: Bool) {
        (self.environment, self.hasActions) = (environment, hasActions)
    }

    var descriptors: [Int32] { notices.filter { !$0.child.hasClosed }.map(\.child.output) }

    var isRunning: Bool { !notices.isEmpty }

    var isBusy: Bool { notices.contains { $0.child.hasClosed } }

    func show(_ alert: ReminderAlert) {
        let body = isMarkup ? Self.escaped(alert.body) : alert.body
        // Without a line buffer the number would arrive only at the end.
        var arguments = ["stdbuf", "-oL", Self.program, "--app-name=phlist", "--expire-time=0", "--print-id"]
        if hasActions, alert.view != nil { arguments += ["--action=done=Done", "--action=snooze=Snooze"] }
        // It understands backslashes in the body.
        arguments += ["--", alert.title, body.replacing("\\", with: "\\\\")]
        // Of very many that nobody has answered, the oldest stay on the screen without actions.
        if notices.count >= Limits.noticesMax { notices[notices.count - Limits.noticesMax].child.terminate() }
        do throws(ControlError) {
            notices.append(Notice(alert: alert, child: try ChildProgram(arguments, environment: environment)))
        } catch {
            news.append(.failed(alert.keys, reason: error.message))
        }
    }

    func close(_ key: ReminderKey) {
        notices.filter { $0.alert.keys == [key] }.forEach { $0.child.interrupt() }
    }

    func takeNews() -> [ReminderNews] {
        for index in notices.indices { readAnswer(of: &notices[index]) }
        let ended = notices.indices.filter { notices[$0].child.hasClosed }
        var statuses: [(index: Int, status: Int32)] = []
        for index in ended { statuses += notices[index].child.takeStatus().map { [(index: index, status: $0)] } ?? [] }
        for (index, status) in statuses where !notices[index].isShown {
            let keys = notices[index].alert.keys
            news.append(
                status == 0
                    ? .shown(keys) : .failed(keys, reason: "\(Self.program) cannot show a reminder (status \(status))")
            )
        }
        for (index, _) in statuses.reversed() { notices.remove(at: index) }
        defer { news = [] }
        return news
    }

    private func readAnswer(of notice: inout Notice) {
        for line in notice.child.readLines() {
            if !notice.isShown {
                notice.isShown = true
                news.append(.shown(notice.alert.keys))
            }
            guard let key = notice.alert.keys.first else { continue }
            switch line {
            case "done": news.append(.done(key))
            case "snooze": news.append(.snoozed(key))
            default: break
            }
        }
    }

    /// Leaves what is on the screen there, but without a program that waits for an answer.
    func end() {
        notices.forEach { $0.child.terminate() }
    }

    // MARK: Markup

    /// Whether the desktop reads the body as markup, which it is asked once; without an answer, as most of them do.
    private var isMarkup: Bool {
        if let knownMarkup { return knownMarkup }
        let isMarkup = answerAboutMarkup ?? true
        knownMarkup = isMarkup
        return isMarkup
    }

    private var answerAboutMarkup: Bool? {
        let service = "org.freedesktop.Notifications"
        let question = ["busctl", "--user", "--timeout=5", "call", service, "/org/freedesktop/Notifications", service]
        guard let child = try? ChildProgram(question + ["GetCapabilities"], environment: environment) else {
            return nil
        }
        var lines: [String] = []
        while !child.hasClosed {
            ChildProgram.wait(for: [child.output], milliseconds: nil)
            lines += child.readLines()
        }
        child.wait()
        return lines.first?.contains("\"body-markup\"")
    }

    /// Returns a text as it is in the markup of notifications.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}
