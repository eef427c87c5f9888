import PhlistTestKit
import Testing

@testable import PhlistDiscovery

/// What a slow reader of discovery is told.
@Suite struct DiscoveryFeedTests {
    private static func instance(_ name: String, port: UInt16 = 7454) throws -> Instance {
        let address = try #require(InstanceAddress(bytes: [10, 0, 0, 1], interface: 2))
        return Instance(name: name, port: port, text: [:], addresses: [address])
    }

    @Test func `whoever reads late is told the last state of everything, however much came before`() throws {
        let feed = DiscoveryFeed()
        for port in 1...5_000 as ClosedRange<UInt16> {
            for name in ["attic", "kitchen"] { feed.add(.changed(try Self.instance(name, port: port))) }
        }
        feed.add(.found(try Self.instance("cellar")))
        let last = try ["attic", "kitchen"].map { DiscoveryEvent.found(try Self.instance($0, port: 5_000)) }
        #expect(feed.takeAll() == last + [.found(try Self.instance("cellar"))])
        #expect(feed.takeAll() == [])
    }

    @Test func `a flood that comes and goes unread leaves nothing to be kept`() throws {
        var pending = PendingEvents()
        for number in 0..<10_000 {
            pending.add(.found(try Self.instance("fake \(number)")))
            pending.add(.lost(name: "fake \(number)"))
        }
        #expect(pending.count == 0)
    }

    @Test func `who was told of an instance is told that it is gone, and of its return`() throws {
        let feed = DiscoveryFeed()
        feed.add(.found(try Self.instance("attic")))
        #expect(feed.takeAll() == [.found(try Self.instance("attic"))])
        feed.add(.lost(name: "attic"))
        feed.add(.found(try Self.instance("attic", port: 9)))
        #expect(feed.takeAll() == [.changed(try Self.instance("attic", port: 9))])
        feed.add(.lost(name: "attic"))
        #expect(feed.takeAll() == [.lost(name: "attic")])
    }

    @Test func `the newest word on avahi and on the own name is told`() {
        let feed = DiscoveryFeed()
        feed.add(.available)
        feed.add(.advertised(name: "a", wanted: "a"))
        feed.add(.unavailable(reason: "gone"))
        feed.add(.advertised(name: "b", wanted: "a"))
        #expect(feed.takeAll() == [.unavailable(reason: "gone"), .advertised(name: "b", wanted: "a")])
    }

    @Test(arguments: 1...50)
    func `a reader that looks now and then ends up knowing what there is`(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let feed = DiscoveryFeed()
        var (real, read): ([String: Instance], [String: Instance]) = ([:], [:])
        for _ in 0..<2_000 {
            let instance = try Self.instance("s\(random.next() % 20)", port: UInt16(random.next() % 4))
            switch (random.next() % 3, real[instance.name]) {
            case (0, .some): real[instance.name] = nil
            case (_, .some(instance)): continue
            default: real[instance.name] = instance
            }
            feed.add(real[instance.name].map { .changed($0) } ?? .lost(name: instance.name))
            if random.next() % 50 == 0 { take(feed.takeAll(), &read) }
        }
        take(feed.takeAll(), &read)
        #expect(read == real)
    }

    private func take(_ events: [DiscoveryEvent], _ read: inout [String: Instance]) {
        for event in events {
            switch event {
            case .found(let instance):
                #expect(read.updateValue(instance, forKey: instance.name) == nil)
            case .changed(let instance):
                #expect(read.updateValue(instance, forKey: instance.name) != nil)
            case .lost(let name):
                #expect(read.removeValue(forKey: name) != nil)
            case .available, .unavailable, .advertised, .ownSeen: Issue.record("not said")
            }
        }
    }
}
