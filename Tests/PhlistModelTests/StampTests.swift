import Testing

@testable import PhlistModel

struct StampTests {
    private static let start: Int64 = 1_800_000_000_000
    private static let day: Int64 = 86_400_000

    /// The last stamp's time and the wall's time, relative to the start, and which of both the next stamp takes.
    private static let table: [(last: Int64, wall: Int64, isWallTaken: Bool)] = [
        (0, 1, true), (0, day, true), (0, 30 * 365 * day, true),
        (0, 0, false), (1, 0, false), (600_000, 0, false),
        (600_001, 0, true), (day, 0, true), (80 * 365 * day, 0, true),
        // A clock that shows 1970, then the right time again.
        (0, -start, true), (-start, 0, true),
    ]

    @Test(arguments: table)
    func `the next stamp is the wall's, or one tick on when the clock stands or has stepped back a little`(
        last: Int64,
        wall: Int64,
        isWallTaken: Bool
    ) {
        let stamp = Stamp(rawValue: Stamp(milliseconds: Self.start + last).rawValue + 5)
        let next = stamp.next(wallMilliseconds: Self.start + wall)
        let expected = isWallTaken ? Stamp(milliseconds: Self.start + wall) : Stamp(rawValue: stamp.rawValue + 1)
        #expect(next == expected)
    }

    @Test func `a hundred thousand stamps in one millisecond rise`() {
        var last = Stamp(milliseconds: Self.start)
        for _ in 0..<100_000 {
            let next = last.next(wallMilliseconds: Self.start)
            guard next > last else {
                Issue.record("\(next) does not follow \(last)")
                return
            }
            last = next
        }
        // The counter of sixteen bits runs over into the milliseconds, which stays within the step that is borne.
        #expect(last.milliseconds - Self.start == 1)
    }

    @Test func `a time before 1970 counts as 1970`() {
        #expect(Stamp(milliseconds: -1) == Stamp(rawValue: 0))
        #expect(Stamp(milliseconds: Self.start).milliseconds == Self.start)
    }
}
