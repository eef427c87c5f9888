import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

/// Two copies of a device that write under one name.
struct ForkTests {
    private static func household() throws -> (anna: Device, ben: Device) {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.disconnect()
        return (home.devices[0], home.devices[1])
    }

    @Test func `what a device and its copy have written is all there in the end, the same everywhere`() throws {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        anna.give(anna.add("milk"), anna.change("eggs", ItemChange(state: .done)))
        copy.give(copy.add("tea"))
        copy.give(copy.add("salt"))
        let home = Home(anna, ben, copy)
        home.connect(0, 1)
        home.connect(2, 1)
        home.compareAgain()
        #expect(try home.difference() == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["milk", "tea", "salt"])
        #expect(ben.forks.count == 1)
        anna.give(anna.add("a"))
        copy.give(copy.add("b"))
        home.settle()
        #expect(try home.difference() == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["milk", "tea", "salt", "a", "b"])
        #expect(ben.forks.count == 1)
        #expect(home.connections.count == 4)
    }

    @Test func `an old disk that is put back while it is connected loses nothing of either time`() throws {
        let (anna, ben) = try Self.household()
        let home = Home(anna, ben)
        let old = try anna.copied()
        home.connect(0, 1)
        anna.give(anna.add("milk"))
        home.settle()
        try anna.putBack(old)
        anna.give(anna.add("tea"))
        home.reconnect()
        ben.give(ben.change("milk", ItemChange(note: "two litres")))
        home.settle()
        #expect(try home.difference() == nil)
        #expect(Set(anna.titles(in: "Shopping")) == ["eggs", "milk", "tea"])
        anna.give(anna.change("tea", ItemChange(state: .done)))
        home.settle()
        #expect(try home.difference() == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk"])
    }

