import FoundationEssentials
import PhlistControl
import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistPresentation
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

        var itemCount: Int {
            get throws { try JSONDecoder().decode(ItemsReply.self, from: items).items.count }
        }
    }

    /// Starts a daemon, adds items, stops it, and says what it found and whether it found it in the snapshot.
    @discardableResult
    private func run(
        adding numbers: Range<Int> = 0..<0
    ) async throws -> (picture: Picture, usedSnapshot: Bool, feeds: [BatchReference]) {
        var outcome: (Picture, Bool, [BatchReference])?
        try await RunningDaemon.run(in: directory) { daemon in
            let host = daemon.service.host
            outcome = (try await Self.picture(daemon), await host.usedSnapshot, await host.feeds)
            try await daemon.add(numbers)
        }
        return try #require(outcome)
    }

    private static func picture(_ daemon: RunningDaemon) async throws -> Picture {
        let (host, asker) = (daemon.service.host, Asker(RunningDaemon.owner, actsAs: nil))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Picture(
            items: try encoder.encode(await ItemCalls(host: host).items(ItemsQuery(all: true), asker)),
            history: try encoder.encode(await history(of: host)),
            cursor: try await daemon.cursor()
        )
    }

    private static func history(of host: ReplicaHost) async throws -> HistoryReply {
        let owner = Principal(RunningDaemon.owner)
        return try await host.present { presenter throws(ControlError) in
            try presenter.history(HistoryQuery(), for: owner)
        }
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

    @Test func `a snapshot whose index has not exactly the batches that are folded in it is of no use`() async throws {
        try await run(adding: 0..<1100)
        let expected = try await run()
        #expect(expected.usedSnapshot)
        var device: DeviceID?
        try await RunningDaemon.run(in: directory) { device = await $0.service.host.device }
        let owner = try #require(device)
        let file = try SnapshotFile.read(from: snapshot, device: owner, on: PosixFileSystem())
        for change in [Self.dropping, Self.adding] {
            var reader = ByteReader(file.bytes)
            var indexReader = try reader.readPart(limit: reader.remaining)
            var (index, writer) = (ByteWriter(), ByteWriter())
            change(try BatchIndex(from: &indexReader)).encode(into: &index)
            writer.write(counted: index.bytes)
            writer.write(raw: try reader.read(count: reader.remaining))
            try SnapshotFile(mark: file.mark, bytes: writer.bytes)
                .write(to: snapshot, device: owner, on: PosixFileSystem())
            let found = try await run()
            #expect(found.picture == expected.picture && !found.usedSnapshot)
        }
    }

    private static func dropping(_ index: BatchIndex) -> BatchIndex { BatchIndex() }

    private static func adding(_ index: BatchIndex) -> BatchIndex {
        var longer = index
        let scope = index.scopeIDs[0]
        longer.append(index.position(ofRow: 0, in: scope), in: scope)
        return longer
    }

    @Test func `a device goes on where its log ends, also after an older log was put back`() async throws {
        try await run(adding: 0..<20)
        let older = try bytes("\(state)/phlist.log")
        let first = try await run(adding: 20..<40).feeds
        try put(older, at: "\(state)/phlist.log")
        #expect(try await run(adding: 40..<60).feeds == first)
        let last = try await run()
        #expect(last.feeds.count == first.count, "none has branched")
        #expect(zip(last.feeds, first).allSatisfy { $0.number >= $1.number } && last.feeds != first)
        #expect(try last.picture.itemCount == 40)
    }

    @Test func `a store of an earlier version stays under another name, and the daemon starts with an empty one`()
        async throws
    {
        try await run(adding: 0..<3)
        let golden = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../PhlistLogTests/Golden/log-1.1.txt").standardizedFileURL
        let outdated = Data(
            try String(contentsOf: golden, encoding: .utf8).split(separator: "\n")
                .flatMap { $0.dropFirst(8).split(separator: " ").compactMap { UInt8($0, radix: 16) } }
        )
        try put(outdated, at: "\(state)/phlist.log")
        #expect(try await run(adding: 0..<2).picture.itemCount == 0)
        #expect(try bytes("\(state)/phlist.log.v1") == outdated)
        #expect(try await run().picture.itemCount == 2)
    }
}

extension ReplicaHost {
    /// Whether the start has used a snapshot.
    fileprivate var usedSnapshot: Bool { store.cache.end > 0 }

    fileprivate var device: DeviceID { replica.device }

    /// The ends of all chains in all scopes.
    fileprivate var feeds: [BatchReference] {
        replica.sharedScopes(with: replica.device).flatMap { replica.library.versionVector(of: $0).entries }
    }
}
