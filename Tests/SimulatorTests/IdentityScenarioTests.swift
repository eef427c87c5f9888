import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistSimulator

/// Disks that were copied, put back, lost or cut off from their power, with the real store and whole devices around.
struct IdentityScenarioTests {
    /// Where the power goes off.
    enum Cut: String, CaseIterable {
        case betweenEffects
        case inDiskCalls
    }

    /// Both sides of one edit lose their power at every place where that can make a difference.
    @Test(arguments: Cut.allCases, [0, 1])
    func `crash around flush and send: what was acknowledged is there, and what was sent was durable`(
        cut: Cut,
        victim: Int
    ) throws {
        var simulation = try Simulation.household(2)
        var place = 0
        var hasCrashed = true
        while hasCrashed, place < 60 {
            let run = simulation.nodes[victim].run
            switch cut {
            case .betweenEffects: simulation.nodes[victim].effectsUntilCrash = place
            case .inDiskCalls: simulation.nodes[victim].cutPower(afterCalls: place)
            }
            simulation.addToSharedList(on: 0)
            // Long enough for the edit and its acknowledgement, too short for anything else to happen.
            try simulation.live(500)
            hasCrashed = !simulation.nodes[victim].isUp || simulation.nodes[victim].run != run
            simulation.withoutFaults()
            try simulation.live(45_000)
            try simulation.check()
            #expect(simulation.itemCount(on: 0) == simulation.itemCount(on: 1))
            place += 1
        }
        #expect(place > 2 && !hasCrashed)
        #expect(simulation.itemCount(on: 1) > 0)
    }

    @Test func `directory put back from an old copy: both futures are there`() throws {
        var simulation = try Simulation.household(3)
        try simulation.add(["milk", "bread", "soap"], on: 0)
        try simulation.live(1000)
        simulation.nodes[0].copyDisk(using: &simulation.random)
        try simulation.add((0..<30).map { "before \($0)" }, on: 0)
        try simulation.order(.items(.change(["milk"], ItemChange(title: "oat milk"))), on: 0)
        try simulation.order(.items(.change(["bread"], ItemChange(isTrashed: true))), on: 0)
        try simulation.order(.items(.purge(["bread"])), on: 0)
        try simulation.live(1000)
        simulation.isolate(0)
        simulation.turnOff(0, inOrder: false)
        simulation.putBackCopy(of: 0)
        try simulation.turnOn(0)
        // It has not heard yet what it did itself.
        try simulation.add((0..<30).map { "after \($0)" }, on: 0)
        try simulation.order(.items(.change(["soap"], ItemChange(title: "hand soap"))), on: 0)
        // The bread was removed for good.
        simulation.forgetAcknowledged()
        try simulation.meetAndCheck()
        let expected = ["oat milk", "hand soap"] + (0..<30).flatMap { ["before \($0)", "after \($0)"] }
        for number in 0..<3 {
            #expect(simulation.titles(on: number) == expected.sorted())
        }
        #expect(simulation.coverage[.ownFetched] > 0)
    }

    @Test func `cloned disk edited for a week on both: both weeks are there, and titles that differ compete`() throws {
        var simulation = try Simulation.household(3)
        try simulation.add(["milk"], on: 0)
        try simulation.live(1000)
        simulation.turnOff(2, inOrder: true)
        try simulation.cloneDisk(of: 2, count: 1)
        simulation.isolate(2)
        try simulation.turnOn(2)
        let copies = [2, 3]
        for day in 0..<7 {
            for copy in copies {
                try simulation.add(["day \(day) of \(copy)"], on: copy)
                let title = ItemChange(title: "milk of \(copy)")
                let milk = try #require(simulation.sharedList(on: copy)?.items.first).entity
                try simulation.order(.items(.change([milk.description], title)), on: copy)
                simulation.turnOff(copy, inOrder: true)
                try simulation.turnOn(copy)
            }
            try simulation.live(days: 1)
        }
        try simulation.meetAndCheck()
        let titles = (0..<7).flatMap { day in copies.map { "day \(day) of \($0)" } }
        for number in simulation.nodes.indices {
            #expect(Set(titles).isSubset(of: simulation.titles(on: number)))
            #expect(simulation.itemCount(on: number) == titles.count + 1)
            #expect(simulation.sharedList(on: number)?.conflicts.map(\.siblings.count) == [2])
        }
        #expect(simulation.chainCount(of: 2) == 2)
    }

    @Test func `three-way fork: three futures of one disk meet in pairs, and all have all three`() throws {
        var simulation = try Simulation.household(3)
        try simulation.add(["milk", "bread"], on: 2)
        try simulation.live(1000)
        simulation.turnOff(2, inOrder: true)
        try simulation.cloneDisk(of: 2, count: 2)
        simulation.isolate(2)
        try simulation.turnOn(2)
        for copy in 2...4 {
            try simulation.add((0..<20).map { "item \($0) of \(copy)" }, on: copy)
            try simulation.order(.items(.change(["milk"], ItemChange(title: "milk of \(copy)"))), on: copy)
        }
        // Each tells somebody else first, and those two compare before the third is heard of.
        simulation.network.mend(2, 0)
        simulation.network.mend(3, 1)
        try simulation.live(60_000)
        try simulation.add(["between"], on: 0)
        try simulation.live(60_000)
        try simulation.meetAndCheck()
        #expect(simulation.chainCount(of: 2) == 3)
        for number in simulation.nodes.indices {
            #expect(simulation.itemCount(on: number) == 63)
            #expect(simulation.sharedList(on: number)?.conflicts.map(\.siblings.count) == [3])
        }
    }

