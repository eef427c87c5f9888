import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary
import Testing

@testable import PhlistDaemon

/// What a whole daemon says when it refuses.
@Suite(.timeLimit(.minutes(2))) struct HouseholdRefusalTests {
    @Test func `a change that is larger than a frame of the log is one change all the same`() async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            let calls = ItemCalls(host: daemon.service.host)
            let asker = Asker(RunningDaemon.owner, actsAs: nil)
            let title = String(repeating: "x", count: TextKind.title.bytesMax - 5)
            let request = AddItemsRequest(list: nil, titles: (10_000..<20_000).map { "\($0)\(title)" })
            let added = try await calls.add(request, asker).added
            #expect(added.count == 10_000)
            let store = try await daemon.service.status(for: Principal(RunningDaemon.owner)).store
            #expect(store.health == .ok)
            let items = try await calls.items(ItemsQuery(), asker).items
            #expect(items.count == 10_000)
        }
    }
}
