import PhlistTestKit
import Testing

@testable import PhlistModel

/// Every history of a few writes to one register, delivered in every causal order.
struct RegisterTests {
    /// How many deliveries there are of so many writes, so that none is forgotten.
    private static let orderCounts = [1: 1, 2: 4, 3: 41, 4: 654, 5: 13_632]

    @Test(arguments: 1...5)
    func `after every delivery the siblings are the writes that no other knew of`(count: Int) {
        #expect(SmallHistory.registerDeliveries(of: count) == Self.orderCounts[count])
    }

    @Test func `six writes by three devices leave the same siblings in every order`() throws {
        #expect(try #require(SmallHistory.registerDeliveries(of: 6)) > 100_000)
    }

    @Test func `of several writes to one field in one op the last counts`() {
        var state = ScopeState(.list, SmallHistory.scope)
        let writes = [FieldWrite(.title, text: "a"), FieldWrite(.title, text: "b")]
        let header = BatchHeader(
            by: .house,
            number: 1,
            previous: .none,
            opCount: 1,
            stamp: Stamp(rawValue: 1),
            group: 0,
            context: []
        )
        let feed = Feed(scope: SmallHistory.scope, device: DeviceID(publicKey: [0]))
        state.apply(NamedBatch(Batch(header: header, ops: [.write(.root, writes)]), of: feed))
        #expect(state.entry(of: .root)?[.title].siblings.map(\.value) == [Array("b".utf8)])
    }
}
