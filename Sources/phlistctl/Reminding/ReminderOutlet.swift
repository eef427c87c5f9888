import PhlistControl

/// A place where reminders are shown, such as a desktop.
protocol ReminderOutlet: AnyObject {
    /// Begins to show a reminder; news will follow.
    func show(_ alert: ReminderAlert)

    /// Takes a reminder back that is still on the screen.
    func close(_ key: ReminderKey)

    /// The descriptors to wait for.
    var descriptors: [Int32] { get }

    /// Whether something of it is still running.
    var isRunning: Bool { get }

    /// Whether there will be news soon that no descriptor tells of.
    var isBusy: Bool { get }

    /// Returns what has happened since the last call.
    func takeNews() -> [ReminderNews]

    /// Ends what still runs.
    func end()
}

/// A reminder in words, of one item, or of all for which there was no room.
struct ReminderAlert {
    /// Never empty.
    var keys: [ReminderKey]
    /// The item; nil for a summary of several.
    var view: ReminderView?
    /// One line.
    var title: String
    /// Lines of plain text.
    var body: String
    /// The name of the person; nil for the house.
    var member: String?
}

/// The fate of a reminder.
enum ReminderNews: Equatable {
    case shown([ReminderKey])
    /// It could not be shown, and is tried again.
    case failed([ReminderKey], reason: String)
    /// It could not be shown, and is not tried again.
    case dropped([ReminderKey], reason: String)
    /// The person has done it.
    case done(ReminderKey)
    case snoozed(ReminderKey)
}
