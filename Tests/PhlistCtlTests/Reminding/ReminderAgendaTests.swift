import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import phlistctl

/// What a person is reminded of on one device, with a clock that a test sets.
struct ReminderAgendaTests {
    private static func date(_ text: String) -> CivilDate { CivilDate(text) ?? .first }

    private static func key(_ item: String, _ moment: String) -> ReminderKey {
        ReminderKey(item: item, moment: date(moment))
    }

    /// An item that was set long ago, or at a minute after the last century.
    private static func view(_ item: String, _ moments: String..., setAt: String = "2000-01-01T00:00") -> ReminderView {
        ReminderView(
            id: item,
            shortID: item,
            listID: "home",
            listTitle: "Home",
            title: item,
            moments: moments.map(date),
            setAt: Int64(date(setAt).minutes(since: .first))
        )
    }

    /// The wall clock at a number of minutes since the first day.
    private static func local(_ minutes: Int64) -> CivilDate { CivilDate.first.adding(minutes: Int(minutes)) ?? .last }

    /// A device that reminds, and what it has shown.
    private struct Machine {
        var agenda: ReminderAgenda

        init(since: String) { agenda = ReminderAgenda(ReminderRecord(since: date(since))) }

        mutating func learn(_ views: ReminderView...) { agenda.update(views, local: local) }

        /// Shows all that is due, and returns the items.
        mutating func show(at now: String) -> [String] {
            let due = agenda.takeDue(now: date(now))
            for alert in due { agenda.shown(alert.key, now: date(now)) }
            return due.map(\.view.id)
        }

        /// Ends, and begins again with what is in the file.
        mutating func restart() throws {
            let text = try JSONText.encode(agenda.record)
            agenda = ReminderAgenda(try JSONText.decode(ReminderRecord.self, from: Array(text.utf8)))
        }
    }

    @Test func `each moment is shown once, at its minute`() throws {
        var machine = Machine(since: "2026-11-27T08:00")
        machine.learn(Self.view("milk", "2026-11-27T09:00", "2026-11-27T10:00"))
        #expect(machine.show(at: "2026-11-27T08:59") == [])
        #expect(machine.agenda.next(after: Self.date("2026-11-27T08:59")) == Self.date("2026-11-27T09:00"))
        #expect(machine.show(at: "2026-11-27T09:00") == ["milk"])
        #expect(machine.show(at: "2026-11-27T09:00") == [])
        try machine.restart()
        machine.learn(Self.view("milk", "2026-11-27T09:00", "2026-11-27T10:00"))
        #expect(machine.agenda.next(after: Self.date("2026-11-27T09:01")) == Self.date("2026-11-27T10:00"))
        #expect(machine.show(at: "2026-11-27T10:01") == ["milk"])
        #expect(machine.agenda.next(after: Self.date("2026-11-27T10:01")) == nil)
    }

    @Test
    func `what came due while the machine was off is shown at start, for seven days, but not from before the first`() {
        var machine = Machine(since: "2026-11-10T12:00")
        machine.learn(
            Self.view("first", "2026-11-10T11:59"),
            Self.view("old", "2026-11-20T08:59"),
            Self.view("bread", "2026-11-20T09:00"),
            Self.view("milk", "2026-11-27T08:00")
        )
        #expect(machine.show(at: "2026-11-27T09:00") == ["bread", "milk"])
    }

    @Test func `a late edit is shown, unless it was past when it was made`() {
        var machine = Machine(since: "2026-11-10T12:00")
        machine.learn()
        #expect(machine.show(at: "2026-11-27T12:00") == [])
        machine.learn(
            Self.view("milk", "2026-11-27T09:00", setAt: "2026-11-27T08:00"),
            Self.view("past", "2026-11-27T09:00", setAt: "2026-11-27T09:01"),
            Self.view("now", "2026-11-27T09:00", setAt: "2026-11-27T09:00"),
            // Its clock is ahead, so nothing is known.
            Self.view("ahead", "2026-11-27T09:00", setAt: "2027-01-01T00:00")
        )
        #expect(machine.show(at: "2026-11-27T12:01") == ["ahead", "milk", "now"])
    }

