import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTestKit
import PhlistVocabulary
import Testing

/// What a tick takes of the disk, counted in the file of a real store.
@Suite struct TickCostTests {
    private static let caller = Principal(uid: 1000, name: "anna", isOwner: true)
    private static let path = "/state/phlist.log"

    /// A replica and its store, restarted on the same disk as often as one likes.
    private final class Machine {
        private let disk: MemoryFileSystem
        private(set) var replica: Replica
        private var store: Store
        private var commandCount: UInt64 = 0
        private var wall: Int64
        private(set) var lastReply: Result<CommandResult, CommandError>?

        init(on disk: MemoryFileSystem, wall: Int64 = 1_800_000_000_000) throws {
            (self.disk, self.wall) = (disk, wall)
            let key = Array("key".utf8)
            let make = {
                Replica(
                    identity: .init(publicKey: key, deviceName: "anna", build: "test"),
                    authority: LongSignatures(),
                    random: SeededRandom(seed: UInt64(wall))
                )
            }
            replica = make()
            let directory = try StateDirectory.open("/state", on: disk)
            let now = Now(monotonic: 0, wall: wall)
            store = try Store(in: directory, device: replica.device, now: now, salt: 1)
            _ = try store.restore(into: &replica, orElse: make)
            turn([.started])
        }

        private func turn(_ events: [Event]) {
            wall += 1000
            let now = Now(monotonic: 0, wall: wall)
            var effects = events.flatMap { replica.handle($0, now: now) }
            while !effects.isEmpty {
                for case .reply(_, let result) in effects { lastReply = result }
                let appends = effects.compactMap(\.append)
                effects = appends.isEmpty ? [] : store.commit(appends, of: &replica, now: now).effects
            }
        }

        /// Does what a client asks for; each request has a key of its own.
        func give(_ command: ItemCommand) throws {
            commandCount += 1
            let key = RequestKey(text: "4fd2a1c0-77a6-4a7e-9c39-\(wall)", digest: UInt32(commandCount))
            let options = CommandOptions(request: key)
            turn([.command(CommandID(rawValue: commandCount), .user(.items(command), TickCostTests.caller, options))])
            _ = try #require(lastReply).get()
        }

        func tick(_ number: Int) throws {
            let isDone = number.isMultiple(of: 2)
            try give(.change(["milk"], ItemChange(state: isDone ? .done : .open)))
        }

        /// The size that the log comes to.
        var byteCount: Int { store.byteCount }

        func seal() { store.seal() }

        func close() throws { try store.close() }
    }

    /// Opening again also says that the item is alive.
    private static let reopeningByteCount = 8

    @Test func `a tick with a request key takes at most 120 bytes, and opening again 8 more`() throws {
        let machine = try Machine(on: MemoryFileSystem())
        try machine.give(.add(NewItems(titles: ["milk"])))
        var sizes: [Int: Int] = [:]
        let start = machine.byteCount
        // Enough for numbers of batches that take two bytes.
        for number in 0..<300 {
            let before = machine.byteCount
            try machine.tick(number)
            let more = number.isMultiple(of: 2) ? 0 : Self.reopeningByteCount
            sizes[machine.byteCount - before - more, default: 0] += 1
        }
        // Every 64 ops the device vouches for its chain: a record more.
        let ticks = sizes.filter { $0.key <= 120 }.values.reduce(0, +)
        #expect(ticks >= 295, "\(sizes)")
        #expect(sizes.keys.allSatisfy { $0 <= 120 + 104 }, "\(sizes)")
        #expect(machine.byteCount - start <= 300 * 122 + 150 * Self.reopeningByteCount, "\(sizes)")
    }

    @Test func `a thousand runs of one tick, sealed and closed, cost the frames of the ticks`() throws {
        let disk = MemoryFileSystem()
        var machine: Machine? = try Machine(on: disk)
        try machine?.give(.add(NewItems(titles: ["milk"])))
        try machine?.close()
        let start = try #require(machine?.byteCount)
        var (frames, facts) = (0, 0)
        for number in 0..<1000 {
            // It holds the lock of its directory.
            machine = nil
            machine = try Machine(on: disk, wall: 1_800_000_000_000 + Int64(number) * 60_000)
            let before = try #require(machine?.byteCount)
            // Every 256 records a start says once more which household the device is in.
            facts += before - (start + frames + facts)
            try machine?.tick(number)
            frames += try #require(machine?.byteCount) - before
            machine?.seal()
            try machine?.close()
        }
        let size = try #require(disk.contents(of: Self.path)).count
        // The mark of the orderly end, which the next append is written over.
        #expect(size == start + frames + facts + 32)
        let most = 1000 * 122 + 500 * Self.reopeningByteCount
        #expect(frames <= most && facts <= 1000, "\(frames) and \(facts)")
    }
}

/// Signatures of the length that those of a device have.
private struct LongSignatures: HeadAuthenticator {
    func sign(_ bytes: [UInt8]) -> [UInt8] { Array(repeating: 7, count: 72) }

    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool { true }
}
