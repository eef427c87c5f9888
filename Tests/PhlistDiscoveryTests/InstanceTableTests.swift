import PhlistTestKit
import Testing

@testable import PhlistDiscovery

@Suite struct InstanceTableTests {
    private var table = InstanceTable(limits: DiscoveryLimits())
    private let kitchen = Sighting("kitchen", interface: 2)

    private func address(_ last: UInt8, interface: UInt32 = 2) throws -> InstanceAddress {
        try #require(InstanceAddress(bytes: [10, 0, 0, last], interface: interface))
    }

    private func instance(
        _ addresses: [InstanceAddress],
        port: UInt16 = 7454,
        text: [String: [UInt8]] = [:]
    ) -> Instance {
        Instance(name: "kitchen", port: port, text: text, addresses: addresses)
    }

    /// Makes the kitchen known with one address.
    private mutating func findKitchen() throws {
        _ = table.added(kitchen)
        _ = table.resolved(kitchen, port: 7454, text: [:])
        #expect(table.addressFound(try address(1), of: kitchen) == [.tell(.found(instance([try address(1)])))])
        #expect(table.lookedUp(kitchen) == [])
    }

    @Test mutating func `a sighting is looked up once, however many protocols bring it`() {
        #expect(table.added(kitchen) == [.look(kitchen)])
        #expect(table.added(kitchen) == [])
        #expect(table.added(Sighting("kitchen", interface: 3)) == [.look(Sighting("kitchen", interface: 3))])
    }

    @Test mutating func `our own service is looked up by nobody, and seen on the interfaces that bring it`() {
        #expect(table.ownNameChanged(to: "kitchen") == [])
        #expect(table.added(Sighting("kitchen", interface: 3)) == [] && table.added(kitchen) == [])
        #expect(table.ownInterfaces == [2, 3])
        _ = table.removed(kitchen)
        #expect(table.ownInterfaces == [3])
        _ = table.ownNameChanged(to: "pantry")
        #expect(table.ownInterfaces == [])
    }

    @Test mutating func `an instance is found when it has a port and an address, in either order`() throws {
        _ = table.added(kitchen)
        #expect(table.addressFound(try address(1), of: kitchen) == [])
        #expect(table.resolved(kitchen, port: 7454, text: [:]) == [.tell(.found(instance([try address(1)])))])
    }

    @Test mutating func `it is lost when as many were removed as were added`() throws {
        try findKitchen()
        _ = table.added(kitchen)
        #expect(table.removed(kitchen) == [])
        #expect(table.removed(kitchen) == [.forget(kitchen), .tell(.lost(name: "kitchen"))])
        #expect(table.removed(kitchen) == [])
    }

    @Test mutating func `an instance that was never found is not told as lost`() {
        _ = table.added(kitchen)
        #expect(table.removed(kitchen) == [.forget(kitchen)])
    }

    @Test mutating func `the addresses of all interfaces come together, and go with their interface`() throws {
        try findKitchen()
        let wireless = Sighting("kitchen", interface: 3)
        _ = table.added(wireless)
        #expect(table.resolved(wireless, port: 7454, text: [:]) == [])
        let both = [try address(1), try address(1, interface: 3)]
        #expect(table.addressFound(both[1], of: wireless) == [.tell(.changed(instance(both)))])
        #expect(table.removed(kitchen) == [.forget(kitchen), .tell(.changed(instance([both[1]])))])
    }

    @Test mutating func `a lookup replaces what an earlier one found, when it has ended`() throws {
        try findKitchen()
        #expect(table.resolved(kitchen, port: 7454, text: [:]) == [])
        let both = [try address(1), try address(2)]
        #expect(table.addressFound(both[1], of: kitchen) == [.tell(.changed(instance(both)))])
        #expect(table.lookedUp(kitchen) == [.tell(.changed(instance([both[1]])))])
    }

    @Test mutating func `a lookup that finds nothing leaves what is known`() throws {
        try findKitchen()
        #expect(table.resolved(kitchen, port: 7454, text: [:]) == [])
        #expect(table.lookedUp(kitchen) == [])
    }

    @Test mutating func `a new port or text is told, the newest answer of all interfaces`() throws {
        try findKitchen()
        let wireless = Sighting("kitchen", interface: 3)
        _ = table.added(wireless)
        let changed = instance([try address(1)], port: 9, text: ["pair": [49]])
        #expect(table.resolved(wireless, port: 9, text: ["pair": [49]]) == [.tell(.changed(changed))])
        let again = instance([try address(1)], port: 10)
        #expect(table.resolved(kitchen, port: 10, text: [:]) == [.tell(.changed(again))])
    }

    @Test mutating func `answers about what is gone are ignored`() throws {
        #expect(table.resolved(kitchen, port: 1, text: [:]) == [])
        #expect(table.addressFound(try address(1), of: kitchen) == [])
        #expect(table.lookedUp(kitchen) == [])
    }

    @Test mutating func `our own service is nobody, and who has our former name is somebody`() throws {
        #expect(table.ownNameChanged(to: "kitchen") == [])
        #expect(table.added(kitchen) == [])
        #expect(table.sightings == [])
        #expect(table.ownNameChanged(to: "kitchen-2") == [.look(kitchen)])
        #expect(table.sightings == [kitchen])
        _ = table.resolved(kitchen, port: 7454, text: [:])
        _ = table.addressFound(try address(1), of: kitchen)
        #expect(table.ownNameChanged(to: "kitchen") == [.forget(kitchen), .tell(.lost(name: "kitchen"))])
    }