    @Test func `what was put off comes again, also after a restart, unless it is done`() throws {
        var machine = Machine(since: "2026-11-27T08:00")
        let milk = Self.view("milk", "2026-11-27T09:00")
        machine.learn(milk)
        #expect(machine.show(at: "2026-11-27T09:00") == ["milk"])
        machine.agenda.snooze(Self.key("milk", "2026-11-27T09:00"), now: Self.date("2026-11-27T09:03"))
        try machine.restart()
        machine.learn(milk)
        #expect(machine.show(at: "2026-11-27T09:12") == [])
        #expect(machine.agenda.next(after: Self.date("2026-11-27T09:12")) == Self.date("2026-11-27T09:13"))
        #expect(machine.show(at: "2026-11-27T09:13") == ["milk"])
        #expect(machine.show(at: "2026-11-27T09:30") == [])
        machine.agenda.snooze(Self.key("milk", "2026-11-27T09:00"), now: Self.date("2026-11-27T09:30"))
        machine.learn()
        #expect(!machine.agenda.isPresent(Self.key("milk", "2026-11-27T09:00")))
        #expect(machine.show(at: "2026-11-27T10:00") == [])
        #expect(machine.agenda.record.snoozed.isEmpty)
    }

    @Test func `what is done elsewhere is not shown, and not again when it is opened`() {
        var machine = Machine(since: "2026-11-27T08:00")
        machine.learn(Self.view("milk", "2026-11-27T09:00"), Self.view("tea", "2026-11-27T09:00"))
        machine.learn(Self.view("tea", "2026-11-27T09:00"))
        #expect(machine.show(at: "2026-11-27T09:00") == ["tea"])
        machine.learn()
        machine.learn(Self.view("tea", "2026-11-27T09:00"))
        #expect(machine.show(at: "2026-11-27T09:05") == [])
        // Put off to another day, it is another reminder.
        machine.learn(Self.view("tea", "2026-11-28T09:00"))
        #expect(machine.show(at: "2026-11-28T09:00") == ["tea"])
    }

    @Test func `a clock that is set back, or was ahead, neither repeats nor silences`() throws {
        var machine = Machine(since: "2026-11-27T08:00")
        let views = (Self.view("milk", "2026-11-27T09:00"), Self.view("tea", "2026-11-27T11:00"))
        machine.learn(views.0, views.1)
        #expect(machine.show(at: "2026-11-27T10:00") == ["milk"])
        machine.agenda.snooze(Self.key("milk", "2026-11-27T09:00"), now: Self.date("2026-11-27T10:00"))
        #expect(machine.show(at: "2026-11-27T08:30") == [])
        #expect(machine.show(at: "2026-11-27T08:40") == ["milk"])
        #expect(machine.show(at: "2026-11-27T11:00") == ["tea"])
        // A year ahead and back again.
        #expect(machine.show(at: "2027-11-27T09:00") == [])
        try machine.restart()
        machine.learn(views.0, views.1)
        #expect(machine.show(at: "2026-11-27T12:00") == [])
        // A first start with a clock that was ahead.
        var other = Machine(since: "2027-11-27T08:00")
        other.learn(views.0)
        #expect(other.show(at: "2026-11-27T08:59") == [])
        #expect(other.show(at: "2026-11-27T09:00") == ["milk"])
    }

    @Test func `what could not be shown is tried again a minute later`() {
        var machine = Machine(since: "2026-11-27T08:00")
        machine.learn(Self.view("milk", "2026-11-27T09:00"))
        let now = Self.date("2026-11-27T09:00")
        #expect(machine.agenda.takeDue(now: now).count == 1)
        // Nobody has said what became of it.
        #expect(machine.agenda.takeDue(now: now).isEmpty)
        machine.agenda.failed(Self.key("milk", "2026-11-27T09:00"), now: now)
        #expect(machine.agenda.takeDue(now: now).isEmpty)
        #expect(machine.agenda.next(after: now) == Self.date("2026-11-27T09:01"))
        #expect(machine.show(at: "2026-11-27T09:01") == ["milk"])
        // Another outlet fails later.
        machine.agenda.failed(Self.key("milk", "2026-11-27T09:00"), now: now)
        #expect(machine.show(at: "2026-11-27T09:05") == [])
    }

