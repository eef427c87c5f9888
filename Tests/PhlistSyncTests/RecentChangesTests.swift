import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What has changed lately, and the cursors into it.
struct RecentChangesTests {
    private static let owner = DeviceID(publicKey: [1])

    private static func change(_ number: UInt64) -> Change {
        Change(
            scope: ScopeID(rawValue: 1),
            entity: EntityID(rawValue: number),
            kind: .added,
            by: .house,
            device: owner,
            isLocal: true,
            stamp: Stamp(rawValue: number)
        )
    }

    /// The changes of batches with the given numbers of changes; each batch says something of its own.
    private static func changes(
        of counts: [Int],
        countMax: Int = HouseholdLimits.recentChangesMax,
        on device: DeviceID = owner,
        salt: (Int) -> UInt8 = { _ in 0 }
    ) -> RecentChanges {
        var changes = RecentChanges(of: device, countMax: countMax)
        var number: UInt64 = 0
        for (batch, count) in counts.enumerated() {
            let own = (0..<count).map { change(number + UInt64($0)) }
            number += UInt64(count)
            changes.take(own, of: BatchName(rawValue: UInt128(batch) << 120 | UInt128(salt(batch)) << 112))
        }
        return changes
    }

    @Test(arguments: [1, 2, 7, 64], [[], [0], [1], [3, 0, 5], [1, 1, 1, 1], [70], [9, 0, 0, 9, 1, 30, 0]])
    func `the newest are kept, and only their cursors and the one before them are known`(countMax: Int, counts: [Int]) {
        let all = Self.changes(of: counts)
        let kept = Self.changes(of: counts, countMax: countMax)
        let total = counts.reduce(0, +)
        #expect(all.startIndex == 0)
        #expect(kept.endIndex == total)
        #expect(kept.endIndex - kept.startIndex == min(total, countMax))
        for index in 0...total {
            let arrival = all.arrival(before: index)
            #expect(all.index(after: arrival) == index)
            #expect(kept.index(after: arrival) == (index < kept.startIndex ? nil : index))
            if index >= kept.startIndex {
                #expect(kept.arrival(before: index) == arrival)
            }
            if index >= kept.startIndex, index < total {
                #expect(kept[index].change == Self.change(UInt64(index)))
            }
        }
    }

    @Test func `an older copy that went on differently knows the cursors that both have, and no other`() {
        let counts = [2, 1, 0, 3, 1, 1]
        let first = Self.changes(of: counts)
        for split in 0...counts.count {
            let second = Self.changes(of: counts) { $0 >= split ? 1 : 0 }
            let common = counts[..<split].reduce(0, +)
            for index in 0...first.endIndex {
                #expect(second.index(after: first.arrival(before: index)) == (index <= common ? index : nil))
            }
            let copy = Self.changes(of: Array(counts[..<split]))
            for index in 0...first.endIndex {
                #expect(copy.index(after: first.arrival(before: index)) == (index <= common ? index : nil))
            }
        }
    }

    @Test func `a batch that changes no list still tells one log from another`() {
        let first = Self.changes(of: [1, 0, 1])
        let second = Self.changes(of: [1, 0, 1]) { $0 == 1 ? 1 : 0 }
        #expect(second.index(after: first.arrival(before: 1)) == 1)
        #expect(second.index(after: first.arrival(before: 2)) == nil)
    }

    @Test func `the log of another device knows no cursor`() {
        let first = Self.changes(of: [2, 1])
        let second = Self.changes(of: [2, 1], on: DeviceID(publicKey: [2]))
        for index in 0...first.endIndex {
            #expect(second.index(after: first.arrival(before: index)) == nil)
        }
    }

    @Test func `a cursor is read back as it was written, and nothing else is one`() {
        let changes = Self.changes(of: [40, 40])
        for index in 0...changes.endIndex {
            let arrival = changes.arrival(before: index)
            #expect(Arrival(cursor: arrival.cursor) == arrival)
            #expect(arrival.cursor.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == ".") })
        }
        for text in ["", ".", "..", "1.0", "1.0.", "1.0.2.3", "+1.0.2", "01.0.2", "1.0.A", "1.-1.2", " 1.0.2", "é.0.1"]
        {
            #expect(Arrival(cursor: text) == nil, "\(text)")
        }
        let largest = Arrival(batch: .max, index: .max, digest: .max)
        #expect(Arrival(cursor: largest.cursor) == largest)
        #expect(Arrival(cursor: largest.cursor + "0") == nil)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a restart finds the same changes with the same arrivals`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        for round in 0..<30 {
            let device = home.devices[Int.random(in: 0...1, using: &random)]
            switch Int.random(in: 0..<4, using: &random) {
            case 0: device.give(device.add("milk \(round)", "bread \(round)", to: "Shopping"))
            case 1: device.give(.user(.lists(.create(NewList(title: "list \(round)"))), device.principal))
            case 2: device.give(device.change("milk", ItemChange(isTrashed: true)), device.add("eggs \(round)"))
            default: home.settle()
            }
        }
        home.settle()
        for device in home.devices {
            let live = device.replica.library.recentChanges
            #expect(live.endIndex > 15)
            try device.restart()
            let restored = device.replica.library.recentChanges
            #expect(restored.batchCount == live.batchCount)
            #expect((0..<restored.endIndex).map { restored[$0] } == (0..<live.endIndex).map { live[$0] })
        }
    }

    @Test func `watchers look again when a list has changed, or the household, which is no change of a list`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        #expect(device.takeSaid().contains { if case .notify = $0 { true } else { false } })
        device.give([.lists(.setDefault("Shopping"))])
        #expect(!device.takeSaid().contains { if case .notify = $0 { true } else { false } })
        let before = device.replica.library.recentChanges
        device.give(.admitDevice(try Device("ben").replica.newDevice()))
        #expect(device.takeSaid().contains { if case .notify = $0 { true } else { false } })
        #expect(device.replica.library.recentChanges.endIndex == before.endIndex)
        #expect(device.replica.library.recentChanges.batchCount > before.batchCount)
    }
}
