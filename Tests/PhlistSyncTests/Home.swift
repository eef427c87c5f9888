import PhlistSimulator
import PhlistTestKit

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Devices that are connected by hand; every frame between them is kept.
final class Home {
    let devices: [Device]
    private(set) var frames: [Frame] = []
    /// Frames for which this is true never arrive.
    var isLost: (Frame) -> Bool = { _ in false }
    /// Draws what arrives next; without it everything arrives in the order in which it was sent.
    var random: SeededRandom?
    /// Whether all that is on its way to a device arrives in one turn, as for a mailbox that was busy.
    var deliversTogether = false
    /// Whether batches wait at their senders, as for a link that is slow.
    var holdsBatchesBack = false
    private(set) var requests: [(number: Int, connection: ConnectionID, request: BatchesRequest)] = []
    private var ends: [ConnectionID: End] = [:]
    private var queue: [Delivery] = []
    private var connectionCount: UInt64 = 0

    /// One end of a connection.
    private struct End {
        var owner: Int
        var peer: ConnectionID
    }

    /// A frame on its way; no type means the end of the connection.
    private struct Delivery {
        var connection: ConnectionID
        var frame: Frame?
    }

    /// What one device sends to another.
    struct Frame {
        var from: Int
        var to: Int
        var type: UInt8
        var body: [UInt8]

        var message: Message? { try? Message(type: type, body: body) }

        /// With the length before and the type.
        var wireSize: Int { body.count + 5 }

        /// The tier whose batches these are.
        var tier: Tier? {
            guard case .batches(let batches)? = message else { return nil }
            return batches.tier
        }

        /// The scope whose batches these are.
        var batchesScope: ScopeID? {
            guard case .batches(let batches)? = message else { return nil }
            return batches.scope
        }
    }

    convenience init(_ devices: Device...) {
        self.init(devices)
    }

    init(_ devices: [Device]) {
        self.devices = devices
        // A device may still have connections that stand in another home.
        let number = (devices.map(\.homeCount).max() ?? 0) + 1
        for device in devices { device.homeCount = number }
        connectionCount = UInt64(number - 1) * 10_000
    }

    /// The ends of the connections that stand.
    var connections: [ConnectionID] { ends.keys.sorted() }

    /// Opens a connection; nothing of it arrives yet.
    func open(_ dialler: Int, to other: Int) {
        let (near, far) = (nextID(), nextID())
        ends[near] = End(owner: dialler, peer: far)
        ends[far] = End(owner: other, peer: near)
        let endpoint = Endpoint("\(other)")
        let (letter, answer) = (devices[dialler].replica.membership.letter, devices[other].replica.membership.letter)
        devices[dialler].turn([.connected(near, devices[other].id, .dialled(endpoint), letter: answer)])
        let role = ConnectionRole.accepted(from: Endpoint("\(dialler):9"))
        devices[other].turn([.connected(far, devices[dialler].id, role, letter: letter)])
    }

    /// Connects two devices and lets them say all that they have to say.
    func connect(_ dialler: Int, _ other: Int) {
        open(dialler, to: other)
        settle()
    }

    /// Ends all connections, with what is on its way on them, and connects the first two devices again.
    func reconnect() {
        disconnect()
        connect(0, 1)
    }

    /// Ends all connections, with what is on its way on them.
    func disconnect() {
        queue = []
        for (connection, end) in ends.sorted(by: { $0.key < $1.key }) {
            devices[end.owner].turn([.disconnected(connection)])
        }
        ends = [:]
    }

    /// Lets everything arrive until nobody says anything more.
    func settle() {
        repeat {
            devices.indices.forEach(collect)
        } while deliverNext()
    }

    /// Lets all that is on its way at a time arrive together, and what is said to it set out together.
    ///
    /// - Returns: How often that was; two are a round trip.
    @discardableResult
    func settleInTrips(atMost limit: Int = .max) -> Int {
        for trip in 0..<limit {
            devices.indices.forEach(collect)
            guard !queue.isEmpty else { return trip }
            for _ in queue.indices where !queue.isEmpty { _ = deliverNext() }
        }
        return limit
    }

    /// Lets every session compare again, as it does every half minute.
    func compareAgain() {
        for device in devices {
            device.turn(
                device.timers.sorted { "\($0)" < "\($1)" }.compactMap { timer in
                    guard case .summary = timer else { return nil }
                    return .timerFired(timer)
                }
            )
        }
        settle()
    }