    @Test func `what was snoozed and could not be shown again is tried a minute later, too`() {
        var machine = Machine(since: "2026-11-27T08:00")
        machine.learn(Self.view("milk", "2026-11-27T09:00"))
        #expect(machine.show(at: "2026-11-27T09:00") == ["milk"])
        let (key, later) = (Self.key("milk", "2026-11-27T09:00"), Self.date("2026-11-27T09:10"))
        machine.agenda.snooze(key, now: Self.date("2026-11-27T09:00"))
        #expect(machine.agenda.takeDue(now: later).count == 1)
        machine.agenda.failed(key, now: later)
        #expect(machine.agenda.takeDue(now: later).isEmpty)
        #expect(machine.agenda.next(after: later) == Self.date("2026-11-27T09:11"))
        #expect(machine.show(at: "2026-11-27T09:11") == ["milk"])
    }

    @Test func `of very many only those of the last days are remembered`() throws {
        var machine = Machine(since: "2026-01-01T00:00")
        let old = Self.date("2026-01-02T00:00")
        for number in 0...Limits.remindersKeptMax {
            let key = ReminderKey(item: "\(number)", moment: old.adding(minutes: number) ?? .last)
            machine.agenda.shown(key, now: key.moment)
        }
        #expect(machine.agenda.record.shown.count == Limits.remindersKeptMax + 1)
        machine.agenda.shown(Self.key("new", "2026-11-27T09:00"), now: Self.date("2026-11-27T09:00"))
        #expect(machine.agenda.record.shown == [Self.key("new", "2026-11-27T09:00")])
        try machine.restart()
        #expect(machine.agenda.record.shown == [Self.key("new", "2026-11-27T09:00")])
    }

    // MARK: Random lives

    /// A reminder in a random life, in minutes.
    private struct Fate {
        var moment: Int
        /// When it was set, and when it arrives on the device.
        var setAt: Int
        var arrival: Int
        /// When it is done, as the device learns it.
        var end: Int
    }

    /// Asks of each minute only what the rules say, with no state but the number of times.
    private static func isExpected(_ fate: Fate, on: [Bool], since: Int) -> Bool {
        on.indices.contains { minute in
            on[minute] && (fate.arrival..<fate.end).contains(minute) && fate.moment <= minute
                && minute - fate.moment <= 7 * 1440 && fate.moment >= since && fate.moment >= fate.setAt
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `in a random life each reminder comes as often as the rules say, once or never`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let start = Self.date("2026-12-20T00:00")
        let length = 12 * 1440
        func at(_ minute: Int) -> CivilDate { start.adding(minutes: minute) ?? .last }
        var on = [Bool](repeating: false, count: length)
        for _ in 0..<6 {
            let first = Int.random(in: 0..<length, using: &random)
            for minute in first..<min(length, first + Int.random(in: 1...2000, using: &random)) { on[minute] = true }
        }
        let fates = (0..<20).map { _ -> Fate in
            let setAt = Int.random(in: 0..<length, using: &random)
            let arrival = setAt + Int.random(in: 0...3000, using: &random)
            return Fate(
                moment: Int.random(in: 0..<length, using: &random),
                setAt: setAt,
                arrival: arrival,
                end: arrival + Int.random(in: 1...6000, using: &random)
            )
        }
        let since = on.firstIndex(of: true) ?? length
        var counts = [Int](repeating: 0, count: fates.count)
        var record = ReminderRecord(since: at(since))
        var agenda = ReminderAgenda(record)
        var known: [Int] = []
        for minute in on.indices where on[minute] {
            let isStart = minute == 0 || !on[minute - 1]
            if isStart { agenda = ReminderAgenda(record) }
            let present = fates.indices.filter { (fates[$0].arrival..<fates[$0].end).contains(minute) }
            if isStart || present != known {
                let views = present.map { index in
                    Self.view(
                        "\(index)",
                        at(fates[index].moment).description,
                        setAt: at(fates[index].setAt).description
                    )
                }
                agenda.update(views, local: Self.local)
            }
            known = present
            for alert in agenda.takeDue(now: at(minute)) {
                counts[Int(alert.key.item) ?? 0] += 1
                agenda.shown(alert.key, now: at(minute))
            }
            record = agenda.record
        }
        #expect(counts == fates.map { Self.isExpected($0, on: on, since: since) ? 1 : 0 })
    }
}
