import PhlistHousehold
import PhlistModel
import PhlistSync
import Testing

@testable import PhlistSimulator

/// Households larger, older and worse connected than any.
struct ScaleTests {
    @Test func `thirty-two devices agree on every edit`() throws {
        let devices = 32
        var simulation = try Simulation.household(devices)
        for number in stride(from: 0, to: devices, by: 4) {
            simulation.addToSharedList(on: number)
        }
        try simulation.live(3000)
        try simulation.checkConvergence()
        #expect(simulation.itemCount(on: devices - 1) == 8)
    }

    /// A hundred on each of ten devices that hear of nobody meanwhile.
    @Test func `1,000 unclean ends: each device goes on with its one chain, and vectors stay short`() throws {
        let (devices, runs) = (10, 100)
        var simulation = try Simulation.household(devices)
        for number in 0..<devices { simulation.isolate(number) }
        for number in 0..<devices {
            for _ in 0..<runs {
                simulation.addToSharedList(on: number)
                simulation.turnOff(number, inOrder: false)
                try simulation.restart(number)
            }
        }
        for number in 0..<devices { simulation.reconnect(number) }
        try simulation.live(40_000)
        for number in 0..<devices {
            #expect(simulation.itemCount(on: number) == devices * runs)
        }
        // What is written now knows of all of them.
        try simulation.add(["last"], on: 0)
        try simulation.live(1000)
        let list = try #require(simulation.sharedList(on: 1)).scope
        let ends = simulation.nodes[1].read { $0.library.versionVector(of: list).entries }
        #expect(ends.count { $0.hint.tier == .content } == devices)
        try simulation.meetAndCheck()
    }

    /// The lab joins a million items over a real link; here a hundred thousand, with the link just as bad.
    @Test func `1M-item join over a link that drops every 2 s, in small: 100,000 items arrive, and none twice`() throws
    {
        let count = 100_000
        var simulation = try Simulation.household(2, slowPercent: 100)
        simulation.cut(0, 1)
        try simulation.add(count, on: 0)
        let (before, source) = (simulation.nodes[1].logByteCount, simulation.nodes[0].logByteCount)
        var drops = 0
        while simulation.itemCount(on: 1) < count, drops < 200 {
            simulation.network.mend(0, 1)
            try simulation.live(2000)
            simulation.cut(0, 1)
            drops += 1
        }
        #expect(simulation.itemCount(on: 1) == count)
        #expect(drops > 1)
        #expect(simulation.nodes[1].logByteCount - before < source * 11 / 10)
        try simulation.meetAndCheck()
    }

    @Test func `two peers sending the same 100k ops: they cost the log nothing twice`() throws {
        var simulation = try Simulation.household(3)
        simulation.isolate(2)
        try simulation.add(100_000, on: 0)
        try simulation.live(5000)
        let before = simulation.nodes[2].logByteCount
        try simulation.meetAndCheck()
        let source = simulation.nodes[0].logByteCount
        #expect(simulation.itemCount(on: 2) == 100_000)
        #expect(simulation.nodes[2].logByteCount - before < source * 11 / 10)
    }
}
