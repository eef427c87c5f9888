import PhlistModel
import PhlistSync
import PhlistTestKit

/// Messages and connections, and what goes wrong with them.
extension Simulation {
    mutating func send(_ message: Message, from number: Int, on connection: ConnectionID) {
        guard let link = network.links[connection] else { return }
        let (type, body) = message.encoded
        noteSent([type] + body)
        coverage.messages += 1
        coverage.bytes += body.count + 5
        guard network.canReach(link.peer, from: number) else { return }
        guard !random.happens(percent: options.lossPercent) else {
            coverage.lost += 1
            return
        }
        let copies = random.happens(percent: options.duplicatePercent) ? 2 : 1
        for _ in 0..<copies {
            deliver(type, body, on: link)
        }
    }

    private mutating func deliver(_ type: UInt8, _ body: [UInt8], on link: SimulatedNetwork.Link) {
        let isLate = random.happens(percent: options.reorderPercent)
        coverage.reordered += isLate ? 1 : 0
        let event = Event.received(link.peerConnection, type: type, body: body)
        let action = Action.event(node: link.peer, run: nodes[link.peer].run, event)
        schedule(action, after: isLate ? Int64.random(in: 5...2000, using: &random) : 2)
    }

    mutating func connect(_ number: Int, to endpoint: Endpoint) {
        guard
            let other = nodes.first(where: { $0.endpoint == endpoint }), other.isUp,
            network.canReach(other.number, from: number)
        else {
            report(.dialFailed(endpoint), to: number)
            return
        }
        let dialler = nodes[number]
        let isAdmitted = other.read { $0.admits(dialler.publicKey) } && dialler.read { $0.admits(other.publicKey) }
        guard isAdmitted else {
            report(.dialFailed(endpoint), to: number)
            return
        }
        let (near, far) = network.connect(number, other.number)
        report(.connected(near, other.device, .dialled(endpoint)), to: number)
        report(.connected(far, dialler.device, .accepted(from: dialler.endpoint)), to: other.number)
    }

    /// Ends a connection; the other side hears of it, if the network lets it.
    mutating func close(_ connection: ConnectionID, by number: Int) {
        guard let link = network.disconnect(connection) else { return }
        schedule(.event(node: number, run: nodes[number].run, .disconnected(connection)), after: 0)
        hangUp(link, heardFrom: number)
    }

    private mutating func hangUp(_ link: SimulatedNetwork.Link, heardFrom number: Int) {
        guard network.links[link.peerConnection] != nil else { return }
        guard network.canReach(link.peer, from: number) else { return }
        _ = network.disconnect(link.peerConnection)
        let event = Event.disconnected(link.peerConnection)
        schedule(.event(node: link.peer, run: nodes[link.peer].run, event), after: 3)
    }

    mutating func goDown(_ number: Int) {
        coverage.crashes += 1
        hangUpAll(number)
        nodes[number].crash(using: &random)
        schedule(.restart(node: number), after: Int64.random(in: 100...5000, using: &random))
    }

    private mutating func hangUpAll(_ number: Int) {
        for connection in network.connections(of: number) {
            if let link = network.disconnect(connection) {
                hangUp(link, heardFrom: number)
            }
        }
    }

    mutating func copySomeDisk() {
        let number = Int.random(in: 0..<nodes.count, using: &random)
        nodes[number].copyDisk(using: &random)
        schedule(.putBackCopy(node: number), after: Int64.random(in: 1000...20_000, using: &random))
    }

    /// What only the disk knew that is replaced is gone; nobody can promise otherwise.
    mutating func putBackCopy(of number: Int) {
        guard nodes[number].hasDiskCopy else { return }
        coverage.rollbacks += 1
        hangUpAll(number)
        nodes[number].putBackCopy()
        acknowledged = acknowledged.filter { reference in
            nodes.contains { node in
                node.number != number && node.read { $0.list(reference.scope)?.item(reference.entity) } != nil
            }
        }
        schedule(.restart(node: number), after: Int64.random(in: 100...5000, using: &random))
    }

    mutating func crashSomebody() {
        let number = Int.random(in: 0..<nodes.count, using: &random)
        guard nodes[number].isUp else { return }
        if random.happens(percent: 50) {
            nodes[number].cutPower(afterCalls: Int.random(in: 1...3, using: &random))
        } else {
            goDown(number)
        }
    }

    mutating func restart(_ number: Int) throws(SimulationFailure) {
        guard !nodes[number].isUp else { return }
        try nodes[number].start(seed: random.next())
        report(.started, to: number)
        for node in nodes where node.number != number {
            report(.endpointConfigured(node.endpoint), to: number)
        }
    }
}
