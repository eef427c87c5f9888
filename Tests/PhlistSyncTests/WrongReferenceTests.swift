import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

/// References of a member device that are right in the name alone, to batches that are still on their way to the disk.
struct WrongReferenceTests {
    enum Mistake: CaseIterable {
        /// The predecessor has another number than the one before.
        case predecessorsNumber
        /// The predecessor is by another device.
        case predecessorsAuthor
        /// A batch of the context has another number.
        case contextsNumber
        /// A batch of the context is of another device by its hint.
        case contextsHint
    }

    @Test(arguments: Mistake.allCases)
    func `a reference that is right in the name alone is no reference`(_ mistake: Mistake) throws {
        let home = try Home.household(of: "anna", "ben", "hana")
        let (anna, ben, hana) = (home.devices[0], home.devices[1], home.devices[2])
        let scope = try #require(anna.scope(ofList: "Shopping"))
        home.connect(2, 0)
        var (forger, other) = (Forger(hana, in: scope), Forger(ben, in: scope))
        let first = forger.write("first", item: 71)
        let others = other.write("other", item: 72)
        let wrong: NamedBatch
        var reference = first.reference
        switch mistake {
        case .predecessorsNumber:
            reference.number = 4
            wrong = forger.write("wrong", item: 73, after: reference)
        case .predecessorsAuthor:
            wrong = forger.write("wrong", item: 73, after: others.reference)
        case .contextsNumber:
            reference.number = 4
            wrong = forger.write("wrong", item: 73, after: first.reference, knowing: [reference])
        case .contextsHint:
            reference.hint = FeedHint(rawValue: reference.hint.rawValue ^ 2)
            wrong = forger.write("wrong", item: 73, after: first.reference, knowing: [reference])
        }
        let connection = try #require(
            home.connections.first { connection in
                anna.replica.exchange.sessions[connection]?.device == hana.id
            }
        )
        for message in [other.message([others]), forger.message([first, wrong])] {
            let (type, body) = message.encoded
            anna.turn([.received(connection, type: type, body: body)])
        }
        #expect(anna.titles(in: "Shopping").contains("first"))
        #expect(!anna.titles(in: "Shopping").contains("wrong"))
        let fault = try anna.faultOfLog()
        #expect(fault == nil)
        try anna.restart()
        home.reconnect()
        home.connect(1, 0)
        #expect(anna.agrees(with: ben))
    }
}
