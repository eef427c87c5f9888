import FoundationEssentials
import PhlistControl
import PhlistLog
import PhlistStore
import PhlistSync
import Testing

@testable import PhlistDaemon

/// What a start makes of the files that the runs before have left.
@Suite struct StoreTests {
    let directory: TestDirectory
    private var state: String { "\(directory.path)/state" }
    private var snapshot: String { "\(state)/\(SnapshotFile.name)" }

    init() throws {
        directory = try TestDirectory()
    }

    /// What a run has found at its start.
    private struct Picture: Equatable {
        var items: Data
        var history: Data
        var cursor: String
    }

    /// Starts a daemon, adds items, stops it, and says what it found and whether it found it in the snapshot.
    @discardableResult
    private func run(
        adding numbers: Range<Int> = 0..<0
    ) async throws -> (picture: Picture, usedSnapshot: Bool, incarnation: UInt64) {
        var outcome: (Picture, Bool, UInt64)?
        try await RunningDaemon.run(in: directory) { daemon in
            let household = daemon.service.household
            let (usedSnapshot, incarnation) = await household.beginning
            outcome = (try await Self.picture(daemon), usedSnapshot, incarnation)
            try await daemon.add(numbers)
        }
        return try #require(outcome)
    }

    private static func picture(_ daemon: RunningDaemon) async throws -> Picture {
        let (household, asker) = (daemon.service.household, Asker(RunningDaemon.owner, actsAs: nil))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Picture(
            items: try encoder.encode(await household.items(ItemsQuery(all: true), asker)),
            history: try encoder.encode(await household.history(HistoryQuery(), asker)),
            cursor: try await daemon.cursor()
        )
    }

    private func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    private func put(_ bytes: Data, at path: String) throws { try bytes.write(to: URL(filePath: path)) }

    @Test func `the state is the same with a snapshot, without, and with one that is cut, flipped, older or newer`()
        async throws
    {
        try await run(adding: 0..<300)
        #expect(!directory.has("state/\(SnapshotFile.name)"), "a short log is folded in a blink")
        try await run(adding: 300..<1300)
        let (older, earlierLog) = (try bytes(snapshot), try bytes("\(state)/phlist.log"))
        try await run(adding: 1300..<2400)
        let (newest, log) = (try bytes(snapshot), try bytes("\(state)/phlist.log"))
        let expected = try await run()
        #expect(expected.usedSnapshot)

        try FileManager.default.removeItem(atPath: snapshot)
        let folded = try await run()
        #expect(folded.picture == expected.picture && !folded.usedSnapshot)

        for cut in stride(from: 0, to: newest.count, by: newest.count / 7) {
            try await expectNoUse(of: newest.prefix(cut), expected.picture, "cut at \(cut)")
        }
        for place in stride(from: 3, to: newest.count, by: newest.count / 15) {
            var flipped = newest
            flipped[place] ^= 1 << (place % 8)
            try await expectNoUse(of: flipped, expected.picture, "flipped at \(place)")
        }
        try put(older, at: snapshot)
        let behind = try await run()
        #expect(behind.picture == expected.picture && behind.usedSnapshot, "an older one, and what is behind it")

        try put(earlierLog, at: "\(state)/phlist.log")
        try put(newest, at: snapshot)
        let beyond = try await run()
        #expect(beyond.picture != expected.picture && !beyond.usedSnapshot, "one of a longer log is of no use")
        try put(log, at: "\(state)/phlist.log")
        try FileManager.default.removeItem(atPath: snapshot)
        #expect(try await run().picture == expected.picture)
    }

    private func expectNoUse(of bytes: Data, _ expected: Picture, _ what: Comment) async throws {
        try put(bytes, at: snapshot)
        let found = try await run()
        #expect(found.picture == expected && !found.usedSnapshot, what)
    }

    @Test func `a run that was left in order is continued, and one whose token or state is another is not`()
        async throws
    {
        let first = try await run(adding: 0..<20).incarnation
        #expect(try await run(adding: 20..<40).incarnation == first)
        let copy = "\(directory.path)/copy"
        try FileManager.default.copyItem(atPath: state, toPath: copy)
        #expect(try await run(adding: 40..<60).incarnation == first)

        // The older log is put back into the same directory; the token is of the newer one.
        try put(bytes("\(copy)/phlist.log"), at: "\(state)/phlist.log")
        let second = try await run(adding: 60..<80).incarnation
        #expect(second != first)
        #expect(try await run().incarnation == second)

        try FileManager.default.removeItem(atPath: "\(directory.path)/cache")
        let third = try await run().incarnation
        #expect(third != second && third != first)
    }
}

extension Household {
    /// Whether the start has used a snapshot, and under which incarnation this run writes.
    fileprivate var beginning: (usedSnapshot: Bool, incarnation: UInt64) {
        (store.cache.end > 0, replica.incarnation)
    }
}
