import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Messages and connections, and their faults.
extension Simulation {
    mutating func send(_ message: Message, from number: Int, on connection: ConnectionID) {
        guard let link = network.links[connection] else { return }
        checkIsFor(nodes[link.peer].device, message, from: nodes[number])
        let (type, body) = message.encoded
        noteSent(body)
        noteBrought(message, by: nodes[number], to: nodes[link.peer], isOrderly: link.isOrderly)
        coverage.messages += 1
        coverage.bytes += body.count + 5
        guard network.canReach(link.peer, from: number) else { return network.disturb(connection) }
        guard !random.happens(percent: options.lossPercent) else {
            coverage.note(.lost)
            return network.disturb(connection)
        }
        let isTwice = random.happens(percent: options.duplicatePercent)
        coverage.note(.duplicated, times: isTwice ? 1 : 0)
        if isTwice, case .batches = message {
            coverage.note(.redelivered)
        }
        for _ in 0..<(isTwice ? 2 : 1) {
            deliver(type, body, on: link, from: connection)
        }
    }

    private mutating func deliver(
        _ type: UInt8,
        _ body: [UInt8],
        on link: SimulatedNetwork.Link,
        from connection: ConnectionID
    ) {
        let isLate = random.happens(percent: options.reorderPercent)
        if isLate { network.disturb(connection) }
        coverage.note(.reordered, times: isLate ? 1 : 0)
        let event = Event.received(link.peerConnection, type: type, body: body)
        let action = Action.event(node: link.peer, run: nodes[link.peer].run, event)
        schedule(action, after: isLate ? Int64.random(in: 5...2000, using: &random) : 2)
    }

    /// Sends batches as fast as the connection takes them, as the daemon does.
    mutating func sendBatches(from number: Int, on connection: ConnectionID) {
        defer { reportSentBatches(by: number, on: connection) }
        do {
            while let message = try nodes[number].nextBatches(for: connection) {
                send(message, from: number, on: connection)
                if network.links[connection]?.isSlow ?? false {
                    coverage.note(.slowPeer)
                    let action = Action.drained(node: number, run: nodes[number].run, connection)
                    schedule(action, after: Int64.random(in: 20...800, using: &random))
                    return
                }
            }
        } catch {
            guard !nodes[number].hasLostPower else { return goDown(number) }
            nodes[number].forgetBatches(for: connection)
            close(connection, by: number)
        }
    }

    mutating func reportSentBatches(by number: Int, on connection: ConnectionID) {
        for scope in nodes[number].takeSentRequests(of: connection) {
            schedule(.event(node: number, run: nodes[number].run, .batchesSent(connection, scope)), after: 1)
        }
    }

    mutating func connect(_ number: Int, to endpoint: Endpoint) {
        guard
            let other = nodes.first(where: { $0.endpoint == endpoint }), other.isUp, other.asleepUntil <= time,
            network.canReach(other.number, from: number), network.canReach(number, from: other.number)
        else {
            report(.dialFailed(endpoint), to: number)
            return
        }
        let dialler = nodes[number]
        let (letter, answer) = (dialler.read { $0.membership.letter }, other.read { $0.membership.letter })
        let door = other.read { $0.door }
        let isOpen = door.opens(to: dialler.device, with: letter)
        guard isOpen, dialler.read({ $0.door }).opens(to: other.device, with: answer) else {
            report(.dialFailed(endpoint), to: number)
            return
        }
        coverage.note(.letter, times: door.opens(to: dialler.device, with: []) ? 0 : 1)
        let isSlow = random.happens(percent: options.slowPercent)
        let (near, far) = network.connect(number, other.number, isSlow: isSlow)
        report(.connected(near, other.device, .dialled(endpoint), letter: answer), to: number)
        let role = ConnectionRole.accepted(from: dialler.endpoint)
        report(.connected(far, dialler.device, role, letter: letter), to: other.number)
    }

    /// Closes a connection; the other side is notified if the network allows it.
    mutating func close(_ connection: ConnectionID, by number: Int) {
        guard let link = network.disconnect(connection) else { return }
        nodes[number].forgetBatches(for: connection)
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

    /// Closes the connections that lost or delayed messages, because TCP connections would have ended by now.
    mutating func endLossyConnections() {
        for number in nodes.indices {
            for connection in network.connections(of: number) where network.links[connection]?.isOrderly == false {
                close(connection, by: number)
            }
        }
    }

    mutating func hangUpAll(_ number: Int) {
        for connection in network.connections(of: number) {
            if let link = network.disconnect(connection) {
                hangUp(link, heardFrom: number)
            }
        }
    }
}
