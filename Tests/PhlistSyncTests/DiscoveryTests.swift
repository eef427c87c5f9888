import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Announcements that members recognise, and dialling them.
struct DiscoveryTests {
    /// What another device receives of an announcement.
    private static func instance(of device: Device, at text: String = "192.168.1.7:7454") throws -> Instance {
        let endpoint = Endpoint(text)
        device.turn([.networkChanged([endpoint])])
        let announcement = try #require(device.replica.announcement as Announcement?)
        return Instance(name: announcement.name, tags: announcement.tags, endpoints: [endpoint])
    }

    /// Anna, and Ben in her household, who was not connected since his daemon started.
    private static func household() throws -> (anna: Device, ben: Device) {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        return (home.devices[0], try Device("ben", log: home.devices[1].log))
    }

    private static func dials(_ effects: [Effect]) -> Bool {
        effects.contains { $0.word == "dial" }
    }

    @Test func `an announcement is recognised by members and by nobody else`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let stranger = try Device("carl")
        try home.join(1, to: 0)
        let instance = try Self.instance(of: home.devices[0])
        // Before the household's secret has come nothing can be recognised.
        #expect(!Self.dials(home.devices[1].handle(.instanceFound(instance))))
        home.connect(0, 1)
        #expect(!Self.dials(stranger.handle(.instanceFound(instance))))
        #expect(!Self.dials(home.devices[0].handle(.instanceFound(instance))))
        #expect(try Self.instance(of: home.devices[1]) != instance)
        let other = try Device("ben", log: home.devices[1].log)
        #expect(Self.dials(other.handle(.instanceFound(instance))))
    }

    @Test func `an announcement with any bit of its name or tags changed is nobody's`() throws {
        let (anna, ben) = try Self.household()
        let instance = try Self.instance(of: anna)
        let digits = Array(instance.name.utf8)
        for index in digits.indices {
            for bit in 0..<7 {
                var (changed, other) = (digits, instance)
                changed[index] ^= 1 << UInt8(bit)
                other.name = String(decoding: changed, as: UTF8.self)
                #expect(ben.handle(.instanceFound(other)).isEmpty)
            }
        }
        for index in instance.tags.indices {
            for bit in 0..<8 {
                var other = instance
                // All others are gone, so that it is the right one that is changed at some time.
                other.tags = Array(instance.tags[(index / 8 * 8)..<(index / 8 * 8 + 8)])
                other.tags[index % 8] ^= 1 << UInt8(bit)
                #expect(ben.handle(.instanceFound(other)).isEmpty)
            }
        }
    }

    @Test(
        arguments: [
            (-1, ["192.168.1.7:7454"]), (2, ["192.168.1.7:7454"]), (1, ["192.168.1.7:80"]), (1, ["192.168.1.1:7454"]),
            (1, ["[fe80::1%2]:7454"]), (1, ["nas.local:7454"]), (1, ["192.168.1.7"]), (1, []),
        ]
    )
    func `a copied announcement leads to no other host and no other port, under no other name`(
        name: Int,
        endpoints: [String]
    ) throws {
        let (anna, ben) = try Self.household()
        let (own, other) = (try Self.instance(of: anna), try #require(anna.instance(9, at: "10.0.0.9:9")))
        let names = [-1: "phlist-00000001", 1: own.name, 2: other.name]
        let copy = Instance(name: try #require(names[name]), tags: own.tags, endpoints: endpoints.map { Endpoint($0) })
        #expect(ben.handle(.instanceFound(copy)).isEmpty)
    }

    @Test func `of the addresses that are seen only those are dialled that the member has announced`() throws {
        let (anna, ben) = try Self.household()
        var instance = try Self.instance(of: anna)
        instance.endpoints = ["10.0.0.1:22", "192.168.1.7:7454", "192.168.1.1:7454"].map { Endpoint($0) }
        let effects = ben.handle(.instanceFound(instance))
        #expect(effects.dialled == ["192.168.1.7:7454"])
        #expect(ben.replica.peers.instances[instance.name] == [Endpoint("192.168.1.7:7454")])
    }

    @Test func `a link-local address is recognised whatever its interface is called there`() throws {
        let (anna, ben) = try Self.household()
        var instance = try Self.instance(of: anna, at: "[fe80::7%2]:7454")
        instance.endpoints = [Endpoint("[fe80::7%eth1]:7454")]
        #expect(ben.handle(.instanceFound(instance)).dialled == ["[fe80::7%eth1]:7454"])
    }

    @Test(arguments: [[1, 8, 64], [2, 8, 64], [8, 8, 64], [9, 16, 128], [40, 16, 128]])
    func `how many addresses a device has is not shown by the number of its tags`(counts: [Int]) throws {
        let (anna, ben) = try Self.household()
        let endpoints = (0..<counts[0]).map { Endpoint("10.0.0.\($0 + 1):7454") }
        anna.turn([.networkChanged(endpoints)])
        let announcement = try #require(anna.replica.announcement as Announcement?)
        #expect(announcement.tags.count == counts[2])
        for endpoint in endpoints.sorted().prefix(16) {
            let instance = Instance(name: announcement.name, tags: announcement.tags, endpoints: [endpoint])
            #expect(ben.replica.library.announcementKeys.endpoints(of: instance) == [endpoint])
        }
    }

    @Test(arguments: [0, 1, 7, 63, 65, 136, 192, 65_536])
    func `tags of any other length are nobody's`(count: Int) throws {
        let (anna, ben) = try Self.household()
        var instance = try Self.instance(of: anna)
        let many = Array(repeating: instance.tags, count: count / 64 + 1).flatMap(\.self)
        instance.tags = Array(many.prefix(count))
        #expect(ben.handle(.instanceFound(instance)).isEmpty)
    }

    @Test func `an announcement that leads nowhere any more is forgotten`() throws {
        let (anna, ben) = try Self.household()
        let instance = try Self.instance(of: anna)
        _ = ben.handle(.instanceFound(instance))
        var moved = instance
        moved.endpoints = [Endpoint("192.168.1.8:7454")]
        _ = ben.handle(.instanceFound(moved))
        #expect(ben.replica.peers.instances.isEmpty)
    }

    @Test func `who finds its name taken takes another one`() throws {
        let (anna, _) = try Self.household()
        let name = try Self.instance(of: anna).name
        #expect(anna.handle(.announcementNameTaken("phlist-1")).isEmpty)
        #expect(anna.handle(.announcementNameTaken(name)).map(\.word) == ["announcementChanged"])
        #expect(anna.replica.announcement?.name != name)
    }

    @Test func `nothing is announced while there is no address`() throws {
        let (anna, _) = try Self.household()
        _ = try Self.instance(of: anna)
        anna.turn([.networkChanged([Endpoint("8.8.8.8:7454")])])
        #expect(anna.replica.announcement == nil)
    }

    @Test func `a dial that fails is tried again, later and later, up to half a minute`() throws {
        let device = try Device("anna")
        let endpoint = Endpoint("192.168.1.7:1")
        #expect(Self.dials(device.handle(.endpointConfigured(endpoint))))
        var longest: Int64 = 0
        for failures in 1...20 {
            for case .startTimer(.dial(endpoint), let milliseconds) in device.handle(.dialFailed(endpoint)) {
                let delay: Int64 = min(100 << Int64(min(failures, 16)), 30_000)
                #expect(milliseconds >= delay / 2 && milliseconds <= delay)
                longest = max(longest, milliseconds)
            }
            #expect(Self.dials(device.handle(.timerFired(.dial(endpoint)))))
        }
        #expect(longest > 15_000)
    }

    @Test func `an address that nobody vouches for any more is not dialled again`() throws {
        let (anna, ben) = try Self.household()
        let instance = try Self.instance(of: anna)
        #expect(Self.dials(ben.handle(.instanceFound(instance))))
        _ = ben.handle(.instanceLost(name: instance.name))
        #expect(ben.handle(.dialFailed(instance.endpoints[0])).map(\.word) == ["searchAgain", "peersChanged"])
    }
}

extension [Effect] {
    fileprivate var dialled: [String] {
        compactMap { effect in
            guard case .dial(let endpoint) = effect else { return nil }
            return endpoint.text
        }
    }
}
