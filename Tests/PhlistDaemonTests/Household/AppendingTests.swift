import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTestKit
import Testing

/// What a replica wants appended, in a real log on a disk in memory.
@Suite struct AppendingTests {
    private let disk = MemoryFileSystem()
    private static let caller = Principal(uid: 1000, name: "anna", isOwner: true)

    /// A replica and its store, without the rest of a daemon.
    private final class Machine {
        private(set) var replica: Replica
        private var store: Store
        private(set) var replies: [CommandID: Result<CommandResult, CommandError>] = [:]
        /// The steps of the start.
        private(set) var steps: [Store.Step] = []

        init(on disk: MemoryFileSystem) throws {
            let key = Array("key".utf8)
            let make = {
                Replica(
                    identity: .init(publicKey: key, deviceName: "anna", build: "test"),
                    authority: NoAuthority(),
                    random: SeededRandom(seed: 1)
                )
            }
            let now = Now(monotonic: 0, wall: 1_800_000_000_000)
            replica = make()
            let directory = try StateDirectory.open("/state", on: disk)
            store = try Store(in: directory, device: replica.device, now: now, salt: 1)
            var steps: [Store.Step] = []
            _ = try store.restore(into: &replica, orElse: make) { steps.append($0) }
            self.steps = steps
            turn([.started])
        }

        func turn(_ events: [Event]) {
            let now = Now(monotonic: 0, wall: 1_800_000_000_000)
            var effects = events.flatMap { replica.handle($0, now: now) }
            while !effects.isEmpty {
                for case .reply(let id, let result) in effects { replies[id] = result }
                let appends = effects.compactMap(\.append)
                effects = appends.isEmpty ? [] : store.commit(appends, of: &replica, now: now).effects
            }
        }

        func itemCount() -> Int {
            replica.library.lists(for: caller).reduce(0) { $0 + $1.items.count }
        }
    }

    @Test func `a change of any size is made, together with what comes before and behind it in its turn`() throws {
        let long = String(repeating: "x", count: 1000)
        // Five megabytes; a frame takes four.
        let titles = [["first"], (0..<5000).map { "\($0) \(long)" }, ["last"]]
        var machine: Machine? = try Machine(on: disk)
        let events = titles.enumerated().map { number, titles in
            let command = Command.user(.items(.add(NewItems(titles: titles))), Self.caller)
            return Event.command(CommandID(rawValue: UInt64(number)), command)
        }
        machine?.turn(events)
        for number in titles.indices {
            let reply = machine?.replies[CommandID(rawValue: UInt64(number))]
            #expect(throws: Never.self) { try reply?.get() }
            #expect(reply != nil)
        }
        #expect(machine?.itemCount() == 5002)
        let holdings = machine?.replica.library.holdings()
        // It holds the lock of its directory.
        machine = nil
        let again = try Machine(on: disk)
        #expect(again.replica.library.holdings() == holdings)
        #expect(again.itemCount() == 5002)
        let positions = again.steps.compactMap {
            if case .reading(let position, let size) = $0 { [position, size] } else { nil }
        }
        #expect(positions.count > 2 && positions.count == again.steps.count)
        #expect(positions.map { $0[0] } == positions.map { $0[0] }.sorted())
        #expect(positions.allSatisfy { $0[0] < $0[1] && $0[1] == positions[0][1] })
        #expect(positions.last.map { $0[0] * 100 / $0[1] > 50 } == true)
    }
}

/// Signs nothing that anybody checks.
private struct NoAuthority: HeadAuthenticator {
    func sign(_ bytes: [UInt8]) -> [UInt8] { [] }

    func isValid(_ signature: [UInt8], of bytes: [UInt8], by publicKey: [UInt8]) -> Bool { true }
}
