import PhlistSimulator
import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What nobody can give back is given up; all else stays.
struct GivingUpTests {
    private static func giveUp(_ device: Device, _ request: GiveUp) -> Result<CommandResult, CommandError>? {
        device.give(.giveUp(request, device.principal))[0]
    }

    /// What Anna, who is alone, has typed by the number of the record that holds it.
    private static func alone() throws -> (device: Device, typed: [(record: Int, title: String)]) {
        let anna = try Device("anna")
        var typed: [(Int, String)] = []
        for round in 0..<4 {
            for (list, title) in [("Shopping", "s\(round)"), ("Garden", "g\(round)")] {
                if round == 0, list == "Garden" {
                    anna.give(.user(.lists(.create(NewList(title: "Garden", isPrivate: true))), anna.principal))
                }
                anna.give(round == 0 && list == "Shopping" ? anna.add(title) : anna.add(title, to: list))
                typed.append((try #require(anna.log.lastIndex { $0.kind == .batch }), title))
            }
            if round == 1 { try anna.restart() }
            anna.give(anna.change("s\(round)", ItemChange(note: "n\(round)")))
        }
        return (anna, typed)
    }

    private static func titles(of device: Device) -> Set<String> {
        Set(device.replica.library.lists(for: device.principal).flatMap { $0.items.map(\.title) })
    }

    @Test func `whichever record one device has lost, all else that was typed is there, and health is ok for good`()
        throws
    {
        let (whole, typed) = try Self.alone()
        for index in whole.log.indices {
            let log = DamagedLog(whole.log, without: [index..<index + 1]).records
            let anna = try Device("anna", log: log, holes: 2)
            #expect(anna.replica.damage != nil)
            let before = anna.log
            guard case .success(.gaveUp(let tried))? = Self.giveUp(anna, GiveUp(isDryRun: true)) else {
                Issue.record("record \(index)")
                continue
            }
            #expect(anna.log == before)
            guard case .success(.gaveUp(let outcome))? = Self.giveUp(anna, GiveUp()) else {
                Issue.record("record \(index)")
                continue
            }
            #expect(outcome == tried)
            for round in 0..<3 {
                // Where the name of a feed is lost, so is where its changes belong.
                let expected = typed.filter { $0.record != index }.map(\.title)
                let missing = Set(expected).subtracting(Self.titles(of: anna))
                #expect(missing.count <= outcome.droppedCount, "record \(index), round \(round): \(missing)")
                #expect(anna.replica.damage == nil, "record \(index), round \(round)")
                #expect(anna.replica.surrender?.changeCount == outcome.lostCount)
                #expect(outcome.lostCount >= outcome.droppedCount, "record \(index)")
                #expect(anna.householdID != nil)
                #expect(anna.replica.snapshot != nil)
                if round < 2 { try anna.restart(holes: 2) }
            }
            let list = Self.titles(of: anna).isEmpty ? nil : anna.replica.library.lists(for: anna.principal)[0].title
            let reply = anna.give(anna.add("later", to: list))
            #expect(Self.titles(of: anna).contains("later"), "record \(index), \(list ?? "new"): \(reply)")
            #expect(Self.giveUp(anna, GiveUp()) == .failure(.loss(.nothingToGiveUp)))
        }
    }

    /// Anna founded the household, Ben joined it; what Anna did last has reached nobody, and its middle is lost.
    private static func pair() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        let anna = home.devices[0]
        anna.give(anna.add("eggs"))
        try home.join(1, to: 0, shareLists: true)
        home.connect(1, 0)
        home.disconnect()
        anna.give(anna.add("milk"))
        let lost = try #require(anna.log.lastIndex { $0.kind == .batch })
        anna.give(anna.add("bread"), anna.change("eggs", ItemChange(title: "six eggs")))
        anna.replaceLog(DamagedLog(anna.log, without: [lost..<lost + 1]).records)
        try anna.restart(holes: 2)
        return home
    }

    @Test func `nothing is given up while another device has not been asked, unless that is forced`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        #expect(Self.giveUp(anna, GiveUp()) == .failure(.loss(.othersMayHelp(["ben"]))))
        #expect(anna.titles(in: "Shopping") == ["eggs"])
        home.connect(1, 0)
        guard case .success(.gaveUp(let outcome))? = Self.giveUp(anna, GiveUp()) else {
            Issue.record("refused")
            return
        }
        #expect(outcome.lostCount == 1 && outcome.rewrittenCount == 2)
        home.settle()
        for device in home.devices {
            #expect(device.titles(in: "Shopping").sorted() == ["bread", "six eggs"])
            #expect(device.items(in: "Shopping").allSatisfy { $0.conflicts.isEmpty })
        }
        home.compareAgain()
        #expect(home.devices[1].agrees(with: anna))
        #expect(anna.replica.damage == nil)
    }

    @Test func `what is written again does not win over what was written later elsewhere`() throws {
        let home = try Self.pair()
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.wall += 60_000
        ben.give(ben.change("eggs", ItemChange(title: "quail eggs")))
        home.connect(1, 0)
        guard case .success? = Self.giveUp(anna, GiveUp()) else {
            Issue.record("refused")
            return
        }
        home.settle()
        for device in home.devices {
            #expect(device.titles(in: "Shopping").sorted() == ["bread", "quail eggs"])
        }
    }

    @Test(arguments: [false, true])
    func `a list that nobody has confirmed becomes private, unless it is to be shared`(isShared: Bool) throws {
        let home = try Self.pair()
        let (anna, ben) = (home.devices[0], home.devices[1])
        try anna.restart(holes: 2)
        anna.give(.user(.lists(.create(NewList(title: "Diary"))), anna.principal), anna.add("dear diary", to: "Diary"))
        try anna.restart(holes: 3)
        home.connect(1, 0)
        guard case .success(.gaveUp(let outcome))? = Self.giveUp(anna, GiveUp(sharesLists: isShared)) else {
            Issue.record("refused")
            return
        }
        home.settle()
        home.compareAgain()
        #expect(outcome.hiddenLists == (isShared ? [] : ["Diary"]))
        #expect(ben.titles(in: "Diary") == (isShared ? ["dear diary"] : []))
        #expect(anna.titles(in: "Diary") == ["dear diary"])
        #expect(anna.agrees(with: ben))
    }
}
