import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync
import PhlistTestKit
import Testing

@testable import PhlistSimulator

/// Disks that lie, fill, rot and stop half-way, with whole devices on top of them.
struct StorageScenarioTests {
    private static let snapshot = "/state/\(SnapshotFile.name)"
    private static let log = "/state/phlist.log"

    /// Two devices, the second of which has written much and was stopped in order.
    private static func stopped() throws -> (simulation: Simulation, holdings: [ScopeID: Holding]) {
        var simulation = try Simulation.household(2)
        // A log that is packed has no use for its snapshot.
        simulation.nodes[1].looseBytesMax = .max
        try simulation.add((0..<50).map { "item \($0)" }, on: 1)
        try simulation.live(1000)
        let holdings = simulation.nodes[1].read { $0.library.holdings() }
        simulation.turnOff(1, inOrder: true)
        return (simulation, holdings)
    }

    @Test func `kill at every step of snapshot writing: the next run has all, and writes the snapshot again`() throws {
        var simulation = try Simulation.household(2)
        simulation.nodes[1].looseBytesMax = .max
        try simulation.add((0..<50).map { "item \($0)" }, on: 1)
        try simulation.live(1000)
        simulation.cut(0, 1)
        let holdings = simulation.nodes[1].read { $0.library.holdings() }
        var (call, isWhole) = (0, false)
        while !isWhole, call < 200 {
            call += 1
            simulation.nodes[1].cutPower(afterCalls: call)
            simulation.turnOff(1, inOrder: true)
            isWhole = !simulation.nodes[1].hasLostPower
            simulation.nodes[1].crash(using: &simulation.random)
            try simulation.turnOn(1)
            #expect(simulation.nodes[1].read { $0.library.holdings() } == holdings)
        }
        #expect(call > 10 && isWhole)
        #expect(simulation.nodes[1].opening.usedSnapshot)
        try simulation.meetAndCheck()
    }

    /// What may have become of a snapshot.
    enum Harm: CaseIterable {
        case deleted, cut, flipped, emptied, older, ofAnother
    }

    @Test(arguments: Harm.allCases)
    func `snapshot deleted or damaged at random: the start takes longer, and all is as it was`(harm: Harm) throws {
        for seed in 1...8 as ClosedRange<UInt64> {
            var (simulation, holdings) = try Self.stopped()
            var random = SeededRandom(seed: seed)
            let disk = simulation.nodes[1].fileSystem
            var bytes = try #require(disk.contents(of: Self.snapshot))
            if harm == .older {
                try simulation.turnOn(1)
                try simulation.add(["later"], on: 1)
                simulation.turnOff(1, inOrder: true)
                holdings = simulation.nodes[1].read { $0.library.holdings() }
            }
            switch harm {
            case .deleted: bytes = []
            case .cut: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
            case .flipped: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8(seed % 8)
            case .emptied: bytes = [UInt8](repeating: 0, count: bytes.count)
            case .older: break
            case .ofAnother:
                simulation.turnOff(0, inOrder: true)
                bytes = try #require(simulation.nodes[0].fileSystem.contents(of: Self.snapshot))
                try simulation.turnOn(0)
            }
            if harm == .deleted {
                try disk.unlink(Self.snapshot)
            } else {
                disk.place(bytes, at: Self.snapshot)
            }
            try simulation.turnOn(1)
            #expect(simulation.nodes[1].opening.usedSnapshot == (harm == .older))
            try simulation.live(1000)
            try simulation.checkConvergence()
            for (scope, holding) in holdings {
                #expect(simulation.nodes[1].read { $0.library.holdings()[scope] } == holding)
            }
            try simulation.meetAndCheck()
        }
    }

