import PhlistControl
import PhlistVocabulary

/// Runs a program of the user for each reminder: for mail, a message to a phone, or a speaker.
///
/// It gets the reminder as a JSON document on its standard input, and the parts of it as variables; no shell sees them.
/// The status 75, EX_TEMPFAIL, asks for another attempt; any other failure is reported once.
final class CommandOutlet: ReminderOutlet {
    private static let temporaryFailure: Int32 = 75
    /// The variable that names the program.
    static let variable = "PHLIST_NOTIFY_COMMAND"

    private let program: String
    private let environment: [String: String]
    private var runs: [Run] = []
    private var news: [ReminderNews] = []

    private struct Run {
        let keys: [ReminderKey]
        let child: ChildProgram
        let deadline: ContinuousClock.Instant
    }

    /// The document that the program reads.
    struct Document: Codable, Equatable {
        var schemaVersion = PhlistControl.schemaVersion
        var member: String?
        var moment: CivilDate
        /// One line about the item, and lines about its list and its date.
        var title: String
        var body: String
        /// Nil for a summary of several.
        var item: ReminderView?
    }

    init(_ program: String, _ environment: [String: String]) {
        (self.program, self.environment) = (program, environment)
    }

    var descriptors: [Int32] { runs.filter { !$0.child.hasClosed }.map(\.child.output) }

    var isRunning: Bool { !runs.isEmpty }

    /// Its time may be over.
    var isBusy: Bool { isRunning }

    func show(_ alert: ReminderAlert) {
        guard let key = alert.keys.first else { return }
        let document = Document(
            member: alert.member,
            moment: key.moment,
            title: alert.title,
            body: alert.body,
            item: alert.view
        )
        do {
            let child = try ChildProgram(
                [program],
                environment: environment.merging(Self.variables(document)) { $1 },
                input: Array("\(JSONText.encode(document))\n".utf8)
            )
            let deadline = ContinuousClock.now + .seconds(Limits.commandSecondsMax)
            runs.append(Run(keys: alert.keys, child: child, deadline: deadline))
        } catch {
            let reason = (error as? ControlError)?.message ?? "a reminder cannot be written as JSON"
            // Nothing has run that could do something twice, and the program may come back.
            news.append(.failed(alert.keys, reason: reason))
        }
    }

    /// Returns the variables for a reminder; none for what is empty.
    private static func variables(_ document: Document) -> [String: String] {
        let variables: [String: String?] = [
            "PHLIST_TITLE": document.title, "PHLIST_BODY": document.body,
            "PHLIST_MOMENT": document.moment.description, "PHLIST_MEMBER": document.member,
            "PHLIST_ITEM": document.item?.id, "PHLIST_LIST": document.item?.listTitle,
            "PHLIST_DUE": document.item?.due?.description, "PHLIST_ASSIGNEE": document.item?.assignee,
        ]
        return variables.compactMapValues(\.self)
    }

    func close(_ key: ReminderKey) {}

    func takeNews() -> [ReminderNews] {
        var running: [Run] = []
        for run in runs {
            // What it prints is its own affair.
            _ = run.child.readLines()
            let isLate = ContinuousClock.now >= run.deadline
            if isLate { run.child.abort() }
            guard let status = run.child.takeStatus() else {
                running.append(run)
                continue
            }
            switch (isLate, status) {
            case (false, 0): news.append(.shown(run.keys))
            case (false, Self.temporaryFailure):
                news.append(.failed(run.keys, reason: "\(program) asks for another attempt (status 75)"))
            case (true, _):
                report(run.keys, "\(program) took longer than \(Limits.commandSecondsMax) seconds and was ended")
            case (false, _): report(run.keys, "\(program) failed (status \(status))")
            }
        }
        runs = running
        defer { news = [] }
        return news
    }

    /// The reminder is not shown again: a program that always fails would otherwise run once a minute for days.
    private func report(_ keys: [ReminderKey], _ reason: String) {
        news.append(.dropped(keys, reason: reason))
    }

    func end() {
        runs.forEach { $0.child.terminate() }
    }
}