    @Test func `of three copies that part at two places every order of meeting gives the same`() throws {
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let (anna, ben) = try Self.household()
            let second = try anna.copied()
            anna.give(anna.add("milk"))
            anna.give(anna.add("bread"))
            let third = try anna.copied()
            second.give(second.add("tea"))
            anna.give(anna.add("salt"))
            third.give(third.add("oil"))
            third.give(third.add("rice"))
            let copies = [anna, second, third]
            let home = Home(copies[order[0]], copies[order[1]], copies[order[2]], ben)
            for copy in 0..<3 {
                home.connect(copy, 3)
                home.disconnect()
            }
            home.meet()
            let difference = try home.difference()
            #expect(difference == nil)
            #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk", "bread", "tea", "salt", "oil", "rice"])
            #expect(ben.forks.count == 2)
        }
    }

    @Test func `a split far back in a long feed is found with three marks each way, and only what lacks is sent`()
        throws
    {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        copy.give(copy.add("tea"))
        for round in 0..<700 {
            anna.give(
                anna.change("eggs", ItemChange(title: "eggs \(round)")),
                anna.change("eggs", ItemChange(title: "eggs"))
            )
        }
        let home = Home(anna, ben, copy)
        home.connect(0, 1)
        for round in 0..<600 {
            copy.give(copy.change("tea", ItemChange(note: "\(round)")))
        }
        let before = home.frames.count
        home.connect(2, 1)
        #expect(try home.difference() == nil)
        let frames = home.frames[before...].compactMap(\.message)
        #expect(frames.count { if case .trail = $0 { true } else { false } } == 2)
        #expect(frames.count { if case .forkClaim = $0 { true } else { false } } == 1)
    }

    @Test func `an answer on a split that is lost is asked for again while the connection stands`() throws {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        anna.give(anna.add("milk"))
        copy.give(copy.add("tea"))
        let home = Home(anna, ben, copy)
        home.isLost = { frame in if case .forkClaim? = frame.message { true } else { false } }
        home.connect(0, 1)
        home.connect(2, 1)
        for _ in 0..<3 { home.compareAgain() }
        #expect(ben.forks.isEmpty)
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(try home.difference() == nil)
        #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk", "tea"])
        #expect(ben.forks.count == 1)
    }

    @Test func `a device that comes later takes a split household as it is`() throws {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        anna.give(anna.add("milk"))
        anna.write([FieldWrite(.title, text: "Home of Anna")], to: .root, in: try #require(anna.householdID))
        copy.give(copy.add("tea"))
        copy.write([FieldWrite(.title, text: "Another home")], to: .root, in: try #require(anna.householdID))
        let home = Home(anna, ben, copy, try Device("carl"))
        home.connect(0, 1)
        home.connect(2, 1)
        try home.join(3, to: 0)
        home.connect(3, 0)
        home.connect(3, 1)
        home.compareAgain()
        let difference = try home.difference()
        #expect(difference == nil)
        #expect(Set(home.devices[3].titles(in: "Shopping")) == ["eggs", "milk", "tea"])
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `however copies part, meet and start anew, all is the same everywhere and nothing is lost`(seed: UInt64) throws
    {
        var random = SeededRandom(seed: seed)
        var (devices, copies) = try Self.devices(&random)
        let home = Home(devices[0], devices[1], devices[2], devices[3], devices[4])
        home.random = SeededRandom(seed: seed &+ 1000)
        var written: Set<String> = []
        for round in 0..<40 {
            let number = random.number(below: devices.count)
            let device = devices[number]
            switch random.number(below: 10) {
            case 0..<5:
                let result = device.give(device.add("item \(round)", to: "Shopping"))[0]
                if case .success? = result { written.insert("item \(round)") }
            case 5: device.give(device.change("eggs", ItemChange(title: "eggs", note: "\(round)")))
            case 6: home.connect(number, (number + 1 + random.number(below: 4)) % 5)
            case 7: home.disconnect()
            case 8:
                home.disconnect()
                try device.restart(continuing: random.happens(percent: 50) ? device.replica.incarnation : nil)
            default:
                home.disconnect()
                if let copy = copies[number] {
                    // What was written since and met nobody is gone with the disk.
                    if random.happens(percent: 50) { home.connect(number, (number + 1) % 5) }
                    home.disconnect()
                    let kept = Set(
                        devices.indices.filter { $0 != number }.flatMap { devices[$0].titles(in: "Shopping") }
                    )
                    written.formIntersection(kept.union(copy.titles(in: "Shopping")))
                    try device.putBack(copy)
                    copies[number] = nil
                } else {
                    copies[number] = try device.copied()
                }
            }
        }
        home.meet()
        home.meet()
        let difference = try home.difference()
        #expect(difference == nil)
        #expect(written.subtracting(devices[1].titles(in: "Shopping")) == [])
    }

    /// Anna, a copy of her that runs beside, Ben, Carl, and a copy of him.
    private static func devices(
        _ random: inout SeededRandom
    ) throws -> (devices: [Device], copies: [Int: Device]) {
        let first = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (anna, ben, carl) = (first.devices[0], first.devices[1], first.devices[2])
        anna.give(anna.add("eggs"))
        try first.join(1, to: 0, shareLists: true)
        first.connect(0, 1)
        try first.join(2, to: 0, shareLists: true)
        first.connect(2, 0)
        carl.give(carl.add("soap", to: "Shopping"))
        first.settle()
        first.disconnect()
        return ([anna, try anna.copied(), ben, carl, try carl.copied()], [:])
    }

    @Test func `twins that meet both take new names, are told so, and stay connected once`() throws {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        let incarnation = anna.replica.incarnation
        let home = Home(anna, copy, ben)
        home.open(0, to: 1)
        home.open(1, to: 0)
        home.settle()
        #expect(home.connections.count == 2)
        #expect(anna.replica.twins.count == 1 && copy.replica.twins.count == 1)
        #expect(Set([incarnation, anna.replica.incarnation, copy.replica.incarnation]).count == 3)
        anna.give(anna.add("milk"))
        copy.give(copy.add("tea"))
        home.settle()
        home.connect(0, 2)
        home.connect(1, 2)
        #expect(ben.closed.isEmpty && home.connections.count == 6)
        anna.give(anna.add("salt"))
        copy.give(copy.add("oil"))
        home.settle()
        let difference = try home.difference()
        #expect(difference == nil)
        #expect(ben.forks.isEmpty)
        #expect(Set(ben.titles(in: "Shopping")) == ["eggs", "milk", "tea", "salt", "oil"])
        let names = [anna.replica.incarnation, copy.replica.incarnation]
        home.disconnect()
        home.connect(0, 1)
        #expect(names == [anna.replica.incarnation, copy.replica.incarnation])
    }

    @Test func `whatever a hole takes of a log that a split has renamed comes back under the right names`() throws {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        let home = Home(anna, ben, copy)
        for title in ["milk", "bread", "salt"] { anna.give(anna.add(title)) }
        home.connect(0, 1)
        ben.give(ben.change("milk", ItemChange(note: "two litres")))
        home.settle()
        home.disconnect()
        let log = anna.log
        copy.give(copy.add("tea"))
        copy.give(copy.add("oil"))
        home.connect(2, 1)
        for start in 1..<log.count {
            for count in 1...3 where start + count <= log.count {
                anna.replaceLog(DamagedLog(log, without: [start..<start + count]).records)
                try anna.restart(holes: 1)
                let pair = Home(anna, ben)
                pair.connect(0, 1)
                pair.compareAgain()
                #expect(anna.agrees(with: ben), "\(count) records from \(start) on")
                #expect(Set(anna.titles(in: "Shopping")) == ["eggs", "milk", "bread", "salt", "tea", "oil"])
                pair.disconnect()
            }
        }
    }

    // MARK: Proofs

    @Test func `a forged proof ends the session and is not stored, and a true one is stored once`() throws {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        anna.give(anna.add("milk"))
        copy.give(copy.add("tea"))
        let home = Home(anna, ben, copy)
        home.connect(0, 1)
        home.connect(2, 1)
        let proof = try #require(
            ben.log.entries.compactMap { if case .fork(let proof) = $0 { proof } else { nil } }.first
        )
        home.disconnect()
        let (fresh, carl) = try Self.household()
        var forged = proof
        forged.origin = FeedOrigin(scope: proof.origin.scope, device: fresh.id, incarnation: 7)
        let other = Home(fresh, carl)
        other.open(0, to: 1)
        other.settle()
        let connection = other.connections[1]
        let log = carl.log
        let (type, body) = Message.forkProof(forged).encoded
        carl.turn([.received(connection, type: type, body: body)])
        #expect(carl.closed[connection] == .badSignature)
        #expect(carl.log == log)
        home.connect(0, 1)
        let count = ben.log.count
        let (again, bytes) = Message.forkProof(proof).encoded
        for _ in 0..<3 { ben.turn([.received(home.connections[1], type: again, body: bytes)]) }
        #expect(ben.log.count == count)
    }

    @Test func `a proof that a full disk refused is taken in the same session once there is room`() throws {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        anna.give(anna.add("milk"))
        copy.give(copy.add("tea"))
        let home = Home(anna, ben, copy)
        home.connect(0, 1)
        ben.diskFailure = .diskFull
        home.connect(2, 1)
        #expect(ben.forks.isEmpty)
        ben.diskFailure = nil
        copy.give(copy.add("oil"))
        home.settle()
        home.compareAgain()
        #expect(ben.forks.count == 1)
        #expect(try home.difference() == nil)
    }

    @Test func `a batch that waits under its old name and its new one is taken once`() throws {
        let (anna, ben) = try Self.household()
        let copy = try anna.copied()
        anna.give(anna.add("milk"))
        copy.give(copy.add("tea"))
        let home = Home(anna, ben, copy)
        home.connect(0, 1)
        home.connect(2, 1)
        let proofs = ben.log.entries.compactMap { if case .fork(let proof) = $0 { proof } else { nil } }
        let proof = try #require(proofs.first)
        let (root, first) = (proof.origin.root, proof.common.sequence + 1)
        let batches = anna.log.entries.compactMap { entry in
            if case .batch(root.feed, let batch) = entry, batch.header.firstSequence == first { batch } else { nil }
        }
        let batch = try #require(batches.first)
        let head = proof.common.appending(batch)
        let branch = root.branching(at: first, hash: head.hash)
        let signature = HashAuthenticator(publicKey: Array("key of anna".utf8)).sign(head.signedBytes(feed: root.feed))
        let word = SignedHead(sequence: head.sequence, signature: signature)

        // The same household again, in which nobody has split yet; Anna says all that she may, in a bad order.
        let (other, victim) = try Self.household()
        let again = Home(other, victim)
        again.connect(0, 1)
        func deliver(_ message: Message) {
            let (type, body) = message.encoded
            victim.turn([.received(again.connections[1], type: type, body: body)])
        }
        func said(_ batches: [Message.Batches.Entry], _ heads: [Message.Batches.Head]) -> Message {
            .batches(.init(scope: root.scope, holding: 1, feeds: [root, branch], batches: batches, heads: heads))
        }
        deliver(said([.init(feed: 1, bytes: batch.bytes), .init(feed: 0, bytes: batch.bytes)], []))
        deliver(.forkProof(proof))
        deliver(said([], [.init(feed: 1, head: word), .init(feed: 0, head: word)]))
        try victim.restart()
        #expect(victim.titles(in: "Shopping").filter { $0 == "milk" }.count <= 1)
        let last = Home(anna, victim)
        last.connect(0, 1)
        last.compareAgain()
        #expect(victim.agrees(with: anna))
        #expect(victim.titles(in: "Shopping").filter { $0 == "milk" }.count == 1)
    }

    @Test func `marks that lead nowhere are answered by nothing`() throws {
        let (anna, ben) = try Self.household()
        let home = Home(anna, ben)
        home.connect(0, 1)
        let scope = try #require(ben.scope(ofList: "Shopping"))
        let feed = try #require(ben.feeds(in: scope).first)
        let connection = home.connections[1]
        let end = try #require(ben.state(scope)?.ledger[feed]?.head.sequence)
        for (start, mark, isComplete) in [(0, end + 5, true), (end, end + 1, false), (end + 9, end + 10, true)] {
            let trail = Trail(start: start, marks: [FeedVersion(sequence: mark, tag: 1)], isComplete: isComplete)
            let (type, body) = Message.trail(.init(scope: scope, feed: feed, trail: trail)).encoded
            _ = ben.takeSaid()
            ben.turn([.received(connection, type: type, body: body)])
            #expect(!ben.takeSaid().contains { if case .append = $0 { true } else { false } })
        }
        home.settle()
        #expect(home.connections.count == 2 && ben.forks.isEmpty)
    }
}
