import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Which addresses are dialled, when, and when no longer.
struct DiallingTests {
    /// Ben is at home with Anna, and was not connected since his daemon started.
    private static func ben() throws -> (ben: Device, anna: Device) {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        return (try Device("ben", log: home.devices[1].log), home.devices[0])
    }

    private static func instance(
        of device: Device,
        named name: Unicode.Scalar = "a",
        at endpoints: String...
    ) throws -> Instance {
        let key = try #require(device.household?.discoveryKey)
        let nonce = [UInt8](repeating: UInt8(ascii: name), count: 8)
        let announcement = Announcement(key: key, nonce: nonce, endpoints: endpoints.map { Endpoint($0) })
        return Instance(
            name: announcement.name,
            tags: announcement.tags,
            endpoints: endpoints.map { Endpoint($0) }
        )
    }

    private static func connect(_ device: Device, to peer: Device, at endpoint: String, number: UInt64 = 1) -> [Effect]
    {
        let id = ConnectionID(rawValue: number)
        let hello = Message.Hello(
            protocolMin: 1,
            protocolMax: 1,
            features: 0,
            runNonce: peer.replica.exchange.runNonce,
            modelVersion: 1,
            wallMilliseconds: peer.wall,
            build: "test",
            overview: Holding(vector: 0, state: 0)
        )
        let (type, body) = Message.hello(hello).encoded
        let effects = device.handle(.connected(id, peer.id, .dialled(Endpoint(endpoint))))
        let more = device.handle(.received(id, type: type, body: body))
        device.perform(effects + more)
        return effects + more
    }

    @Test func `the addresses of one device are tried one after the other, the others of the same when it is late`()
        throws
    {
        let (ben, anna) = try Self.ben()
        let effects = ben.handle(.instanceFound(try Self.instance(of: anna, at: "1", "2", "3")))
        #expect(effects.dials == ["1"])
        #expect(effects.dialTimers == ["2": 250, "3": 500])
        #expect(ben.handle(.timerFired(.dial(Endpoint("2")))).dials == ["2"])
        _ = Self.connect(ben, to: anna, at: "2")
        #expect(ben.handle(.timerFired(.dial(Endpoint("3")))).dials == [])
    }

    @Test func `addresses of different devices are not held up by each other`() throws {
        let (ben, anna) = try Self.ben()
        _ = ben.handle(.instanceFound(try Self.instance(of: anna, named: "a", at: "1", "2")))
        let effects = ben.handle(.instanceFound(try Self.instance(of: anna, named: "b", at: "3", "4")))
        #expect(effects.dials == ["3"])
        #expect(effects.dialTimers == ["4": 250])
    }

    @Test func `what has failed is tried behind what has not`() throws {
        let (ben, anna) = try Self.ben()
        _ = ben.handle(.instanceFound(try Self.instance(of: anna, at: "1", "2")))
        _ = ben.handle(.dialFailed(Endpoint("1")))
        #expect(ben.handle(.looked).dials == ["2"])
    }

    @Test func `where a device was last reached is tried first`() throws {
        let (ben, anna) = try Self.ben()
        _ = ben.handle(.instanceFound(try Self.instance(of: anna, at: "1", "2")))
        _ = ben.handle(.timerFired(.dial(Endpoint("2"))))
        _ = Self.connect(ben, to: anna, at: "2")
        ben.turn([.dialFailed(Endpoint("1")), .timerFired(.dial(Endpoint("1")))])
        ben.turn([.instanceFound(try Self.instance(of: anna, at: "2", "1"))])
        ben.monotonic += 60_000
        let timers = ben.handle(.disconnected(ConnectionID(rawValue: 1))).dialTimers
        let (first, second) = (try #require(timers["2"]), try #require(timers["1"]))
        #expect(first <= 100 && second >= 250)
    }

    @Test func `a device that greets and goes is tried later and later, and not sooner for its greeting`() throws {
        let (ben, anna) = try Self.ben()
        ben.turn([.endpointConfigured(Endpoint("1"))])
        for round in 0..<8 as Range<Int64> {
            _ = Self.connect(ben, to: anna, at: "1", number: UInt64(round))
            ben.monotonic += 100
            let delay = try #require(ben.handle(.disconnected(ConnectionID(rawValue: UInt64(round)))).dialTimers["1"])
            #expect(delay >= 100 << round && delay <= 200 << round)
            #expect(ben.handle(.timerFired(.dial(Endpoint("1")))).dials == ["1"])
        }
    }

    @Test(arguments: [9_999, 10_000] as [Int64])
    func `a connection that stood for long enough makes the address as good as new`(milliseconds: Int64) throws {
        let (ben, anna) = try Self.ben()
        ben.turn([.endpointConfigured(Endpoint("1"))])
        for _ in 0..<5 {
            _ = ben.handle(.dialFailed(Endpoint("1")))
            _ = ben.handle(.timerFired(.dial(Endpoint("1"))))
        }
        _ = Self.connect(ben, to: anna, at: "1")
        ben.monotonic += milliseconds
        let delay = try #require(ben.handle(.disconnected(ConnectionID(rawValue: 1))).dialTimers["1"])
        #expect((delay <= 100) == (milliseconds == 10_000))
    }

    @Test func `a short connection that brought something is a good one`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        for round in 0..<6 {
            home.devices[0].give(home.devices[0].add("item \(round)"))
            home.open(1, to: 0)
            home.settle()
            home.disconnect()
            let timers = home.devices[1].takeSaid().dialTimers
            #expect(try #require(timers["0"]) <= 100)
        }
    }

