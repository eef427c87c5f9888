import PhlistSync
import PhlistTestKit

/// Who can reach whom, and the connections that stand.
struct SimulatedNetwork {
    private(set) var links: [ConnectionID: Link] = [:]
    private var connectionCount: UInt64 = 0
    /// The side of the split that each machine is on; nil while there is none.
    private var sides: [Int]?

    /// One end of a connection.
    struct Link {
        var peer: Int
        var peerConnection: ConnectionID
    }

    mutating func partition(count: Int, using random: inout SeededRandom) {
        sides = (0..<count).map { _ in Int.random(in: 0...1, using: &random) }
    }

    mutating func heal() {
        sides = nil
    }

    func canReach(_ node: Int, from other: Int) -> Bool {
        guard let sides else { return true }
        return sides[node] == sides[other]
    }

    mutating func connect(_ node: Int, _ other: Int) -> (ConnectionID, ConnectionID) {
        let (near, far) = (nextID(), nextID())
        links[near] = Link(peer: other, peerConnection: far)
        links[far] = Link(peer: node, peerConnection: near)
        return (near, far)
    }

    mutating func disconnect(_ connection: ConnectionID) -> Link? {
        links.removeValue(forKey: connection)
    }

    /// The connections that a machine has, in order.
    func connections(of node: Int) -> [ConnectionID] {
        links.filter { links[$0.value.peerConnection]?.peer == node }.keys.sorted()
    }

    private mutating func nextID() -> ConnectionID {
        connectionCount += 1
        return ConnectionID(rawValue: connectionCount)
    }
}
