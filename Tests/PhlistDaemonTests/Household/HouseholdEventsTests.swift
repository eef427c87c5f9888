import FoundationEssentials
import PhlistControl
import PhlistHousehold
import PhlistVocabulary
import Testing

@testable import PhlistDaemon

/// Events of a whole daemon with a real store, over its real socket where that matters.
@Suite(.timeLimit(.minutes(10))) struct HouseholdEventsTests {
    @Test func `sixty-four readers hear of every item once, though they dawdle, go, and the daemon restarts`()
        async throws
    {
        let directory = try TestDirectory()
        let paces = (0..<64).map { number -> EventReaders.Pace in
            switch number % 4 {
            case 0: .quick
            case 1: .slow
            case 2: .leaving(after: 10 + number)
            default: number < 32 ? .still : .quick
            }
        }
        let readers = EventReaders(path: "\(directory.path)/s/control.sock", paces: paces.map { _ in .quick })
        try await RunningDaemon.run(in: directory) { daemon in
            try await readers.read { $0.kinds[.ready] == 1 }
            await readers.setPaces(paces)
            async let adding: Void = daemon.add(0..<400)
            try await readers.read { $0.isBehind || $0.titles.count == 400 }
            try await adding
        }
        // The daemon is gone, although some have not read what it sent.
        await readers.setPaces(paces.map { _ in .quick })
        try await readers.read(isResuming: false) { !$0.isConnected }
        try await RunningDaemon.run(in: directory) { daemon in
            try await daemon.add(400..<450)
            await readers.setPaces(paces.map { if case .still = $0 { .slow } else { $0 } })
            async let adding: Void = daemon.add(450..<500)
            try await readers.read { $0.titles.count >= 500 }
            try await adding
        }
        let all = (0..<500).map { "item \($0)" }
        for reader in await readers.readers {
            #expect(reader.titles == all)
            #expect(reader.kinds[.reset] == nil)
            #expect(reader.kinds[.listAdded] == 1)
            #expect(reader.connectionCount >= 2)
        }
    }

    @Test func `readers that go make room for others`() async throws {
        let directory = try TestDirectory()
        try await RunningDaemon.run(in: directory) { daemon in
            for _ in 0..<3 {
                let readers = EventReaders(path: daemon.socketPath, paces: Array(repeating: .quick, count: 64))
                try await readers.read { $0.kinds[.ready] == 1 }
                #expect(await daemon.hasWaiters(64))
            }
            // Their connections closed with them, and nothing is left of them.
            #expect(await daemon.hasWaiters(0))
        }
    }

    @Test func `an older copy of the store, and another store, say so instead of keeping silent`() async throws {
        let (first, copy) = (try TestDirectory(), try TestDirectory())
        var common = ""
        try await RunningDaemon.run(in: first) { daemon in
            try await daemon.add(0..<20)
            common = try await daemon.cursor()
        }
        try FileManager.default.copyItem(atPath: "\(first.path)/state", toPath: "\(copy.path)/state")
        var later = ""
        try await RunningDaemon.run(in: first) { daemon in
            try await daemon.add(20..<30)
            later = try await daemon.cursor()
            #expect(try await daemon.kinds(after: common) == [.ready, .itemAdded])
        }
        try await RunningDaemon.run(in: copy) { daemon in
            #expect(try await daemon.kinds(after: later) == [.reset])
            #expect(try await daemon.kinds(after: common) == [.ready])
            try await daemon.add(20..<60)
            #expect(try await daemon.kinds(after: later) == [.reset])
            let missed = try await daemon.events(after: common, count: 41)
            #expect(missed.dropFirst().map(\.item?.title) == (20..<60).map { "item \($0)" })
        }
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            try await daemon.add(0..<60)
            for cursor in [common, later, "1.0.0", "nonsense"] {
                #expect(try await daemon.kinds(after: cursor) == [.reset])
            }
        }
    }

    @Test func `an event is the same before and after a restart`() async throws {
        let directory = try TestDirectory()
        var start = ""
        var live: [ControlEvent] = []
        try await RunningDaemon.run(in: directory) { daemon in
            start = try await daemon.cursor()
            try await daemon.add(0..<10)
            live = try await daemon.events(after: start, count: 12)
        }
        #expect(live.map(\.event) == [.ready, .listAdded] + Array(repeating: .itemAdded, count: 10))
        #expect(live.dropFirst().allSatisfy { $0.isLocal == true && $0.by == "anna" && $0.device == "laptop" })
        try await RunningDaemon.run(in: directory) { daemon in
            let again = try await daemon.events(after: start, count: 12)
            #expect(again.dropFirst() == live.dropFirst())
            #expect(again[0].cursor == start)
        }
    }

    @Test func `events are those of the member whom the caller acts as, if the caller may`() async throws {
        let directory = try TestDirectory()
        try await RunningDaemon.run(in: directory) { daemon in
            let stranger = Principal(RunningDaemon.owner, actsAs: "nobody")
            await #expect(throws: ControlError.self) { try await daemon.service.events(after: nil, for: stranger) }
        }
    }

    @Test func `a wait for events ends with its task, and with the household`() async throws {
        let directory = try TestDirectory()
        var left: ControlEventStream?
        try await RunningDaemon.run(in: directory) { daemon in
            let stream = try await daemon.service.events(after: nil, for: Principal(RunningDaemon.owner))
            let heard = AsyncStream.makeStream(of: ControlEvent.Kind.self)
            await withTaskGroup { tasks in
                tasks.addTask {
                    for await event in stream { heard.continuation.yield(event.event) }
                    heard.continuation.finish()
                }
                var iterator = heard.stream.makeAsyncIterator()
                #expect(await iterator.next() == .ready)
                #expect(await daemon.hasWaiters(1))
                tasks.cancelAll()
                #expect(await iterator.next() == nil)
            }
            left = try await daemon.service.events(after: nil, for: Principal(RunningDaemon.owner))
        }
        var iterator = try #require(left).makeAsyncIterator()
        #expect(await iterator.next() == nil)
    }
}