    @Test func `ENOSPC: whoever changes something is told, nobody else is stopped, and room is enough to go on`() throws
    {
        var simulation = try Simulation.household(3)
        try simulation.add(["milk"], on: 0)
        simulation.nodes[0].fillDisk(true)
        let add = NewItems(list: try #require(simulation.sharedList(on: 0)).scope.description, titles: ["bread"])
        let refused = simulation.give(.user(.items(.add(add)), simulation.principal(0)), to: 0)
        #expect(refused == .failure(.storage(.diskFull)))
        try simulation.add(["soap"], on: 1)
        try simulation.live(1000)
        #expect(simulation.titles(on: 0) == ["milk"])
        #expect(simulation.titles(on: 2) == ["milk", "soap"])
        simulation.nodes[0].fillDisk(false)
        try simulation.live(31_000)
        try simulation.add(["bread"], on: 0)
        try simulation.meetAndCheck()
        for number in 0..<3 {
            #expect(simulation.titles(on: number) == ["bread", "milk", "soap"])
        }
    }

    /// One call that fails costs a new generation of the log; a disk that goes on failing ends the writing, and a
    /// restart on a good one the trouble.
    @Test(arguments: [1, 40])
    func `flush error: nothing acknowledged is lost, and what failed was told`(failures: Int) throws {
        for call in 1...6 {
            var simulation = try Simulation.household(2)
            try simulation.add(["milk"], on: 0)
            simulation.nodes[0].failCalls(after: call, count: failures)
            var told: Set<String> = ["milk"]
            for title in ["bread", "soap", "tea"] {
                let list = try #require(simulation.sharedList(on: 0)).scope.description
                let add = UserCommand.items(.add(NewItems(list: list, titles: [title])))
                if case .success? = simulation.give(.user(add, simulation.principal(0)), to: 0) { told.insert(title) }
                try simulation.live(1000)
            }
            simulation.withoutFaults()
            try simulation.meetAndCheck()
            #expect(Set(simulation.titles(on: 1)) == told)
            #expect(Set(simulation.titles(on: 0)) == told)
            #expect(failures > 1 || told.count >= 3)
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `mid-file flip healed from a peer: what the disk has lost comes back, and nothing else changes`(
        seed: UInt64
    ) throws {
        var simulation = try Simulation.household(3)
        simulation.random = SeededRandom(seed: seed)
        for round in 0..<20 {
            try simulation.add(["item \(round)"], on: round % 3)
            try simulation.live(100)
        }
        let holdings = simulation.nodes[2].read { $0.library.holdings() }
        simulation.isolate(1)
        simulation.turnOff(1, inOrder: seed % 2 == 0)
        #expect(simulation.nodes[1].flipBits(count: 1, using: &simulation.random))
        try simulation.turnOn(1)
        try simulation.meetAndCheck()
        #expect(simulation.nodes[1].read { $0.damage == nil })
        for (scope, holding) in holdings {
            #expect(simulation.nodes[2].read { $0.library.holdings()[scope] } == holding)
        }
        #expect(simulation.itemCount(on: 1) == 20)
    }

    /// What a power cut may leave behind the last frame.
    @Test func `bad tails: zeros, junk, a frame cut short and an old frame again cost nothing`() throws {
        for seed in 1...24 as ClosedRange<UInt64> {
            var (simulation, holdings) = try Self.stopped()
            var random = SeededRandom(seed: seed)
            let disk = simulation.nodes[1].fileSystem
            let bytes = try #require(disk.contents(of: Self.log))
            let count = Int.random(in: 1...9000, using: &random)
            let start = Int.random(in: 64..<bytes.count, using: &random)
            let tail: [UInt8] =
                switch seed % 4 {
                case 0: [UInt8](repeating: 0, count: count)
                case 1: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                case 2: Array(bytes[start...])
                default: Array(bytes[start..<min(bytes.count, start + count)])
                }
            disk.place(bytes + tail, at: Self.log)
            try simulation.turnOn(1)
            #expect(simulation.nodes[1].read { $0.library.holdings() }.filter { holdings[$0.key] != nil } == holdings)
            #expect(simulation.nodes[1].opening.holeCount == 0)
            try simulation.meetAndCheck()
            #expect(simulation.itemCount(on: 0) == 50)
        }
    }
}
