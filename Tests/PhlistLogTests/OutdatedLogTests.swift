import Foundation
import PhlistTestKit
import Testing

@testable import PhlistLog

/// A log of an earlier version is not read; it stays under another name, and an empty log takes its place.
@Suite struct OutdatedLogTests {
    private static let log = "/state/phlist.log"
    private static let kept = "/state/phlist.log.v1"

    private static func bytes(_ version: String) throws -> [UInt8] {
        LogFormatTests.parse(try String(contentsOf: LogFormatTests.golden(version), encoding: .utf8))
    }

    @Test(arguments: ["1.0", "1.1"])
    func `it keeps its bytes under another name, and the new log is written on`(version: String) throws {
        let bytes = try Self.bytes(version)
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        fileSystem.place([1, 2, 3], at: "/state/\(SnapshotFile.name)")
        do {
            var opened = try openLog(on: fileSystem)
            let report = opened.report
            let minor = try #require(UInt16(version.suffix(1)))
            #expect(report.ending == .created && report.generation == 1)
            #expect(report.outdated == OpenReport.Outdated(major: 1, minor: minor, keptAs: "phlist.log.v1"))
            #expect(opened.records.isEmpty)
            try append([[.batch("a")]], to: &opened.log)
        }
        for seed in 0..<20 {
            let disk = fileSystem.crashed(seed: seed)
            let reopened = try openLog(on: disk)
            let report = reopened.report
            #expect(report.outdated == nil && reopened.records == [.batch("a")])
            #expect(disk.contents(of: Self.kept) == bytes)
        }
        #expect(try fileSystem.list("/state") == ["phlist.lock", "phlist.log", "phlist.log.v1"])
    }

    @Test func `one that is met again takes a name of its own`() throws {
        let (first, second) = (try Self.bytes("1.0"), try Self.bytes("1.1"))
        let fileSystem = try MemoryFileSystem.holding(log: first)
        _ = try openLog(on: fileSystem)
        for (bytes, name) in [(second, "phlist.log.v1-2"), (first, "phlist.log.v1-3")] {
            try fileSystem.unlink(Self.log)
            fileSystem.place(bytes, at: Self.log)
            let opened = try openLog(on: fileSystem)
            let report = opened.report
            #expect(report.outdated?.keptAs == name)
            #expect(fileSystem.contents(of: "/state/\(name)") == bytes)
        }
        #expect(fileSystem.contents(of: Self.kept) == first)
    }

    @Test func `a generation before that is outdated is treated the same`() throws {
        let bytes = try Self.bytes("1.1")
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        try fileSystem.rename(Self.log, to: "/state/phlist.log.prev")
        let opened = try openLog(on: fileSystem)
        let report = opened.report
        #expect(report.outdated?.keptAs == "phlist.log.v1" && fileSystem.contents(of: Self.kept) == bytes)
    }

    @Test func `a power cut at any call loses nothing of it`() throws {
        let bytes = try Self.bytes("1.1")
        var isDone = false
        for call in 1...60 where !isDone {
            let fileSystem = try MemoryFileSystem.holding(log: bytes)
            let last = fileSystem.callCount + call
            fileSystem.faults = [.powerCut(atCall: last)]
            _ = try? openLog(on: fileSystem)
            isDone = fileSystem.callCount < last
            for seed in 0..<20 {
                let disk = fileSystem.crashed(seed: seed)
                let kept = disk.contents(of: Self.log) == bytes ? Self.log : Self.kept
                #expect(disk.contents(of: kept) == bytes, "call \(call), seed \(seed)")
                let opened = try openLog(on: disk)
                #expect(opened.records.isEmpty && disk.contents(of: Self.kept) == bytes)
                #expect(try !disk.list("/state").contains("phlist.log.v1-2"), "call \(call), seed \(seed)")
            }
        }
        #expect(isDone)
    }

    @Test func `a look at it says in one line what it is, and changes nothing`() throws {
        let bytes = try Self.bytes("1.1")
        let fileSystem = try MemoryFileSystem.holding(log: bytes)
        let found = try LogExamination(of: "/state", on: fileSystem)
        #expect(found.nextOpening == .refuses(.outdatedVersion(major: 1, minor: 1)))
        #expect(LogError.outdatedVersion(major: 1, minor: 1).description.contains("version 1.1"))
        #expect(fileSystem.logBytes == bytes)
        #expect(try fileSystem.list("/state") == ["phlist.log"])
    }
}
