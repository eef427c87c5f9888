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

    /// Lets all hear everything; expects that they agree, have so many items, and know so many chains.
    private static func heal(
        _ devices: inout [Writer],
        items count: Int,
        chains: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        Writer.meet(&devices)
        for device in devices {
            #expect(device.state.list?.items.count == count, sourceLocation: sourceLocation)
            #expect(device.state.versionVector == devices[0].state.versionVector, sourceLocation: sourceLocation)
            #expect(device.state.versionVector.entries.count == chains, sourceLocation: sourceLocation)
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
        Self.heal(&devices, items: 4, chains: 2)
    }

    @Test func `directory put back that meets a peer before it writes: the same chain goes on`() {
        var (device, peer) = (Self.device(), Writer.device(2))
        let old = device
        device.write(Self.items[2], Self.write("written before the loss"), after: 2)
        peer.hear(device)
        device = old
        device.hear(peer)
        device.write(Self.items[3], Self.write("written after the restore"), after: 3)
        #expect(device.log[3].header.number == 4 && device.log[3].header.previous == peer.log[2].name)
        var devices = [device, peer]
        Self.heal(&devices, items: 4, chains: 1)
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
        Self.heal(&devices, items: 2, chains: 2)
        #expect(devices[2].values(.title, of: Self.items[0]) == ["copy 0 on day 6", "copy 1 on day 6"])
    }

    @Test func `two copies that meet every day stay two chains, whichever is the longer one`() {
        var devices = [Self.device(), Self.device()]
        for day in 0..<20 {
            for index in 0..<2 {
                devices[index].clockOffset = Int64(index)
                for edit in 0..<(index == day % 2 ? 1 : 3) {
                    let time = Int64(day) * 86_400_000 + Int64(edit)
                    devices[index].write(Self.items[index], Self.write("day \(day), edit \(edit)"), after: time)
                }
            }
            Self.heal(&devices, items: 2, chains: 2)
        }
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
        Self.heal(&devices, items: 4, chains: 3)
        #expect(devices[0].values(.title, of: Self.items[2]) == ["seen and changed by the peer"])
    }

    @Test func `three-way fork: three futures of one device are three chains, whoever was heard first`() {
        var copies = [Self.device(), Self.device(), Self.device()]
        for index in copies.indices {
            copies[index].clockOffset = Int64(index)
            copies[index].write(Self.items[2 + index], Self.write("copy \(index)"), after: 2)
            copies[index].write(Self.items[0], Self.write("milk of \(index)"), after: 3)
        }
        var devices = copies + [Writer.device(4), Writer.device(5)]
        devices[3].hear(copies[2])
        devices[4].hear(copies[1])
        Self.heal(&devices, items: 5, chains: 3)
        #expect(devices[4].values(.title, of: Self.items[0]).count == 3)
    }

    @Test func `a copy of a copy: branches are the same whichever is found first`() {
        var devices = [Self.device(), Self.device(), Self.device()]
        devices[0].write(Self.items[2], Self.write("first"), after: 2)
        devices[1].clockOffset = 1
        devices[1].write(Self.items[3], Self.write("second"), after: 2)
        devices[2] = devices[1]
        devices[1].write(Self.items[4], Self.write("third"), after: 3)
        devices[2].clockOffset = 2
        devices[2].write(Self.items[5], Self.write("fourth"), after: 3)
        Self.heal(&devices, items: 6, chains: 3)
    }

    @Test func `wiped directory, same key: it begins a second time, and the old chain comes back from peers`() {
        var (device, peer) = (Self.device(), Writer.device(2))
        peer.hear(device)
        device = Writer.device(1)
        device.write(Self.items[2], Self.write("after the wipe"), after: 5)
        #expect(device.log[0].header.number == 1)
        var devices = [device, peer]
        Self.heal(&devices, items: 3, chains: 2)
        #expect(devices[0].state.ledger.chains.allSatisfy { $0.base == nil })
        // It goes on from what it wrote last itself, not from the longer chain.
        devices[0].write(Self.items[3], Self.write("later"), after: 6)
        #expect(devices[0].log.last?.header.number == 2)
        #expect(devices[0].log.last?.header.context.map(\.number) == [2])
        Self.heal(&devices, items: 4, chains: 2)
    }

    @Test func `wiped directory, same key, that meets a peer first: the old chain goes on`() {
        var (device, peer) = (Self.device(), Writer.device(2))
        peer.hear(device)
        device = Writer.device(1)
        device.hear(peer)
        device.write(Self.items[2], Self.write("after the wipe"), after: 5)
        #expect(device.log[2].header.number == 3)
        var devices = [device, peer]
        Self.heal(&devices, items: 3, chains: 1)
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
        #expect(peer.state.versionVector.entries.count == 1)
        #expect(peer.state.digest == device.state.digest)
        #expect(peer.item(Self.items[2]) == nil)
        #expect(peer.text(.title, of: Self.items[3]) == "kept")
    }
}