    /// Brings a device into the household of another, where somebody confirms who it wants to be unless it is said for
    /// whom it is.
    func join(_ joiner: Int, to host: Int, for use: DeviceUse? = nil, shareLists: Bool = false) throws {
        let request = try devices[joiner].replica.newDevice()
        let use = use ?? .wished(confirmed: devices[host].replica.library.peopleClaimed(by: request))
        guard case .success(.admitted(let welcome))? = devices[host].give(.admitDevice(request, for: use))[0] else {
            return
        }
        devices[joiner].give(.joinHousehold(welcome, with: request, shareLists: shareLists))
        settle()
    }

    private func nextID() -> ConnectionID {
        connectionCount += 1
        return ConnectionID(rawValue: connectionCount)
    }

    private func collect(_ number: Int) {
        for effect in devices[number].takeSaid() {
            switch effect {
            case .send(let connection, let message), .sendInTurn(let connection, let message):
                send(message, from: number, on: connection)
            case .sendBatches(let connection, let request):
                guard !holdsBatchesBack else {
                    requests.append((number, connection, request))
                    continue
                }
                sendBatches(request, from: number, on: connection)
            case .dropBatches(let connection, let scope):
                let dropped = requests.filter { $0.1 == connection && $0.2.scope == scope }
                requests.removeAll { $0.1 == connection && $0.2.scope == scope }
                for _ in dropped { devices[number].turn([.batchesSent(connection, scope)]) }
            case .sendManifest(let connection, let blob):
                devices[number].photos.manifest(of: blob).map { send(.blobHave($0), from: number, on: connection) }
            case .sendChunk(let connection, let blob, let chunk):
                devices[number].photos.chunk(chunk, of: blob)
                    .map { send(.blobChunk(blob, chunk: chunk, $0), from: number, on: connection) }
            case .close(let connection, let reason):
                send(.goodbye(reason), from: number, on: connection)
                close(connection)
            default: break
            }
        }
    }

    /// Lets what was held back go.
    func releaseBatches() {
        holdsBatchesBack = false
        for (number, connection, request) in requests { sendBatches(request, from: number, on: connection) }
        requests = []
    }

    private func sendBatches(_ request: BatchesRequest, from number: Int, on connection: ConnectionID) {
        devices[number].messages(for: request).forEach { send($0, from: number, on: connection) }
        devices[number].turn([.batchesSent(connection, request.scope)])
    }

    private func send(_ message: Message, from number: Int, on connection: ConnectionID) {
        guard let end = ends[connection], let peer = ends[end.peer] else { return }
        let (type, body) = message.encoded
        let frame = Frame(from: number, to: peer.owner, type: type, body: body)
        frames.append(frame)
        if !isLost(frame) {
            queue.append(Delivery(connection: end.peer, frame: frame))
        }
    }

    private func close(_ connection: ConnectionID) {
        guard let end = ends.removeValue(forKey: connection) else { return }
        queue.removeAll { $0.connection == connection }
        devices[end.owner].turn([.disconnected(connection)])
        queue.append(Delivery(connection: end.peer, frame: nil))
    }

    private func deliverNext() -> Bool {
        guard !queue.isEmpty else { return false }
        let delivery = queue.remove(at: nextIndex())
        guard let end = ends[delivery.connection] else { return true }
        var events = [event(delivery)]
        if deliversTogether {
            let together = queue.filter { ends[$0.connection]?.owner == end.owner }
            queue.removeAll { ends[$0.connection]?.owner == end.owner }
            events += together.map { event($0) }
        }
        for case .disconnected(let connection) in events { ends[connection] = nil }
        devices[end.owner].turn(events)
        return true
    }

    private func event(_ delivery: Delivery) -> Event {
        guard let frame = delivery.frame else { return .disconnected(delivery.connection) }
        return .received(delivery.connection, type: frame.type, body: frame.body)
    }

    /// The first delivery of a connection that is drawn: what is sent on one connection keeps its order.
    private func nextIndex() -> Int {
        guard var random else { return 0 }
        defer { self.random = random }
        let connection = queue[Int.random(in: queue.indices, using: &random)].connection
        return queue.firstIndex { $0.connection == connection } ?? 0
    }
}
