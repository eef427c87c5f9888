import FoundationEssentials
import PhlistBlobs
import PhlistModel
import PhlistSync
import Testing

@testable import PhlistDaemon

struct BlobLogTests {
    @Test func `no name of a photo is in the log, whatever goes wrong with it`() async throws {
        let directory = try TestDirectory()
        let lines = LogLines()
        let desk = BlobDesk(in: directory.path, logger: lines.logger)
        desk.open { _ in }
        let ids = [try await desk.keep([1, 2, 3]), try await desk.keep([4, 5, 6]), try await desk.keep([7, 8, 9])]
        // One can be read by nobody, the other is something else than its name says.
        let files = FileManager.default
        try files.removeItem(atPath: Self.path(of: ids[0], in: directory))
        try files.createSymbolicLink(atPath: Self.path(of: ids[0], in: directory), withDestinationPath: "/dev/null")
        try Data([0]).write(to: URL(filePath: Self.path(of: ids[1], in: directory)))
        desk.chunk(0, of: ids[0], for: .init(rawValue: 1)) { _ in }
        _ = try await desk.bytesForBackup(of: ids[1])
        desk.sweep(keeping: [ids[0], ids[1]], now: 0)
        desk.sweep(keeping: [ids[0], ids[1]], now: BlobStoreLimits.graceMilliseconds + 1)
        _ = try await desk.list()
        #expect(lines.all.count == 3, "\(lines.all)")
        for id in ids { #expect(lines.all.filter { $0.contains("\(id)") } == []) }
    }

    private static func path(of id: BlobID, in directory: TestDirectory) -> String {
        "\(directory.path)/blobs/\("\(id)".prefix(2))/\(id)"
    }
}
