import Testing

@testable import PhlistModel

/// Clocks that are wrong: causality decides first, and nothing is refused for its time.
struct ClockScenarioTests {
    private static let milk = EntityID(rawValue: 1)
    private static let year: Int64 = 365 * 86_400_000

    @Test func `2099 edits then repaired: whoever saw them replaces them, and the clock is believed again`() {
        var (ann, ben) = (Writer.device(1, clockOffset: 73 * Self.year), Writer.device(2))
        ann.write(Self.milk, FieldWrite(.title, text: "milk of 2099"))
        ben.hear(ann)
        ben.write(Self.milk, FieldWrite(.title, text: "milk"), after: 1)
        #expect(ben.values(.title, of: Self.milk) == ["milk"])
        ann.clockOffset = 0
        ann.write(Self.milk, FieldWrite(.title, text: "oat milk"), after: 2)
        #expect(ann.lastStamp == Stamp(milliseconds: Writer.start + 2))
        ben.write(Self.milk, FieldWrite(.title, text: "soy milk"), after: 3)
        ann.hear(ben)
        ben.hear(ann)
        for device in [ann, ben] {
            #expect(device.text(.title, of: Self.milk) == "soy milk")
            #expect(device.values(.title, of: Self.milk) == ["oat milk", "soy milk"])
        }
    }

    @Test func `RTC 1970 then NTP: edits of 1970 replace what their author saw, and lose nothing afterwards`() {
        var (ann, ben) = (Writer.device(1), Writer.device(2, clockOffset: -Writer.start))
        ann.write(Self.milk, FieldWrite(.title, text: "milk"))
        ben.hear(ann)
        ben.write(Self.milk, FieldWrite(.title, text: "bread"), after: 1)
        #expect(ben.lastStamp.milliseconds == 1)
        ben.clockOffset = 0
        ben.write(Self.milk, FieldWrite(.note, text: "rye"), after: 2)
        #expect(ben.lastStamp.milliseconds == Writer.start + 2)
        ann.hear(ben)
        #expect(ann.values(.title, of: Self.milk) == ["bread"])
        #expect(ann.item(Self.milk)?.updated.stamp == ben.lastStamp)
    }

    @Test func `one hour back in a burst: the last edit of a device is the one that counts`() {
        var (ann, ben) = (Writer.device(1), Writer.device(2))
        for number in 0..<40 {
            ann.clockOffset = number < 20 ? 0 : -3_600_000
            ann.write(Self.milk, FieldWrite(.title, text: "edit \(number)"), after: Int64(number))
        }
        ben.hear(ann)
        #expect(ben.values(.title, of: Self.milk) == ["edit 39"])
        #expect(ben.state.digest == ann.restarted.digest)
    }

    @Test func `same ms and counter: all devices show the same value and keep the other`() {
        var (ann, ben) = (Writer.device(1), Writer.device(2))
        ann.write(Self.milk, FieldWrite(.title, text: "ann"))
        ben.write(Self.milk, FieldWrite(.title, text: "ben"))
        #expect(ann.lastStamp == ben.lastStamp)
        let greater = ann.log[0].name < ben.log[0].name ? "ben" : "ann"
        ann.hear(ben)
        ben.hear(ann)
        for device in [ann, ben] {
            #expect(device.text(.title, of: Self.milk) == greater)
            #expect(device.state.shown(.title, of: Self.milk)?.value == Array(greater.utf8))
            #expect(device.values(.title, of: Self.milk) == ["ann", "ben"])
        }
    }
}
