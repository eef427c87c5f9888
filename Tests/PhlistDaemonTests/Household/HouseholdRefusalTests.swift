import PhlistControl
import PhlistModel
import PhlistSync
import Testing

@testable import PhlistDaemon

/// What a whole daemon says when it refuses.
@Suite(.timeLimit(.minutes(2))) struct HouseholdRefusalTests {
    @Test func `of many candidates the first are told, and how many there are`() async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            try await daemon.add(0..<50)
            let calls = ItemCalls(host: daemon.service.host)
            let error = await #expect(throws: ControlError.self) {
                _ = try await calls.items(ItemsQuery(ref: "item"), Asker(RunningDaemon.owner, actsAs: nil))
            }
            #expect(error?.message == #""item" matches 50 items"#)
            #expect(error?.details.count == SyncLimits.candidatesMax + 1)
            #expect(error?.details.last == "and \(50 - SyncLimits.candidatesMax) more")
        }
    }

    @Test func `no member is called none, however it is written`() async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            try await daemon.add(0..<1)
            let asker = Asker(RunningDaemon.owner, actsAs: nil)
            for name in ["none", "None", "NONE"] {
                var query = ItemsQuery()
                query.assignee = name
                #expect(try await ItemCalls(host: daemon.service.host).items(query, asker).items.count == 1)
            }
        }
    }

    @Test func `a change that is larger than a frame of the log is one change all the same`() async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            let calls = ItemCalls(host: daemon.service.host)
            let asker = Asker(RunningDaemon.owner, actsAs: nil)
            let title = String(repeating: "x", count: PhlistModel.Limits.titleBytesMax - 5)
            let request = AddItemsRequest(list: nil, titles: (10_000..<20_000).map { "\($0)\(title)" })
            let added = try await calls.add(request, asker).added
            #expect(added.count == 10_000)
            let store = try await daemon.service.status(caller: RunningDaemon.owner).store
            #expect(store.health == .ok)
            let items = try await calls.items(ItemsQuery(), asker).items
            #expect(items.count == 10_000)
        }
    }
}
