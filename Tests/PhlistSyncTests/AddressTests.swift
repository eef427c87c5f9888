import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Devices tell each other where the others are.
struct AddressTests {
    /// Anna, Ben and Carl in one household; each is where its number says.
    private static func household() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        for number in 1...2 {
            try home.join(number, to: 0)
            home.connect(number, 0)
            home.connect(1, 0)
        }
        home.disconnect()
        for (number, device) in home.devices.enumerated() {
            device.turn([.networkChanged([Endpoint("10.0.0.\(number):7454")])])
        }
        home.settle()
        return home
    }

    private static func hearsay(_ home: Home, _ number: Int, of other: Int) -> [String]? {
        home.devices[number].replica.peers.hearsay[home.devices[other].id]?.endpoints.map(\.text)
    }

    private static func dials(_ home: Home, _ number: Int, _ endpoint: String) -> Bool {
        let place = home.devices[number].replica.peers.places[Endpoint(endpoint)]
        return place?.state == .dialling
    }

    @Test func `two that are connected to a third hear of each other and dial`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        #expect(Self.hearsay(home, 0, of: 1) == ["10.0.0.1:7454"])
        #expect(Self.hearsay(home, 1, of: 2) == nil)
        home.connect(2, 0)
        #expect(Self.hearsay(home, 1, of: 2) == ["10.0.0.2:7454"])
        #expect(Self.hearsay(home, 2, of: 1) == ["10.0.0.1:7454"])
        #expect(Self.dials(home, 1, "10.0.0.2:7454") && Self.dials(home, 2, "10.0.0.1:7454"))
    }

    @Test func `who moves tells it, and the others hear of it through whom they are connected to`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        home.connect(2, 0)
        home.devices[1].turn([.networkChanged([Endpoint("10.0.0.77:7454")])])
        home.settle()
        #expect(Self.hearsay(home, 2, of: 1) == ["10.0.0.77:7454"])
        #expect(home.devices[2].replica.peers.places[Endpoint("10.0.0.1:7454")]?.state != .idle)
    }

    @Test func `hearsay is not passed on`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        home.connect(2, 0)
        home.disconnect()
        home.devices[0].turn([.networkChanged([])])
        home.connect(1, 2)
        #expect(Self.hearsay(home, 1, of: 2) == ["10.0.0.2:7454"])
        let told = home.frames.last { $0.from == 1 && $0.type == 0x81 }?.message
        #expect(told == .addresses([.init(device: home.devices[1].id, endpoints: [Endpoint("10.0.0.1:7454")])]))
    }

    @Test func `what a device says of itself is not replaced by what a third says`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        home.connect(2, 1)
        let lie = Message.addresses([.init(device: home.devices[1].id, endpoints: [Endpoint("10.0.0.66:1")])])
        let (type, body) = lie.encoded
        home.connect(2, 0)
        home.devices[0].turn([.received(try #require(home.connections.last), type: type, body: body)])
        #expect(Self.hearsay(home, 0, of: 1) == ["10.0.0.1:7454"])
    }

    @Test func `addresses of this device, and outside homes, are not taken`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        let anna = home.devices[0]
        let connection = try #require(home.connections.last)
        let entries: [Message.DeviceAddresses] = [
            .init(device: anna.id, endpoints: [Endpoint("10.0.0.66:1")]),
            .init(device: home.devices[2].id, endpoints: [Endpoint("8.8.8.8:53"), Endpoint("example.org:1")]),
        ]
        let (type, body) = Message.addresses(entries).encoded
        let before = anna.replica.peers.places.keys.sorted()
        anna.turn([.received(connection, type: type, body: body)])
        #expect(anna.replica.peers.places.keys.sorted() == before)
        #expect(anna.replica.peers.hearsay[anna.id] == nil)
    }

    @Test func `nobody is told of a device that is not in the household`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        home.connect(2, 0)
        let stranger = DeviceID(publicKey: [7])
        let (type, body) = Message.addresses([.init(device: stranger, endpoints: [Endpoint("10.0.0.66:1")])]).encoded
        home.devices[0].turn([.received(try #require(home.connections.last), type: type, body: body)])
        home.devices[0].turn([.networkChanged([Endpoint("10.0.0.99:1")])])
        home.settle()
        home.reconnect()
        for case .addresses(let entries)? in home.frames.lazy.filter({ $0.from == 0 }).map(\.message) {
            #expect(entries.allSatisfy { $0.device != stranger })
        }
    }

    @Test func `who has just been let in tells where it is as soon as it knows the household`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        for (number, device) in home.devices.enumerated() {
            device.turn([.networkChanged([Endpoint("10.0.0.\(number):7454")])])
        }
        try home.join(1, to: 0)
        home.connect(1, 0)
        #expect(Self.hearsay(home, 0, of: 1) == ["10.0.0.1:7454"])
        #expect(Self.hearsay(home, 1, of: 0) == ["10.0.0.0:7454"])
    }

    @Test func `a peer that names devices without end fills no memory`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        let connection = try #require(home.connections.last)
        for round in 0..<100 as Range<UInt8> {
            let entries = (0..<64 as Range<UInt8>).map { number in
                Message.DeviceAddresses(
                    device: DeviceID(publicKey: [round, number]),
                    endpoints: (0..<8).map { Endpoint("10.\(round).\(number).\($0):1") }
                )
            }
            let (type, body) = Message.addresses(entries).encoded
            home.devices[0].turn([.received(connection, type: type, body: body)])
        }
        #expect(home.devices[0].replica.peers.hearsay.count <= HouseholdLimits.devicesMax)
        #expect(home.devices[0].replica.peers.places.count <= SyncLimits.endpointsMax)
        #expect(home.devices[0].replica.peers.dialsUnderWay <= SyncLimits.dialsMax)
    }

    @Test func `addresses are kept of devices of the household alone, and leave room for what is found here`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        let connection = try #require(home.connections.last)
        let anna = home.devices[0]
        let strangers = (0..<64 as Range<UInt8>).map {
            Message.DeviceAddresses(device: DeviceID(publicKey: [$0]), endpoints: [Endpoint("10.9.9.\($0):1")])
        }
        let many = (0..<8).map { Endpoint("10.8.8.\($0):1") }
        let lies = strangers + [Message.DeviceAddresses(device: home.devices[2].id, endpoints: many)]
        for batch in [Array(lies.prefix(60)), Array(lies.suffix(5))] {
            let (type, body) = Message.addresses(batch).encoded
            anna.turn([.received(connection, type: type, body: body)])
        }
        let said = anna.replica.peers.hearsay
        #expect(Set(said.keys).isSubset(of: home.devices.map(\.id)))
        #expect(said[home.devices[2].id]?.endpoints.count == SyncLimits.addressesByHearsayMax)
        var book = PeerDirectory(nonce: 1)
        for number in 0..<HouseholdLimits.devicesMax {
            let places = (0..<8).map { Endpoint("10.1.\(number).\($0):1") }
            _ = book.heard(places, of: DeviceID(publicKey: [UInt8(number)]), isFirstHand: false, now: 0)
        }
        #expect(book.places.count == SyncLimits.endpointsByHearsayMax)
        book.found("near", at: [Endpoint("10.0.0.3:7454")])
        #expect(book.places[Endpoint("10.0.0.3:7454")] != nil)
    }

    @Test func `what was said of a device that nobody meets is forgotten after a day`() throws {
        let home = try Self.household()
        home.connect(1, 0)
        home.connect(2, 0)
        home.disconnect()
        let carl = home.devices[2]
        for hour in 1...24 {
            #expect(Self.hearsay(home, 2, of: 1) != nil, "after \(hour - 1) hours")
            carl.monotonic += 3_600_000
            carl.turn([.timerFired(.upkeep)])
        }
        #expect(Self.hearsay(home, 2, of: 1) == nil)
        #expect(carl.replica.peers.endpoints(of: home.devices[1].id).allSatisfy { !carl.replica.peers.isWanted($0) })
    }

    @Test(
        arguments: [
            ("10.0.0.1:1", true), ("192.168.255.255:65535", true), ("172.16.0.1:7", true), ("172.31.9.9:7", true),
            ("169.254.1.1:7", true), ("[fd12:3456::1]:7454", true), ("[fc00::1]:1", true),
            ("172.15.0.1:7", false), ("172.32.0.1:7", false), ("11.0.0.1:1", false), ("127.0.0.1:1", false),
            ("192.169.0.1:1", false), ("10.0.0.1", false), ("10.0.0.1:", false), ("10.0.0.1:65536", false),
            ("10.0.0.256:1", false), ("10.0.0:1", false), ("10.0.0.1.evil.example:1", false), ("10.0.0.1 :1", false),
            ("[fd12::1]", false), ("[fd12::1%eth0]:1", false), ("[fe80::1%eth0]:1", false), ("[2001:db8::1]:1", false),
            ("[fd::1]:1", false), ("[fd12::1:1", false), ("fd12::1:1", false), ("", false), (":", false),
            ("nas.local:7454", false),
        ]
    )
    func `an address is dialled on somebody's word only when it lies in a home`(text: String, isPrivate: Bool) {
        #expect(Endpoint(text).isPrivate == isPrivate)
    }
}
