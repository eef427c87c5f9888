import PhlistControl
import PhlistVocabulary

/// Decides what to remind a person of, and when; pure, with the wall clock as an argument.
struct ReminderAgenda {
    private(set) var record: ReminderRecord
    /// The present reminders.
    private var views: [ReminderKey: ReminderView] = [:]
    /// When the item of each was set, by the wall clock of this device.
    private var setAt: [ReminderKey: CivilDate] = [:]
    /// Those that are being shown, or that could not be shown, with the moment for the next attempt.
    private var attempts: [ReminderKey: CivilDate?] = [:]

    /// A reminder to show.
    struct Alert: Equatable {
        let key: ReminderKey
        let view: ReminderView
    }

    init(_ record: ReminderRecord) {
        self.record = record
    }

    /// Takes what phlistd knows now in place of what it knew before.
    ///
    /// - Parameters:
    ///   - reminders: All items with their moments, from `firstMoment(now:)` on.
    ///   - local: Returns the wall clock at an instant.
    mutating func update(_ reminders: [ReminderView], local: (Int64) -> CivilDate) {
        (views, setAt) = ([:], [:])
        for view in reminders {
            let time = local(view.setAt)
            for moment in view.moments {
                let key = ReminderKey(item: view.id, moment: moment)
                (views[key], setAt[key]) = (view, time)
            }
        }
        record.snoozed = record.snoozed.filter { views[$0.key] != nil }
    }

    /// The first moment that can still matter.
    static func firstMoment(now: CivilDate) -> CivilDate {
        now.adding(minutes: -Limits.reminderDaysMax * 1440) ?? .first
    }

    /// Whether the item is still open and has this reminder.
    func isPresent(_ key: ReminderKey) -> Bool { views[key] != nil }

    /// The item of a reminder; nil if it is not there any longer.
    func view(of key: ReminderKey) -> ReminderView? { views[key] }

    // MARK: What is due

    /// Returns what is to be shown now, the earliest first, and expects to be told what became of each.
    mutating func takeDue(now: CivilDate) -> [Alert] {
        straighten(now: now)
        let due = views.keys.filter { isDue($0, now: now) }.sorted()
        for key in due { attempts.updateValue(nil, forKey: key) }
        return due.compactMap { key in views[key].map { Alert(key: key, view: $0) } }
    }

    /// Corrects what a clock that was ahead has left.
    private mutating func straighten(now: CivilDate) {
        record.since = min(record.since, now)
        let latest = now.adding(minutes: Limits.snoozeMinutes) ?? .last
        record.snoozed = record.snoozed.mapValues { min($0, latest) }
    }

    private func isDue(_ key: ReminderKey, now: CivilDate) -> Bool {
        if let attempt = attempts[key] {
            guard let next = attempt, next <= now else { return false }
        }
        guard !record.shown.contains(key) else { return record.snoozed[key].map { $0 <= now } ?? false }
        return key.moment <= now && isShowable(key, now: now)
    }

    /// Whether a reminder may be shown once its moment has come: not one from before the first run, one that is too
    /// old, or one that was past already when somebody set it.
    private func isShowable(_ key: ReminderKey, now: CivilDate) -> Bool {
        guard key.moment >= record.since, key.moment >= Self.firstMoment(now: now) else { return false }
        // A time in the future was recorded by a clock that was ahead.
        guard let setAt = setAt[key], setAt <= now else { return true }
        return key.moment >= setAt
    }

    /// Returns the next moment at which something may be due; nil if there is none.
    func next(after now: CivilDate) -> CivilDate? {
        let moments = views.keys.filter { !record.shown.contains($0) && attempts[$0] == nil }.map(\.moment)
        let others = Array(record.snoozed.values) + attempts.values.compactMap(\.self)
        return (moments + others).filter { $0 > now }.min()
    }

    // MARK: What became of it

    /// Notes that a reminder was shown.
    mutating func shown(_ key: ReminderKey, now: CivilDate) {
        attempts[key] = nil
        record.snoozed[key] = nil
        record.shown.insert(key)
        record.prune(before: Self.firstMoment(now: now))
    }

    /// Notes that a reminder could not be shown, and tries it again in a minute.
    mutating func failed(_ key: ReminderKey, now: CivilDate) {
        let isPending = !record.shown.contains(key) || record.snoozed[key] != nil
        attempts[key] = isPending ? now.adding(minutes: 1) : nil
    }

    /// Shows a reminder again after a while.
    mutating func snooze(_ key: ReminderKey, now: CivilDate) {
        record.snoozed[key] = now.adding(minutes: Limits.snoozeMinutes)
    }
}
