import Testing

@testable import PhlistModel

/// Devices whose disks were copied, put back or wiped: nothing of any copy is lost.
struct IdentityScenarioTests {
    private static let items = (1...9).map { EntityID(rawValue: $0) }

    private static func write(_ title: String) -> FieldWrite {
        FieldWrite(.title, text: title)
    }

    /// A device that has written two batches.
    private static func device() -> Writer {
        var device = Writer.device(1)
        device.write(items[0], write("milk"))
        device.write(items[1], write("bread"), after: 1)
        return device
    }

    /// Lets all learn of a split of the first device's feed, go on in branches, and hear everything; expects that all
    /// agree and have so many items.
    private static func heal(
        _ devices: inout [Writer],
        splitAt sequences: UInt64...,
        count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for index in devices.indices {
            let order = index % 2 == 0 ? sequences : sequences.reversed()
            for sequence in order { devices[index].learnSplit(of: devices[0].origin, at: sequence) }
        }
        for _ in devices {
            for index in devices.indices {
                for other in devices { devices[index].hear(other) }
            }
        }
        for device in devices {
            #expect(device.state.list?.items.count == count, sourceLocation: sourceLocation)
            #expect(device.state.versionVector == devices[0].state.versionVector, sourceLocation: sourceLocation)
            #expect(device.state.digest == devices[0].state.digest, sourceLocation: sourceLocation)
            #expect(device.restarted.digest == device.state.digest, sourceLocation: sourceLocation)
        }
    }

    @Test func `directory put back from an old copy: what was written before and after is all there`() {
        var (now, peer) = (Self.device(), Writer.device(2))
        let old = now
        now.write(Self.items[2], Self.write("written before the loss"), after: 2)
        peer.hear(now)
        var restored = old
        restored.write(Self.items[3], Self.write("written after the restore"), after: 3)
        var devices = [restored, peer]
        Self.heal(&devices, splitAt: 3, count: 4)
    }

    @Test func `cloned disk edited for a week on both: both weeks are there, and titles that differ compete`() {
        var devices = [Self.device(), Self.device(), Writer.device(3)]
        for day in 0..<7 {
            for index in 0..<2 {
                devices[index].clockOffset = Int64(index)
                let time = Int64(day) * 86_400_000
                devices[index].write(Self.items[0], Self.write("copy \(index) on day \(day)"), after: time)
            }
        }
        devices[2].hear(devices[1])
        Self.heal(&devices, splitAt: 3, count: 2)
        #expect(devices[2].values(.title, of: Self.items[0]) == ["copy 0 on day 6", "copy 1 on day 6"])
    }

    @Test func `VM rollback while connected: the machine hears its own lost batches and both futures stay`() {
        var (machine, peer) = (Self.device(), Writer.device(2))
        let snapshot = machine
        machine.write(Self.items[2], Self.write("before the rollback"), after: 2)
        peer.hear(machine)
        peer.write(Self.items[2], Self.write("seen and changed by the peer"), after: 3)
        machine = snapshot
        machine.write(Self.items[3], Self.write("after the rollback"), after: 4)
        var devices = [machine, peer]
        Self.heal(&devices, splitAt: 3, count: 4)
        #expect(devices[0].values(.title, of: Self.items[2]) == ["seen and changed by the peer"])
    }

    @Test func `three-way fork: three futures of one device are three feeds, whoever was heard first`() {
        var copies = [Self.device(), Self.device(), Self.device()]
        for index in copies.indices {
            copies[index].clockOffset = Int64(index)
            copies[index].write(Self.items[2 + index], Self.write("copy \(index)"), after: 2)
            copies[index].write(Self.items[0], Self.write("milk of \(index)"), after: 3)
        }
        var devices = copies + [Writer.device(4), Writer.device(5)]
        devices[3].hear(copies[2])
        devices[4].hear(copies[1])
        Self.heal(&devices, splitAt: 3, count: 5)
        #expect(devices[0].state.versionVector.count == 4)
        #expect(devices[4].values(.title, of: Self.items[0]).count == 3)
    }

    @Test func `a copy of a copy: splits are the same whichever is found first`() {
        var devices = [Self.device(), Self.device(), Self.device()]
        devices[0].write(Self.items[2], Self.write("first"), after: 2)
        devices[1].clockOffset = 1
        devices[1].write(Self.items[3], Self.write("second"), after: 2)
        devices[2] = devices[1]
        devices[1].write(Self.items[4], Self.write("third"), after: 3)
        devices[2].clockOffset = 2
        devices[2].write(Self.items[5], Self.write("fourth"), after: 3)
        Self.heal(&devices, splitAt: 3, 4, count: 6)
        #expect(devices[0].state.versionVector.count == 5)
    }

    @Test func `wiped directory, same key: a new incarnation writes a new feed, and the old one comes back from peers`()
    {
        var (device, peer) = (Self.device(), Writer.device(2))
        peer.hear(device)
        let old = device.origin.feed
        device = Writer.device(1)
        device.origin = FeedOrigin(scope: device.origin.scope, device: device.origin.device, incarnation: 77)
        device.write(Self.items[2], Self.write("after the wipe"), after: 5)
        device.hear(peer)
        peer.hear(device)
        #expect(device.origin.feed != old)
        #expect(device.state.versionVector == peer.state.versionVector)
        #expect(device.state.list?.items.count == 3)
        #expect(device.state.digest == peer.state.digest)
    }

    @Test func `crash around flush and send: a batch that is not in the log is nowhere, and its number is free`() {
        var (device, peer) = (Self.device(), Writer.device(2))
        peer.hear(device)
        let durable = device
        // It was written to the file and never flushed, hence never sent.
        device.write(Self.items[2], Self.write("lost"), after: 2)
        device = durable
        device.state = device.restarted
        device.write(Self.items[3], Self.write("kept"), after: 3)
        peer.hear(device)
        #expect(peer.state.versionVector == device.state.versionVector)
        #expect(peer.state.digest == device.state.digest)
        #expect(peer.item(Self.items[2]) == nil)
        #expect(peer.text(.title, of: Self.items[3]) == "kept")
    }
}
