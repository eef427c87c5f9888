import Testing

@testable import PhlistModel
@testable import PhlistSync

/// Announcements that members recognise, and dialling them.
struct DiscoveryTests {
    private static func instance(of device: Device) throws -> Instance {
        let announcement = device.replica.announcement
        let (nonce, tag) = try #require(announcement)
        return Instance(
            name: "phlist-1",
            nonce: nonce,
            tag: tag,
            endpoints: [Endpoint("192.168.1.7:7454")]
        )
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

    @Test func `an announcement with any bit of its tag or nonce changed is nobody's`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let other = try Device("ben", log: home.devices[1].log)
        let instance = try Self.instance(of: home.devices[0])
        for index in 0..<8 {
            for bit in 0..<8 {
                var (tag, nonce) = (instance, instance)
                tag.tag[index] ^= 1 << UInt8(bit)
                nonce.nonce[index] ^= 1 << UInt8(bit)
                #expect(other.handle(.instanceFound(tag)).isEmpty)
                #expect(other.handle(.instanceFound(nonce)).isEmpty)
            }
        }
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
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        let ben = try Device("ben", log: home.devices[1].log)
        let instance = try Self.instance(of: home.devices[0])
        #expect(Self.dials(ben.handle(.instanceFound(instance))))
        _ = ben.handle(.instanceLost(name: instance.name))
        #expect(ben.handle(.dialFailed(instance.endpoints[0])).map(\.word) == ["searchAgain", "peersChanged"])
    }
}
