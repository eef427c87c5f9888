import PhlistControl
import PhlistVocabulary
import Testing

@testable import phlistctl

/// Colour, time, and numbers as people read them.
struct TerminalTests {
    @Test(arguments: [
        (ColorMode.auto, true, ["TERM": "xterm"], true),
        (.auto, false, ["TERM": "xterm"], false),
        (.auto, true, ["TERM": "dumb"], false),
        (.auto, true, [:], false),
        (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
        (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], true),
        (.always, false, ["NO_COLOR": "1"], true),
        (.never, true, ["TERM": "xterm"], false),
    ])
    func `colour follows the option, the terminal and the environment`(
        mode: ColorMode,
        isTerminal: Bool,
        environment: [String: String],
        expected: Bool
    ) {
        #expect(mode.isColored(isTerminal: isTerminal, environment: environment) == expected)
    }

    @Test func `an instant is shown in the zone of the reader`() {
        #expect(Clock.fixed.dateTime(.now) == "2026-11-21 18:04")
        #expect(Clock.fixed.time(.now) == "18:04:12")
        #expect(Clock.fixed.dateTime(-1) == "1970-01-01 00:59")
        #expect(Clock.fixed.time(-1) == "00:59:59")
        #expect(Clock.fixed.dateTime(951_780_600_000) == "2000-02-29 00:30")
    }

    @Test(arguments: [
        (0, "1970-01-01T00:00"), (-1, "1969-12-31T23:59"), (59_999, "1970-01-01T00:00"), (60_000, "1970-01-01T00:01"),
        (86_399_999, "1970-01-01T23:59"), (86_400_000, "1970-01-02T00:00"), (-86_400_000, "1969-12-31T00:00"),
        (-86_400_001, "1969-12-30T23:59"), (951_782_400_000, "2000-02-29T00:00"), (Int64.now, "2026-11-21T17:04"),
        (Int64.max, "9999-12-31"), (Int64.min, "0001-01-01"),
    ])
    func `the present is a day and a minute`(milliseconds: Int64, expected: String) {
        let clock = Clock(now: { milliseconds }, zoneOffset: { _ in 0 })
        #expect(clock.localNow.description == expected)
        #expect(clock.today == clock.localNow.withoutTime)
    }

    @Test func `the zone of the present decides the day, also across a change to summer time`() {
        let change: Int64 = 1_774_746_000_000
        let zone: @Sendable (Int) -> Int = { $0 < 1_774_746_000 ? 3600 : 7200 }
        #expect(Clock(now: { change - 1 }, zoneOffset: zone).localNow.description == "2026-03-29T01:59")
        #expect(Clock(now: { change }, zoneOffset: zone).localNow.description == "2026-03-29T03:00")
        #expect(Clock(now: { change - 7_200_001 }, zoneOffset: zone).today.description == "2026-03-28")
        #expect(Clock(now: { change - 7_200_000 }, zoneOffset: zone).localNow.minute == 0)
    }

    @Test(arguments: [
        (0, "0 s ago"), (59_999, "59 s ago"), (60_000, "1 min ago"), (3_599_000, "59 min ago"), (3_600_000, "1 h ago"),
        (86_399_000, "23 h ago"), (86_400_000, "2026-11-20 18:04"), (-5_000, "0 s ago"),
    ])
    func `an age is told in its largest unit`(milliseconds: Int64, expected: String) {
        #expect(Clock.fixed.age(.now - milliseconds) == expected)
    }

    @Test(arguments: [(300_000, "5:00"), (299_400, "4:59"), (61_000, "1:01"), (0, "0:00"), (-9_000, "0:00")])
    func `the time that is left counts down to zero`(milliseconds: Int64, expected: String) {
        #expect(Clock.fixed.remaining(until: .now + milliseconds) == expected)
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1_250, "1.3 kB"), (999_949, "999.9 kB"), (999_950, "1.0 MB"),
        (1_234_567, "1.2 MB"), (5_000_000_000_000, "5.0 TB"), (9_000_000_000_000_000, "9000.0 TB"),
    ])
    func `bytes are rounded to one digit`(bytes: Int64, expected: String) {
        #expect(ByteCount.text(bytes) == expected)
    }

    @Test func `the system's clock and zone are usable`() {
        #expect(Clock.system.now() > .now - 1_000_000_000_000)
        #expect(Clock.system.dateTime(.now).hasPrefix("2026-11-2"))
    }
}
