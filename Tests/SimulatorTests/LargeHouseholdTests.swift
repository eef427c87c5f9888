import PhlistHousehold
import PhlistModel
import PhlistSync
import Testing

@testable import PhlistSimulator

/// Three hundred replicas of one household.
///
/// One machine lets in 64 devices and no more. Everybody talks to everybody, so 300 would pass each edit on some 90,000
/// times where 64 do it 4,000 times; a transport holds 64 connections; and what is vouched for every 64 ops, so that
/// the unverified rest of all feeds fits an inbox, would have to be every 13: a join of a million items would check
/// 77,000 signatures in place of 16,000. That limit stays. But it is one of whoever lets in, never of who folds: a
/// household gets larger when copies of one machine go on letting others in without hearing of each other. So five
/// copies do here, with 59 devices each, and then meet.
struct LargeHouseholdTests {
    private static let copies = 5
    private static let guestsPerCopy = 59
    private static let replicas = copies * (1 + guestsPerCopy)
    /// The connections by which all of it hangs together: to the copy that let one in, and in a ring beside.
    private static let links = replicas - copies + copies - 1 + guestsPerCopy * (copies - 1)

    /// The copies come first; the guests of each follow, in its turn.
    private static func guest(_ number: Int, of copy: Int) -> Int {
        copies + copy * guestsPerCopy + number
    }

    /// Copies of a founder, each with the devices that it has let in, and nobody who knows of another copy.
    private static func apart() throws -> Simulation {
        var simulation = try Simulation.household(1)
        simulation.turnOff(0, inOrder: true)
        try simulation.cloneDisk(of: 0, count: copies - 1)
        try simulation.turnOnAlone(0)
        for copy in 0..<copies {
            for number in (0..<guestsPerCopy).map({ guest($0, of: copy) }) {
                simulation.addMachine("node-\(number)")
                try simulation.turnOnAlone(number)
                try simulation.letIn(number, by: copy)
            }
            for number in (0..<guestsPerCopy).map({ guest($0, of: copy) }) {
                simulation.report(.endpointConfigured(simulation.nodes[copy].endpoint), to: number)
            }
        }
        try simulation.live(5000)
        return simulation
    }

    /// Lets copies reach each other in a line, and each guest the one of the same number at the next copy.
    private static func link(_ simulation: inout Simulation) {
        for copy in 1..<copies {
            simulation.network.mend(copy - 1, copy)
            simulation.report(.endpointConfigured(simulation.nodes[copy].endpoint), to: copy - 1)
            for number in 0..<guestsPerCopy {
                let other = simulation.nodes[guest(number, of: copy)].endpoint
                simulation.report(.endpointConfigured(other), to: guest(number, of: copy - 1))
            }
        }
    }

    @Test func `300 replicas: all agree on all acts and on what sixty have written, at a cost that is counted`() throws
    {
        var simulation = try Self.apart()
        #expect(simulation.nodes.count == Self.replicas)
        for number in stride(from: 0, to: Self.replicas, by: 5) {
            try simulation.add(["item of \(number)"], on: number)
        }
        try simulation.live(2000)
        #expect(simulation.itemCount(on: 0) == 13)
        let before = (simulation.coverage.messages, simulation.coverage.bytes)
        Self.link(&simulation)
        try simulation.live(60_000)
        let messages = simulation.coverage.messages - before.0
        let bytes = simulation.coverage.bytes - before.1
        try Self.expectAgreement(in: simulation)
        // A connection that comes to stand, two minutes of comparing, and what is new from two or three sides at once:
        // by their letters guests of two copies meet before either copy has heard of the other's.
        #expect(messages < Self.links * 65, "\(messages) messages")
        #expect(bytes < Self.replicas * 200_000, "\(bytes) bytes")
        #expect(simulation.nodes.allSatisfy { simulation.network.connections(of: $0.number).count <= 64 })

        let quiet = simulation.coverage.messages
        try simulation.add(["last"], on: Self.replicas - 1)
        try simulation.live(1000)
        try Self.expectAgreement(in: simulation)
        // Each connection carries it once or, when both ends have it by then, twice; each time it is acknowledged. Now
        // and then one compares.
        #expect(simulation.coverage.messages - quiet < Self.links * 8)
        #expect(simulation.itemCount(on: Self.guest(0, of: 0)) == Self.replicas / 5 + 1)
    }

    private static func expectAgreement(in simulation: Simulation) throws {
        let household = try #require(simulation.nodes[0].read { $0.library.householdID })
        let list = try #require(simulation.sharedList(on: 0)).scope
        let first = simulation.nodes[0].read { $0.library.holdings() }
        for node in simulation.nodes {
            let holdings = node.read { $0.library.holdings() }
            #expect(holdings[household] == first[household], "\(node.name)")
            #expect(holdings[list] == first[list], "\(node.name)")
        }
        #expect(simulation.nodes[0].read { $0.library.household?.roster.devices.count } == replicas - copies + 1)
        #expect(simulation.nodes[0].read { $0.library.versionVector(of: list).entries.count } >= replicas / 5)
    }
}
