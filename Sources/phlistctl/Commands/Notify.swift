import ArgumentParser
import PhlistControl
import PhlistVocabulary

/// Reminds a person of items, until it is interrupted.
struct Notify: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Show reminders on this desktop.",
        usage: "phlistctl notify [<options>]",
        discussion: """
            Shows each reminder once, with Done and Snooze where the desktop offers buttons. What came due while it \
            did not run is shown at its start, for up to seven days. The service phlist-notify runs it: \
            systemctl --user enable --now phlist-notify
            """
    )

    @Option(
        help: ArgumentHelp(
            "Run this program for each reminder, with the reminder as JSON on its standard input.",
            valueName: "program"
        ),
        completion: .file()
    )
    var command: String?

    @Flag(help: "Show what is due now, and end; with --dry-run, list what is to come.")
    var once = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard !context.isDryRun else { return try tryOut(context) }
        guard once || context.format == nil else {
            throw ControlError(.usage, "notify has no result to print; with --once it has")
        }
        let outlets = try context.reminderOutlets(command, once)
        var notifier = try ReminderNotifier(context, outlets)
        guard once else {
            try context.note("waiting for reminders; Ctrl-C ends")
            return try Termination.noticed { try notifier.run() }
        }
        try Termination.noticed { try notifier.runOnce() }
        try show(notifier.shown, context)
        guard !notifier.hasFailed else {
            throw ControlError(.unavailable, "not every reminder could be shown")
        }
    }

    /// Shows what is to come, without reminding anybody.
    private func tryOut(_ context: Context) throws {
        let reply = try context.ask(RemindersQuery(since: context.clock.localNow))
        let dates = DateText(today: context.clock.today)
        let lines = reply.reminders.map { view -> TerminalText in
            "\(dates.short(view.moments[0]))  \(view.title) (\(view.shortID), \(view.listTitle))"
        }
        let words: [TerminalText] = lines.isEmpty ? ["nothing to be reminded of"] : lines
        try context.show(reply, Page(words: words, rows: rows(reply.reminders), ids: reply.reminders.map(\.id)))
    }

    private func show(_ views: [ReminderView], _ context: Context) throws {
        let dates = DateText(today: context.clock.today)
        let lines = views.map { view -> TerminalText in
            let due: TerminalText = view.due.map { ", due \(dates.long($0))" } ?? ""
            return "reminded of \(view.title) (\(view.shortID), \(view.listTitle))\(due)"
        }
        let page = Page(words: lines, rows: rows(views), ids: views.map(\.id))
        try context.show(RemindedReply(reminders: views), page)
    }

    private func rows(_ views: [ReminderView]) -> [[String]] {
        views.map { view in
            [
                view.id, view.moments[0].description, view.listTitle, view.title, view.due?.description ?? "",
                view.assignee ?? "",
            ]
        }
    }
}

/// The document of `notify --once --json`.
private struct RemindedReply: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var reminders: [ReminderView]
}
