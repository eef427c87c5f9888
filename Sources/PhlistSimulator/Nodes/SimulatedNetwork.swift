import PhlistSync
import PhlistTestKit

/// The reachability of machines, and their open connections.
struct SimulatedNetwork {
    private(set) var links: [ConnectionID: Link] = [:]
    private var connectionCount: UInt64 = 0
    /// The ways that are cut until the network heals.
    private var split: Set<Way> = []
    /// The ways that a script has cut.
    private var cut: Set<Way> = []

    /// A way from one machine to another.
    private struct Way: Hashable {
        var from: Int
        var to: Int
    }

    /// One end of a connection.
    struct Link {
        var peer: Int
        var peerConnection: ConnectionID
        /// Whether this end takes messages slowly.
        var isSlow: Bool
        /// Whether everything sent here has arrived in order and could be stored.
        var isOrderly = true
    }

    /// Splits the machines in two; with `isOneWay` the first side still reaches the second.
    mutating func partition(count: Int, isOneWay: Bool, using random: inout SeededRandom) {
        let sides = (0..<count).map { _ in Bool.random(using: &random) }
        split = []
        for from in 0..<count {
            for to in 0..<count where sides[from] != sides[to] && !(isOneWay && sides[from]) {
                split.insert(Way(from: from, to: to))
            }
        }
    }

    /// Cuts one machine off from all others until the network heals.
    mutating func isolate(_ number: Int, of count: Int) {
        for other in 0..<count where other != number {
            split.formUnion([Way(from: number, to: other), Way(from: other, to: number)])
        }
    }

    mutating func heal() {
        split = []
    }

    mutating func cut(_ one: Int, _ other: Int) {
        cut.formUnion([Way(from: one, to: other), Way(from: other, to: one)])
    }

    mutating func mend(_ one: Int, _ other: Int) {
        cut.subtract([Way(from: one, to: other), Way(from: other, to: one)])
    }

    /// Returns whether messages from one machine arrive at another.
    func canReach(_ node: Int, from other: Int) -> Bool {
        let way = Way(from: other, to: node)
        return !split.contains(way) && !cut.contains(way)
    }

    mutating func connect(_ node: Int, _ other: Int, isSlow: Bool) -> (ConnectionID, ConnectionID) {
        let (near, far) = (nextID(), nextID())
        links[near] = Link(peer: other, peerConnection: far, isSlow: isSlow)
        links[far] = Link(peer: node, peerConnection: near, isSlow: isSlow)
        return (near, far)
    }

    /// Marks that a message on a connection was lost or overtaken.
    mutating func disturb(_ connection: ConnectionID) {
        links[connection]?.isOrderly = false
    }

    mutating func disconnect(_ connection: ConnectionID) -> Link? {
        links.removeValue(forKey: connection)
    }

    /// Returns the connections of a machine, in order.
    func connections(of node: Int) -> [ConnectionID] {
        links.filter { links[$0.value.peerConnection]?.peer == node }.keys.sorted()
    }

    /// Returns the connections between two machines, as the first one numbers them.
    func connections(of node: Int, to other: Int) -> [ConnectionID] {
        connections(of: node).filter { links[$0]?.peer == other }
    }

    private mutating func nextID() -> ConnectionID {
        connectionCount += 1
        return ConnectionID(rawValue: connectionCount)
    }
}