    @Test func `who looks has everybody dialled who is not there, at most every two seconds`() throws {
        let (ben, anna) = try Self.ben()
        ben.turn([.instanceFound(try Self.instance(of: anna, at: "1"))])
        _ = ben.handle(.dialFailed(Endpoint("1")))
        ben.monotonic = 100_000
        #expect(ben.handle(.looked).dials == ["1"])
        _ = ben.handle(.dialFailed(Endpoint("1")))
        ben.monotonic += 1_999
        #expect(ben.handle(.looked).isEmpty)
        ben.monotonic += 1
        #expect(ben.handle(.looked).dials == ["1"])
        _ = Self.connect(ben, to: anna, at: "1")
        ben.monotonic += 60_000
        #expect(ben.handle(.looked).dials == [])
    }

    @Test func `an address that was passed over is tried soon when it leads to nobody who is connected any more`()
        throws
    {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let (anna, other) = (home.devices[0], Endpoint("e"))
        let instance = try Self.instance(of: anna, named: "x", at: "1", other.text)
        anna.turn([.instanceFound(instance), .endpointConfigured(other)])
        #expect(!anna.timers.contains(.dial(other)))
        anna.monotonic += 5000
        anna.turn([.timerFired(.upkeep)])
        #expect(!anna.timers.contains(.dial(other)))
        anna.turn([.instanceLost(name: instance.name)])
        anna.monotonic += 5000
        anna.turn([.timerFired(.upkeep)])
        #expect(anna.timers.contains(.dial(other)))
    }

    @Test func `an address that is taken out of the configuration is not dialled again, unless others name it`() throws
    {
        let device = try Device("anna")
        device.turn([.endpointConfigured(Endpoint("1")), .endpointConfigured(Endpoint("2"))])
        device.turn([.endpointUnconfigured(Endpoint("1")), .dialFailed(Endpoint("1")), .dialFailed(Endpoint("2"))])
        device.monotonic += 60_000
        #expect(device.handle(.looked).dials == ["2"])
        #expect(device.handle(.timerFired(.dial(Endpoint("1")))).dials == [])
        let (ben, anna) = try Self.ben()
        let instance = try Self.instance(of: anna, at: "1")
        ben.turn([.endpointConfigured(Endpoint("1")), .instanceFound(instance), .endpointUnconfigured(Endpoint("1"))])
        ben.turn([.dialFailed(Endpoint("1"))])
        ben.monotonic += 60_000
        #expect(ben.handle(.looked).dials == ["1"])
    }

    @Test func `an address that led to this device is left alone until the network is another one`() throws {
        let device = try Device("anna")
        device.turn([.endpointConfigured(Endpoint("1"))])
        device.perform(Self.connect(device, to: device, at: "1"))
        device.turn([.disconnected(ConnectionID(rawValue: 1))])
        #expect(device.handle(.timerFired(.dial(Endpoint("1")))).dials == [])
        device.monotonic += 60_000
        #expect(device.handle(.looked).dials == [])
        #expect(device.handle(.networkChanged([])).dials == ["1"])
    }

    @Test func `another device's address, announced by a newcomer, is dialled although that device is connected`()
        throws
    {
        let (ben, anna) = try Self.ben()
        ben.turn([.instanceFound(try Self.instance(of: anna, named: "a", at: "1"))])
        _ = Self.connect(ben, to: anna, at: "1")
        ben.turn([.instanceFound(try Self.instance(of: anna, named: "a", at: "2"))])
        #expect(ben.handle(.instanceFound(try Self.instance(of: anna, named: "b", at: "2"))).dials == [])
        _ = ben.handle(.dialFailed(Endpoint("2")))
        #expect(ben.handle(.instanceFound(try Self.instance(of: anna, named: "c", at: "3"))).dials == ["3"])
    }

    @Test func `who joined and was killed before a word with anybody knows where to go`() throws {
        let (anna, ben) = (try Device("anna"), try Device("ben"))
        let request = try ben.replica.newDevice()
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request))[0] else {
            Issue.record("not admitted")
            return
        }
        ben.give(.joinHousehold(welcome, with: request, shareLists: false, at: Endpoint("10.0.0.1:7454")))
        let restarted = try Device("ben", log: ben.log)
        #expect(restarted.handle(.looked).dials == ["10.0.0.1:7454"])
    }

    @Test func `addresses that nobody vouches for any more are forgotten`() throws {
        let (ben, anna) = try Self.ben()
        let before = Set(ben.replica.peers.places.keys)
        for round in 0..<1000 {
            ben.turn([.instanceFound(try Self.instance(of: anna, at: "a\(round)", "b\(round)"))])
            ben.turn([.dialFailed(Endpoint("a\(round)")), .timerFired(.dial(Endpoint("b\(round)")))])
            ben.turn([.dialFailed(Endpoint("b\(round)"))])
        }
        _ = ben.handle(.instanceLost(name: try Self.instance(of: anna, at: "1").name))
        for endpoint in ben.replica.peers.places.keys {
            _ = ben.handle(.timerFired(.dial(endpoint)))
            _ = ben.handle(.dialFailed(endpoint))
        }
        #expect(Set(ben.replica.peers.places.keys) == before)
    }
}

extension [Effect] {
    /// The addresses that are dialled now.
    fileprivate var dials: [String] {
        compactMap { effect in
            guard case .dial(let endpoint) = effect else { return nil }
            return endpoint.text
        }
    }

    /// The addresses that are dialled after so many milliseconds.
    fileprivate var dialTimers: [String: Int64] {
        reduce(into: [:]) { timers, effect in
            guard case .startTimer(.dial(let endpoint), let milliseconds) = effect else { return }
            timers[endpoint.text] = milliseconds
        }
    }
}
