import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What was done, against a diary of what people did.
struct StatisticsTests {
    private static let start: Int64 = 1_800_000_000_000
    private static let dayMilliseconds: Int64 = 86_400_000
    private static let people = ["Ben", "Cleo", nil]

    /// Days in UTC.
    private static func day(_ milliseconds: Int64) -> CivilDate? {
        CivilDate(dayNumber: Int(milliseconds / dayMilliseconds))
    }

    /// What people remember of one item.
    private struct Memory {
        var title: String
        var added: Int64
        var state = WorkState.open
        var isTrashed = false
        /// When it was done, after how long, and by whom; nil by the device's own user.
        var done: (at: Int64, after: Int64, by: String?)?
        /// The times that it was done before it was added again.
        var earlier: [(at: Int64, after: Int64, by: String?)] = []

        var allDone: [(at: Int64, after: Int64, by: String?)] { earlier + (done.map { [$0] } ?? []) }
    }

    /// Whoever types.
    private static func caller(_ name: String?) -> Principal {
        Principal(uid: 1000, name: "user of anna", isOwner: true, actsAs: name)
    }

    private static func household() throws -> Device {
        let device = try Device("anna", wall: start)
        device.give(.create(NewList(title: "Home")))
        for name in people.compactMap(\.self) {
            device.give(.user(.members(.add(name: name, email: "")), device.principal))
        }
        return device
    }

    /// Lets people do a hundred things in a hundred and fifty days, and keeps a diary.
    private static func diary(of device: Device, _ random: inout SeededRandom) -> [Memory] {
        var memories: [Memory] = []
        for number in 0..<100 {
            device.wall += Int64.random(in: 1...3 * dayMilliseconds, using: &random)
            let name = people.randomElement(using: &random) ?? nil
            guard let index = memories.indices.randomElement(using: &random), Int.random(in: 0..<3, using: &random) > 0
            else {
                let title = "item \(number) of \(name ?? "anna")"
                device.give(.user(.items(.add(NewItems(list: "Home", titles: [title]))), caller(name)))
                memories.append(Memory(title: title, added: device.wall))
                continue
            }
            if memories[index].state != .open, Bool.random(using: &random) {
                addAgain(&memories[index], on: device, name)
                continue
            }
            guard !memories[index].isTrashed, let change = step(&memories[index], at: device.wall, name, &random) else {
                continue
            }
            let item = device.items(in: "Home").first { $0.title == memories[index].title }
            let reference = item?.entity.description ?? ""
            device.give(.user(.items(.change([reference], change)), caller(name)))
        }
        return memories
    }

    /// What was cleared away while it was done comes back, too.
    private static func addAgain(_ memory: inout Memory, on device: Device, _ name: String?) {
        let title = memory.title.uppercased()
        device.give(.user(.items(.add(NewItems(list: "Home", titles: [title]))), caller(name)))
        memory.earlier = memory.allDone
        (memory.state, memory.done, memory.isTrashed, memory.added) = (.open, nil, false, device.wall)
    }

