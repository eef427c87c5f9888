import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync
import PhlistTestKit
import Testing

@testable import PhlistSimulator

/// A household in the hands of a test: nothing happens in it by chance.
extension Simulation {
    /// A household of so many machines, each with a list of its own, all of which see "list 0".
    ///
    /// - Parameters:
    ///   - replicas: The number of machines.
    ///   - users: Who uses some of them; somebody of their own where nothing is said.
    ///   - lateJoins: How many of them are not let in yet.
    ///   - slowPercent: Connections of a hundred that take one message of batches at a time.
    /// - Returns: The household, a few seconds after it was formed.
    /// - Throws: When a rule is broken on the way.
    static func household(
        _ replicas: Int,
        users: [Int: SimulatedNode.User] = [:],
        lateJoins: Int = 0,
        slowPercent: Int = 0
    ) throws -> Simulation {
        var options = SimulationOptions()
        options.replicas = replicas
        options.lateJoins = lateJoins
        options.slowPercent = slowPercent
        var simulation = Simulation(seed: 1, options: options)
        for (number, user) in users { simulation.nodes[number].user = user }
        try simulation.formHousehold()
        try simulation.live(5000)
        return simulation
    }

    /// Lets so many milliseconds pass.
    mutating func live(_ milliseconds: Int64) throws {
        try advance(until: time + milliseconds)
    }

    /// Lets so many days pass on all machines, of which they live through the first minutes.
    mutating func live(days: Int64) throws {
        let lived: Int64 = 120_000
        for node in nodes { node.sleptMilliseconds += days * 86_400_000 - lived }
        try live(lived)
    }

    /// Gives a command that must succeed.
    mutating func order(_ command: UserCommand, on number: Int) throws {
        _ = try self.command(.user(command, principal(number)), on: number)
    }

    /// Adds items to the list that all see.
    mutating func add(_ titles: [String], on number: Int) throws {
        let list = try #require(sharedList(on: number))
        for start in stride(from: 0, to: titles.count, by: 1000) {
            let part = Array(titles[start..<min(start + 1000, titles.count)])
            try order(.items(.add(NewItems(list: list.scope.description, titles: part))), on: number)
        }
    }

    /// Adds so many items to the list that all see.
    mutating func add(_ count: Int, on number: Int) throws {
        try add((0..<count).map { "item \($0) of many" }, on: number)
    }

    /// The list of a title that somebody sees on a machine.
    func list(_ title: String, on number: Int) -> ListState? {
        nodes[number].read { $0.library.lists(for: principal(number)) }.first { $0.title == title }
    }

    /// The list that all see.
    func sharedList(on number: Int) -> ListState? {
        nodes[number].read { $0.library.lists(for: principal(number)) }.first { $0.title == "list 0" }
    }

    /// How many items are in the list that all see.
    func itemCount(on number: Int) -> Int {
        sharedList(on: number)?.items.count ?? 0
    }

    /// The titles of what is in the list that all see and not in its trash, in their order by bytes.
    func titles(on number: Int) -> [String] {
        sharedList(on: number)?.items.filter { !$0.isTrashed }.map(\.title).sorted() ?? []
    }

    /// The item of a title in the list that all see.
    func item(_ title: String, on number: Int) -> ItemState? {
        sharedList(on: number)?.items.first { $0.title == title }
    }

    /// Cuts a machine off from all others.
    mutating func isolate(_ number: Int) {
        for other in nodes.indices where other != number { cut(number, other) }
    }

    /// Lets a machine reach all others again.
    mutating func reconnect(_ number: Int) {
        for other in nodes.indices where other != number { network.mend(number, other) }
    }

    /// Starts a machine again.
    mutating func turnOn(_ number: Int) throws {
        try restart(number)
        try live(1000)
    }

    /// Starts a machine that knows no address of anybody.
    mutating func turnOnAlone(_ number: Int) throws {
        try nodes[number].start(seed: random.next(), at: time)
        begin(number)
    }

    /// Adds machines that start from a copy of the disk of one that was stopped in order; they reach nobody.
    mutating func cloneDisk(of number: Int, count: Int) throws {
        for _ in 0..<count {
            let twin = nodes[number].twin(number: nodes.count, name: "copy \(nodes.count)", using: &random)
            nodes.append(twin)
            losses[twin.device, default: 0] += 1
            isolate(twin.number)
            try restart(twin.number)
            for node in nodes where node.device != twin.device {
                report(.endpointConfigured(twin.endpoint), to: node.number)
            }
        }
    }

    /// Lets a machine into the household of another one, with its lists; it has yet to be told where that one is.
    mutating func letIn(_ number: Int, by host: Int) throws {
        let request = try nodes[number].read { try $0.newDevice() }
        guard case .admitted(let welcome) = try command(.admitDevice(request), on: host) else { return }
        _ = try command(.joinHousehold(welcome, with: request, shareLists: true), on: number)
    }

    /// Lets go of what was promised of items: somebody is about to be right to miss them.
    mutating func forgetAcknowledged() {
        acknowledged = []
    }

    /// How many chains a machine has in the list that all see, by its own count.
    func chainCount(of number: Int) -> Int? {
        guard let scope = sharedList(on: number)?.scope else { return nil }
        return nodes[number].read { $0.library.chainCounts(of: scope)[nodes[number].device] }
    }

    /// Lets everybody compare with everybody, and checks every promise.
    mutating func meetAndCheck() throws {
        for number in nodes.indices { reconnect(number) }
        try live(120_000)
        try check()
    }
}
