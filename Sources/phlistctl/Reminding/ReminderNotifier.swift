import PhlistControl
import PhlistVocabulary

/// Reminds one person on one device: what is due goes to the outlets, and is remembered as shown.
struct ReminderNotifier {
    private let context: Context
    private let outlets: [any ReminderOutlet]
    private var feed: ReminderFeed
    private var agenda = ReminderAgenda(ReminderRecord(since: .first))
    private var person: (id: String, name: String?, memory: ReminderMemory)?
    /// The record that is in the file.
    private var saved: ReminderRecord?
    /// The last complaint: one is not repeated each minute.
    private var complaint = ""
    /// The items that were shown since the start.
    private(set) var shown: [ReminderView] = []
    private(set) var hasFailed = false

    init(_ context: Context, _ outlets: [any ReminderOutlet]) throws {
        (self.context, self.outlets) = (context, outlets)
        feed = try ReminderFeed(context)
    }

    private var now: CivilDate { context.clock.localNow }

    // MARK: Running

    /// Reminds until it is interrupted; never returns, except by throwing.
    mutating func run() throws {
        defer { outlets.forEach { $0.end() } }
        try start()
        while true {
            guard !Interrupt.take(), !Termination.isRequested() else { throw ClientError.interrupted }
            // The zone of the machine can change while this runs.
            Clock.readZone()
            try update()
            try deliver()
            wait()
            try takeNews()
        }
    }

    /// Shows what is due now, and returns when that is done.
    mutating func runOnce() throws {
        defer { outlets.forEach { $0.end() } }
        try start()
        try deliver()
        while outlets.contains(where: \.isRunning) {
            guard !Interrupt.take(), !Termination.isRequested() else { throw ClientError.interrupted }
            wait()
            try takeNews()
        }
        try takeNews()
    }

    private mutating func start() throws {
        guard let reply = try feed.read(now: now) else { throw ClientError.connectionClosed }
        try take(reply)
    }

    private mutating func update() throws {
        do {
            guard let reply = try feed.read(now: now) else { return }
            try take(reply)
        } catch let error as ControlError where error.code != .inputOutput && error.code != .diskFull {
            // Who was removed, or no longer sees anything, hears nothing.
            agenda.update([], local: context.clock.local)
            try complain(error.message)
        }
        closeAnswered()
    }

    private mutating func take(_ reply: RemindersReply) throws {
        guard let id = reply.memberID else {
            agenda.update([], local: context.clock.local)
            return try complain("nobody has said who you are; say it with: phlistctl member me NAME")
        }
        if person?.id != id {
            let memory = try ReminderMemory(of: id, context)
            saved = try memory.read()
            person = (id, reply.member, memory)
            agenda = ReminderAgenda(saved ?? ReminderRecord(since: now))
            try save()
        }
        agenda.update(reply.reminders, local: context.clock.local)
    }

    /// Takes what was done elsewhere from the screen.
    private func closeAnswered() {
        for key in agenda.record.shown where !agenda.isPresent(key) { outlets.forEach { $0.close(key) } }
    }

    // MARK: Showing

    private mutating func deliver() throws {
        let due = agenda.takeDue(now: now)
        let words = ReminderWords(today: now.withoutTime, member: person?.name)
        let single = due.count > Limits.noticesAtOnceMax ? due.prefix(Limits.noticesAtOnceMax - 1) : due[...]
        var alerts = single.map(words.alert)
        if single.count < due.count { alerts.append(words.summary(of: Array(due[single.count...]))) }
        for alert in alerts { outlets.forEach { $0.show(alert) } }
        if !alerts.isEmpty { try takeNews() }
        try save()
    }

    /// Waits for an event, for an answer, or for the next minute in which something may be due.
    private func wait() {
        let descriptors = [feed.descriptor].compactMap(\.self) + outlets.flatMap(\.descriptors)
        let change = feed.next - ContinuousClock.now
        var milliseconds = change.components.seconds * 1000 + change.components.attoseconds / 1_000_000_000_000_000 + 1
        // A signal just before the wait is noticed after it.
        milliseconds = min(milliseconds, 60_000)
        // A timer does not count while the machine sleeps, and knows nothing of a clock that is set.
        if agenda.next(after: now) != nil { milliseconds = min(milliseconds, 60_000 - context.clock.now() % 60_000) }
        if outlets.contains(where: \.isBusy) { milliseconds = min(milliseconds, Int64(Limits.busyMilliseconds)) }
        ChildProgram.wait(for: descriptors, milliseconds: milliseconds)
    }

    private mutating func takeNews() throws {
        for news in outlets.flatMap({ $0.takeNews() }) {
            switch news {
            case .shown(let keys):
                for key in keys {
                    if let view = agenda.view(of: key), !agenda.record.shown.contains(key) { shown.append(view) }
                    agenda.shown(key, now: now)
                }
            case .failed(let keys, let reason):
                for key in keys { agenda.failed(key, now: now) }
                hasFailed = true
                try complain(reason)
            case .dropped(let keys, let reason):
                for key in keys { agenda.shown(key, now: now) }
                hasFailed = true
                try complain(reason)
            case .done(let key): try complete(key)
            case .snoozed(let key): agenda.snooze(key, now: now)
            }
        }
        try save()
    }

    private mutating func complete(_ key: ReminderKey) throws {
        do {
            _ = try context.ask(ChangeItemsRequest(items: [key.item], state: .done, today: context.clock.today))
        } catch ClientError.interrupted {
            throw ClientError.interrupted
        } catch let error as ClientError {
            // The item stays open, so the person is asked again after a while.
            agenda.snooze(key, now: now)
            try complain(error.controlError.message)
        }
        feed.expire()
    }

    // MARK: Remembering

    private mutating func save() throws {
        guard let memory = person?.memory, agenda.record != saved else { return }
        try memory.write(agenda.record)
        saved = agenda.record
    }

    private mutating func complain(_ reason: String) throws {
        guard reason != complaint else { return }
        complaint = reason
        try context.note("phlistctl notify: \(reason)")
    }
}
