import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

/// A log with a split in one of its feeds, of which a hole has swallowed some.
struct SplitAndHoleTests {
    /// Anna and a copy of her disk have written under one name, both have met Ben, and all hold the same.
    ///
    /// - Returns: Them, and where in Ben's log the household begins that he has joined.
    private static func home() throws -> (home: Home, start: Int) {
        let before = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (before.devices[0], before.devices[1])
        anna.give(anna.add("eggs"))
        let start = ben.log.count
        try before.join(1, to: 0, shareLists: true)
        before.connect(0, 1)
        before.disconnect()
        let copy = try anna.copied()
        for title in ["milk", "bread", "salt"] { anna.give(anna.add(title)) }
        for title in ["tea", "rice"] { copy.give(copy.add(title)) }
        let home = Home(anna, ben, copy)
        home.connect(0, 1)
        home.connect(2, 1)
        home.compareAgain()
        home.disconnect()
        return (home, start)
    }

    private static let titles: Set<String> = ["eggs", "milk", "bread", "salt", "tea", "rice"]

    @Test func `whatever records of a split history are lost, those who have them give them back`() throws {
        let (home, start) = try Self.home()
        for first in start..<home.devices[1].log.count {
            for end in first + 1...min(first + 3, home.devices[1].log.count) {
                try Self.heal(without: first..<end)
            }
        }
    }

    /// Lets Ben lose records, start anew, and meet the others until nothing more happens.
    private static func heal(without hole: Range<Int>) throws {
        let comment: Comment = "records \(hole)"
        let (home, _) = try home()
        let ben = home.devices[1]
        let log = DamagedLog(ben.log, without: [hole])
        ben.replaceLog(log.records)
        try ben.restart(holes: UInt64(log.lost.count))
        for _ in 0..<3 {
            home.meet()
            home.compareAgain()
        }
        #expect(ben.replica.damage == nil, comment)
        for device in home.devices {
            #expect(device.agrees(with: ben), comment)
            #expect(Set(device.titles(in: "Shopping")) == titles, comment)
        }
        let holdings = ben.holdings
        try ben.restart(holes: UInt64(log.lost.count))
        #expect(ben.holdings == holdings && ben.replica.damage == nil, comment)
    }
}
