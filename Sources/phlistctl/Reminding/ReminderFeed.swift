import PhlistControl
import PhlistVocabulary

/// Knows the reminders of a person, and follows their changes across restarts of phlistd.
struct ReminderFeed {
    private let context: Context
    /// The connection for events; nil while phlistd is away.
    private var events: (any EventSource)?
    /// The cursor of the last event.
    private var cursor: String?
    /// The time before which phlistd is not tried again.
    private var nextTry = ContinuousClock.now
    /// The wait after the next failure.
    private var pause = Duration.seconds(1)
    /// When to ask again: soon after a change, because more may follow; otherwise after a while, because a person's
    /// rights can change without an event.
    private var nextReading: ContinuousClock.Instant

    /// Connects to phlistd.
    ///
    /// - Throws: `ClientError` if it is not there: at first, an error message is more useful than waiting.
    init(_ context: Context) throws {
        self.context = context
        // First the events, so that no change is missed.
        events = try context.daemon.events(after: nil, actsAs: context.actsAs, restartPatience: .zero)
        nextReading = .now
    }

    /// The descriptor to wait for; nil while phlistd is away.
    var descriptor: Int32? { events?.descriptor }

    /// The time at which `read` has something to do without an event.
    var next: ContinuousClock.Instant { events == nil ? min(nextTry, nextReading) : nextReading }

    /// Makes the next call of `read` ask phlistd.
    mutating func expire() { nextReading = .now }

    /// Returns the reminders if they may have changed; nil otherwise, and while phlistd is away.
    ///
    /// - Throws: `ControlError` if phlistd refuses, for example because the person was removed.
    mutating func read(now: CivilDate) throws -> RemindersReply? {
        do {
            try connect()
            try takeEvents()
            guard nextReading <= .now else { return nil }
            let since = now.adding(minutes: -2 * Limits.reminderDaysMax * 1440)
            let reply = try context.ask(RemindersQuery(since: since))
            let seconds =
                context.actsAs == nil ? Limits.reminderReadingSeconds : Limits.reminderReadingSecondsForOthers
            nextReading = .now + .seconds(seconds)
            return reply
        } catch ClientError.refused(let error) where error.code != .unavailable {
            nextReading = .now + .seconds(Limits.reminderReadingSecondsForOthers)
            throw error
        } catch ClientError.interrupted {
            throw ClientError.interrupted
        } catch let error as ClientError {
            lose(error)
            return nil
        }
    }

    private mutating func connect() throws {
        guard events == nil, nextTry <= .now else { return }
        events = try context.daemon.events(after: cursor, actsAs: context.actsAs, restartPatience: .zero)
        pause = .seconds(1)
        nextReading = .now
    }

    private mutating func takeEvents() throws {
        var count = 0
        while let events, count < Limits.changesPerDrawingMax, try events.hasNext() {
            guard let event = try events.next() else { throw ClientError.connectionClosed }
            (cursor, count) = (event.cursor, count + 1)
            guard ![.ready, .peerConnected, .peerDisconnected].contains(event.event) else { continue }
            nextReading = min(nextReading, ContinuousClock.now + .milliseconds(Limits.reminderQuietMilliseconds))
        }
    }

    private mutating func lose(_ error: ClientError) {
        events = nil
        nextTry = .now + pause
        nextReading = max(nextReading, nextTry)
        pause = min(pause * 2, .seconds(Limits.restartPatienceSeconds))
    }
}