    private static func step(
        _ memory: inout Memory,
        at time: Int64,
        _ name: String?,
        _ random: inout SeededRandom
    ) -> ItemChange? {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            memory.isTrashed = true
            return ItemChange(isTrashed: true)
        case 1:
            (memory.state, memory.done) = (.cancelled, nil)
            return ItemChange(state: .cancelled)
        case 2:
            (memory.state, memory.done) = (.open, nil)
            return ItemChange(state: .open)
        case 3: return ItemChange(percent: 50)
        default:
            // Doing it twice changes nothing.
            if memory.state != .done { memory.done = (time, time - memory.added, name) }
            memory.state = .done
            return ItemChange(state: .done)
        }
    }

    private static func statistics(of device: Device, since days: [Int], weeks: Int = 12) throws -> Statistics {
        let today = try #require(day(device.wall))
        let since = days.compactMap { today.adding(days: 1 - $0) }
        let request = StatisticsRequest(today: today, since: since, weekCount: weeks)
        return Statistics(of: device.lists(for: device.principal), request, day: day)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `what was done is what people remember`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let device = try Self.household()
        let memories = Self.diary(of: device, &random)
        let found = try Self.statistics(of: device, since: [7, 30, 365], weeks: 53)
        for (state, count) in [
            (WorkState.open, found.openCount), (.done, found.doneCount), (.cancelled, found.cancelledCount),
        ] {
            #expect(count == memories.count { !$0.isTrashed && $0.state == state }, "\(state)")
        }
        for (days, period) in zip([7, 30, 365], found.periods) {
            let first = Int(device.wall / Self.dayMilliseconds) - days + 1
            let done = memories.flatMap(\.allDone).filter { $0.at / Self.dayMilliseconds >= Int64(first) }
            #expect(period.doneCount == done.count)
            for name in Self.people {
                let member = name == nil ? device.member : try device.member(named: name ?? "")
                let share = period.members.first { $0.member == member }
                #expect(share?.doneCount ?? 0 == done.count { $0.by == name }, "\(name ?? "anna")")
            }
            #expect(period.members.allSatisfy { $0.doneCount > 0 })
            #expect(period.members.map(\.doneCount) == period.members.map(\.doneCount).sorted(by: >))
            let times = done.map(\.after).sorted()
            let middle = times.isEmpty ? nil : (times[(times.count - 1) / 2] + times[times.count / 2]) / 2
            #expect(period.medianMilliseconds == middle)
        }
        for week in found.weeks {
            let first = Int64(week.monday.dayNumber) * Self.dayMilliseconds
            let times = (first..<first + 7 * Self.dayMilliseconds)
            #expect(week.doneCount == memories.flatMap(\.allDone).count { times.contains($0.at) })
        }
        #expect(found.weeks.map(\.doneCount).reduce(0, +) == memories.flatMap(\.allDone).count)
    }

    @Test func `what is undone was not done, and an undo of that was`() throws {
        let device = try Self.household()
        device.give(device.add("milk", to: "Home"))
        func count() throws -> Int { try Self.statistics(of: device, since: [7]).periods[0].doneCount }
        let steps: [(UserCommand, Int)] = [
            (.items(.change(["milk"], ItemChange(state: .done))), 1), (.undo(list: nil), 0), (.redo(list: nil), 1),
            (.items(.add(NewItems(list: "Home", titles: ["Milk"]))), 1), (.undo(list: nil), 1),
            (.items(.change(["milk"], ItemChange(state: .open))), 0), (.undo(list: nil), 1),
            (.items(.add(NewItems(list: "Home", titles: ["Milk"]))), 1),
            (.items(.change(["milk"], ItemChange(state: .done))), 2), (.lists(.clearDone("Home")), 2),
        ]
        for (index, (command, expected)) in steps.enumerated() {
            device.wall += 1000
            device.give([command])
            #expect(try count() == expected, "step \(index)")
        }
    }

    @Test func `of two who did the same apart the one who takes it back has not done it`() throws {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.meet()
        for device in home.devices {
            device.wall += 1000
            device.give([.items(.change(["eggs"], ItemChange(state: .done)))])
        }
        home.settle()
        func credited(on device: Device) throws -> [MemberID?] {
            try Self.statistics(of: device, since: [7]).periods[0].members.map(\.member)
        }
        let isAnna = try credited(on: ben) == [anna.member]
        let (first, second) = isAnna ? (anna, ben) : (ben, anna)
        #expect(try credited(on: anna) == [first.member])
        first.give([.undo(list: nil)])
        home.settle()
        for device in home.devices { #expect(try credited(on: device) == [second.member]) }
        for command in [UserCommand.redo(list: nil), .undo(list: nil)] { first.give([command]) }
        home.settle()
        for device in home.devices { #expect(try credited(on: device) == [second.member]) }
    }

    @Test func `what an undo opens that was made apart was not done, whoever did it as well`() throws {
        let home = try Home.household(of: "anna", "ben")
        home.meet()
        for device in home.devices {
            device.wall += 1000
            device.give([.items(.change(["eggs"], ItemChange(state: .done)))])
        }
        home.devices[0].wall += 5000
        home.devices[0].give([.undo(list: nil)])
        home.settle()
        for device in home.devices {
            let isDone = device.items(in: "Shopping").first?.state == .done
            #expect(try Self.statistics(of: device, since: [7]).periods[0].doneCount == (isDone ? 1 : 0))
        }
    }

    @Test func `what came into a list as done was not done there`() throws {
        let device = try Self.household()
        device.give(device.add("milk", "bread", to: "Home"))
        device.wall += 1000
        device.give(device.change("milk", ItemChange(state: .done)))
        device.wall += 1000
        device.give(.copy("Home", title: "Copy", isReset: false))
        let found = try Self.statistics(of: device, since: [7])
        #expect(found.doneCount == 2)
        #expect(found.periods.map(\.doneCount) == [1])
        #expect(found.periods.map(\.medianMilliseconds) == [1000])
    }

    @Test func `each occurrence of an item counts once, and one that was skipped never`() throws {
        let device = try Self.household()
        let today = try #require(Self.day(device.wall))
        var fields = ItemPatch()
        (fields.recurrence, fields.due) = ("FREQ=DAILY", .on(today))
        let bins = NewItems(list: "Home", titles: ["bins"], fields: ItemChange(fields: fields))
        device.give(.user(.items(.add(bins)), device.principal))
        var skip = ItemChange()
        skip.occurrence = .skip
        for change in [ItemChange(state: .done), skip, ItemChange(state: .done)] {
            device.wall += 2000
            device.give(device.change("bins", change))
        }
        let found = try Self.statistics(of: device, since: [7])
        #expect([found.openCount, found.doneCount, found.cancelledCount] == [1, 2, 1])
        #expect(found.periods.map(\.doneCount) == [2])
    }

    @Test func `a clock that was ahead completed no item after today`() throws {
        let device = try Self.household()
        device.give(device.add("milk", to: "Home"))
        device.wall += 3 * Self.dayMilliseconds
        device.give(device.change("milk", ItemChange(state: .done)))
        device.wall -= 3 * Self.dayMilliseconds
        let found = try Self.statistics(of: device, since: [1], weeks: 1)
        #expect(found.periods.map(\.doneCount) == [1])
        #expect(found.weeks.map(\.doneCount) == [1])
    }

    @Test func `the weeks begin on Mondays and end with the one of today`() throws {
        let device = try Self.household()
        let weeks = try Self.statistics(of: device, since: [1], weeks: 3).weeks
        #expect(weeks.allSatisfy { $0.monday.weekday == .monday })
        let today = try #require(Self.day(device.wall))
        #expect(weeks.map { today.days(since: $0.monday) / 7 } == [2, 1, 0])
    }
}