    /// Machines 1 and 2 and their copies, 3 and 4, belong to one person, who leaves a list on 1 and on 4.
    ///
    /// What 2 got of it before does not reach 3 any more, though by what they hold the two still share the list.
    @Test func `list left on machines that were copied: nothing more of it is owed to the others`() throws {
        var simulation = try Simulation.household(3, users: [2: .person(of: 1)])
        let list = try #require(simulation.sharedList(on: 0)).scope
        for number in [1, 2] {
            simulation.turnOff(number, inOrder: true)
            try simulation.cloneDisk(of: number, count: 1)
            try simulation.turnOn(number)
        }
        simulation.addToSharedList(on: 0)
        try simulation.live(1000)
        // As long as nobody has left, the copies are to get the item.
        #expect(throws: SimulationFailure.self) { try simulation.checkItems() }
        for number in [1, 4] { try simulation.order(.sharing(.leave(list.description)), on: number) }
        for number in [0, 1, 4] { simulation.network.mend(3, number) }
        try simulation.live(60_000)
        for number in [0, 1, 2] { simulation.network.mend(4, number) }
        try simulation.live(60_000)
        for (one, other) in [(2, 3), (3, 2)] {
            #expect(simulation.nodes[one].read { $0.sharedScopes(with: simulation.nodes[other].device) }.contains(list))
        }
        #expect(simulation.nodes[2].read { $0.library.list(list)?.items.count } == 1)
        #expect(simulation.nodes[3].read { $0.library.list(list)?.items.count } == 0)
        try simulation.check()
        for number in 1...4 { #expect(simulation.sharedList(on: number) == nil) }
        #expect(simulation.itemCount(on: 0) == 1)
        try simulation.meetAndCheck()
    }

    @Test func `VM rollback while connected: its peers hold the old connections, and nothing of either time is lost`()
        throws
    {
        var simulation = try Simulation.household(3)
        simulation.nodes[0].copyDisk(using: &simulation.random)
        try simulation.live(45_000)
        try simulation.add(["rolled back"], on: 0)
        try simulation.live(1000)
        let lost = try #require(simulation.item("rolled back", on: 1)).entity
        try simulation.order(.items(.change([lost.description], ItemChange(title: "seen"))), on: 1)
        // Nobody hears that the machine is gone.
        for other in 1...2 { simulation.network.cut(0, other) }
        simulation.turnOff(0, inOrder: false)
        simulation.putBackCopy(of: 0)
        try simulation.turnOn(0)
        #expect(simulation.item("seen", on: 0) == nil)
        try simulation.add(["after"], on: 0)
        try simulation.meetAndCheck()
        #expect(simulation.chainCount(of: 0) == 2)
        for number in 0..<3 {
            #expect(simulation.titles(on: number) == ["after", "seen"])
        }
    }

    @Test func `one directory started twice: the second is told who has it, and the first goes on`() throws {
        var simulation = try Simulation.household(2)
        let disk = simulation.nodes[0].fileSystem
        let error = LogError.locked(path: "/state", by: disk.processIdentifier)
        #expect(throws: error) { _ = try StateDirectory.open("/state", on: disk) }
        try simulation.add(["milk"], on: 0)
        try simulation.meetAndCheck()
        #expect(simulation.titles(on: 1) == ["milk"])
        simulation.turnOff(0, inOrder: true)
        _ = try StateDirectory.open("/state", on: disk)
        try simulation.turnOn(0)
        try simulation.meetAndCheck()
    }

    @Test func `wiped directory, same key: what others have comes back, and the device goes on where it ended`() throws
    {
        var simulation = try Simulation.household(3)
        try simulation.add((0..<20).map { "before \($0)" }, on: 1)
        try simulation.live(1000)
        simulation.turnOff(1, inOrder: false)
        simulation.nodes[1].wipe()
        simulation.logLost(1)
        simulation.outsiders.insert(1)
        try simulation.order(.items(.change(["before 7"], ItemChange(state: .done))), on: 2)
        try simulation.turnOn(1)
        #expect(simulation.itemCount(on: 1) == 0)
        #expect(try simulation.join(1, sharesLists: true))
        try simulation.live(5000)
        #expect(simulation.item("before 7", on: 1)?.state == .done)
        try simulation.add(["after"], on: 1)
        try simulation.meetAndCheck()
        #expect(simulation.chainCount(of: 1) == 1)
        for number in 0..<3 {
            #expect(simulation.itemCount(on: number) == 21)
        }
    }
}