    @Test mutating func `clearing loses all that were found, in order`() throws {
        try findKitchen()
        let attic = Sighting("attic", interface: 2)
        _ = table.added(attic)
        _ = table.resolved(attic, port: 1, text: [:])
        _ = table.addressFound(try address(2), of: attic)
        _ = table.added(Sighting("cellar", interface: 2))
        #expect(table.cleared() == [.tell(.lost(name: "attic")), .tell(.lost(name: "kitchen"))])
        #expect(table.added(kitchen) == [.look(kitchen)])
    }

    @Test mutating func `ten thousand services are bounded, and room is given again`() {
        let sightings = (0..<10_000).map { Sighting("fake \($0)", interface: 2) }
        #expect(sightings.count { !table.added($0).isEmpty } == 128)
        #expect(table.added(kitchen) == [])
        _ = table.removed(sightings[0])
        #expect(table.added(kitchen) == [.look(kitchen)])
        #expect((3..<99).count { !table.added(Sighting("kitchen", interface: $0)).isEmpty } == 7)
    }

    @Test mutating func `a flood that lasts takes no room from members, whatever it claims to be`() throws {
        let fakes = (0..<10_000).map { Sighting("fake \($0)", interface: 2) }
        for fake in fakes { #expect(table.added(fake, as: .stranger) == []) }
        #expect(table.sightings == [] && !table.missesInstances)
        #expect(fakes.count { !table.added($0, as: .openCode).isEmpty } == 32)
        #expect(!table.missesInstances)
        #expect(table.added(kitchen, as: .member) == [.look(kitchen)])
        _ = table.removed(fakes[0])
        #expect(table.missesInstances)
    }

    @Test mutating func `what was ignored in a flood is found when browsing begins anew after it`() throws {
        try findKitchen()
        let fakes = (0..<128).map { Sighting("fake \($0)", interface: 2) }
        for fake in fakes { _ = table.added(fake) }
        let attic = Sighting("attic", interface: 2)
        #expect(table.added(attic) == [] && !table.missesInstances)
        for fake in fakes { _ = table.removed(fake) }
        #expect(table.missesInstances)
        table.browsingAgain()
        #expect(!table.missesInstances)
        #expect(table.added(kitchen) == [])
        #expect(table.added(attic) == [.look(attic)])
        #expect(table.forgetUnseen() == [])
        #expect(table.removed(kitchen) == [.forget(kitchen), .tell(.lost(name: "kitchen"))])
    }

    @Test mutating func `what browsing anew does not bring again is lost`() throws {
        try findKitchen()
        table.browsingAgain()
        #expect(table.sightings == [kitchen])
        #expect(table.forgetUnseen() == [.forget(kitchen), .tell(.lost(name: "kitchen"))])
        try findKitchen()
        table.browsingAgain()
        #expect(table.removed(kitchen) == [.forget(kitchen), .tell(.lost(name: "kitchen"))])
    }

    @Test mutating func `the addresses of a sighting are bounded`() throws {
        _ = table.added(kitchen)
        _ = table.resolved(kitchen, port: 7454, text: [:])
        let told = try (0..<200).count { !table.addressFound(try address($0), of: kitchen).isEmpty }
        #expect(told == 16)
    }

    @Test mutating func `any adds and removes leave exactly what was added more often than removed`() {
        var random = SeededRandom(seed: 7)
        var counts: [Sighting: Int] = [:]
        for _ in 0..<5_000 {
            let sighting = Sighting("s\(random.next() % 5)", interface: UInt32(random.next() % 3))
            if random.next() % 2 == 0 {
                _ = table.added(sighting)
                counts[sighting, default: 0] += 1
            } else {
                _ = table.removed(sighting)
                counts[sighting] = max(0, counts[sighting, default: 0] - 1)
            }
            #expect(table.sightings == counts.filter { $0.value > 0 }.keys.sorted())
        }
    }
}

@Suite struct LookupQueueTests {
    private var queue = LookupQueue(limits: DiscoveryLimits())

    @Test mutating func `eight lookups run at once, in the order in which they were asked for`() {
        let sightings = (1...10).map { Sighting("kitchen", interface: $0) }
        for sighting in sightings + sightings {
            queue.add(sighting)
        }
        #expect((1...8).map { _ in queue.next() } == sightings.prefix(8).map { $0 })
        #expect(queue.next() == nil)
        queue.remove(sightings[3])
        #expect(queue.next() == sightings[8])
        queue.remove(sightings[9])
        queue.remove(sightings[0])
        #expect(queue.next() == nil)
    }
}

@Suite struct BackOffTests {
    @Test(arguments: 1...20)
    func `pauses double from half a second to half a minute, jittered, until there is success`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var backOff = BackOff(limits: DiscoveryLimits())
        for expected in [0.5, 1, 2, 4, 8, 16, 20, 20] + Array(repeating: 20, count: 100) {
            #expect((expected..<expected * 1.5).contains(backOff.failed(random: &random)))
        }
        backOff.succeeded()
        #expect((0.5..<0.75).contains(backOff.failed(random: &random)))
    }
}

extension Sighting {
    fileprivate init(_ name: String, interface: UInt32) {
        self.init(name: name, type: "_phlist._tcp", domain: "local", interface: interface)
    }
}
