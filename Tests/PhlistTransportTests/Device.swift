import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import PhlistTransport

/// A transport with its events, and an admission that tests change at will.
struct Device: Sendable {
    let identity: DeviceIdentity
    let transport: Transport
    let events = Recorder()
    private let admission = Admission()

    init(
        _ identity: DeviceIdentity? = nil,
        speaking applicationProtocol: String = "phlist/2",
        limits: TransportLimits = .unhurried
    ) throws {
        self.identity = try identity ?? .generate()
        transport = Transport(
            TransportConfiguration(
                identity: self.identity,
                applicationProtocol: applicationProtocol,
                limits: limits,
                admission: { [admission] in admission.admits($0) }
            ),
            events: { [events] in events.record($0) }
        )
    }

    var key: PeerKey { identity.key }

    /// Listens on loopback at a free port.
    func listen() async throws -> NetworkAddress {
        NetworkAddress(.loopback, port: try await transport.listen(on: [.address(.loopback)], port: 0))
    }

    /// From now on these are the only keys that may connect.
    func admit(only keys: Set<PeerKey>) {
        admission.keys.withLock { $0 = keys }
    }

    /// Connects to another device and waits until both know.
    func connect(to other: Device) async throws -> (here: ConnectionID, there: ConnectionID) {
        let here = transport.connect(to: try await other.listen())
        _ = try await events.connected()
        return (here, try await other.events.connected().id)
    }

    /// Ends the transport; there must be nothing left.
    func end() async {
        await transport.shutdown()
        #expect(transport.connectionCount == 0)
    }
}

/// Two devices for the length of a test.
func withTwoDevices(
    limits: TransportLimits = .unhurried,
    _ body: (_ alice: Device, _ bob: Device) async throws -> Void
) async throws {
    let alice = try Device(limits: limits)
    let bob = try Device(limits: limits)
    do {
        try await body(alice, bob)
    } catch {
        await alice.end()
        await bob.end()
        throw error
    }
    await alice.end()
    await bob.end()
}

/// A sender and a receiver that are connected and authenticated.
func withSession(
    limits: TransportLimits = .unhurried,
    _ body: (_ alice: Device, _ toBob: ConnectionID, _ bob: Device, _ toAlice: ConnectionID) async throws -> Void
) async throws {
    try await withTwoDevices(limits: limits) { alice, bob in
        let (toBob, toAlice) = try await alice.connect(to: bob)
        try await greet(alice, toBob, bob, toAlice)
        try await body(alice, toBob, bob, toAlice)
    }
}

/// Lets both ends of a connection authenticate each other, and returns when both have.
func greet(_ alice: Device, _ toBob: ConnectionID, _ bob: Device, _ toAlice: ConnectionID) async throws {
    alice.transport.send([.greeting], to: toBob)
    bob.transport.send([.greeting], to: toAlice)
    for (device, id) in [(alice, toBob), (bob, toAlice)] {
        device.transport.consumed(try await device.events.received(.greeting, from: id), from: id, authenticating: true)
        device.transport.send([.ready], to: id)
    }
    for (device, id) in [(alice, toBob), (bob, toAlice)] {
        device.transport.consumed(try await device.events.received(.ready, from: id), from: id)
    }
}

extension Frame {
    static let greeting = Frame(type: 254, body: [])
    static let ready = Frame(type: 255, body: [])
}

extension Transport {
    fileprivate func consumed(_ frame: Frame, from id: ConnectionID, authenticating: Bool = false) {
        if authenticating {
            authenticated(id)
        }
        consumed(cost: frame.cost, from: id)
    }
}

extension TransportLimits {
    /// Neither a busy machine nor many clients on one address trip over these.
    static var unhurried: TransportLimits {
        var limits = TransportLimits()
        limits.authenticationTimeout = .seconds(60)
        limits.handshakesPerSourceMax = 1_000
        return limits
    }
}

extension IPAddress {
    static let loopback = IPAddress("127.0.0.1") ?? .any
}

private final class Admission: Sendable {
    /// Nil admits everybody.
    let keys = Mutex<Set<PeerKey>?>(nil)

    func admits(_ key: PeerKey) -> Bool {
        keys.withLock { $0?.contains(key) ?? true }
    }
}
