import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What is kept of one connection, and what one peer may fill or ask for.
struct SessionTests {
    private static let scope = ScopeID(rawValue: 1)

    private static let own = DeviceID(publicKey: [2])

    private static func session() -> Session {
        let connection = ConnectionID(rawValue: 1)
        return Session(
            connection: connection,
            device: DeviceID(publicKey: [1]),
            role: .accepted(from: Endpoint("x")),
            budget: PeerBudget(),
            now: now(0)
        )
    }

    private static func now(_ milliseconds: Int64) -> Now {
        Now(monotonic: milliseconds, wall: 1_800_000_000_000 + milliseconds)
    }

    /// A chain of Anna's, a branch of it behind the third batch, and a chain of Ben's.
    private struct History {
        private(set) var ledger: Ledger
        let anna: [NamedBatch]
        let branch: [NamedBatch]
        let ben: [NamedBatch]

        init(count: Int = 9) {
            var (anna, ben) = (Forger("anna", in: scope), Forger("ben", in: scope))
            for number in 0..<count {
                anna.write("x\(number)", after: anna.batches.last?.reference)
                ben.write("y\(number)", after: ben.batches.last?.reference)
            }
            self.anna = anna.batches
            self.ben = ben.batches
            var branch = [anna.write("other", after: self.anna[2].reference)]
            branch.append(anna.write("more", after: branch[0].reference))
            self.branch = branch
            ledger = Ledger()
        }

        /// What is here of it.
        mutating func take(_ batches: some Sequence<NamedBatch>) {
            for batch in batches { _ = ledger.append(batch, firstWrite: 0) }
        }

        func vector(_ batches: NamedBatch..., pointed: [FeedHint] = []) -> Message.Vector {
            Message.Vector(scope: scope, vector: VersionVector(batches.map(\.reference)), pointed: pointed)
        }
    }

    /// A session in which the peer has named the scope, and what it has of it.
    private static func told(_ vector: Message.Vector, _ history: History) -> (session: Session, answer: [FeedHint]) {
        let session = session()
        session.receivedSummary([.init(scope: scope, holding: Holding(vector: 1, state: 1))], isAnswer: true)
        return (session, session.receivedVector(vector, of: own, in: history.ledger))
    }

    @Test func `as long as one request waits what was offered counts, and then the peer's word alone`() {
        var history = History()
        history.take(history.anna)
        let (session, _) = Self.told(history.vector(history.anna[0]), history)
        session.willQueueBatches(of: Self.scope, holding: 1)
        session.willQueueBatches(of: Self.scope, holding: 2)
        session.sent(through: 9, of: 0, in: Self.scope)
        for requestsLeft in [2, 1] {
            _ = session.receivedVector(history.vector(history.anna[1]), of: Self.own, in: history.ledger)
            #expect(session.scopes[Self.scope]?.known == [9], "\(requestsLeft)")
            #expect(session.sentBatches(of: Self.scope) == (requestsLeft == 1 ? 2 : nil))
        }
        _ = session.receivedVector(history.vector(history.anna[1]), of: Self.own, in: history.ledger)
        #expect(session.scopes[Self.scope]?.known == [2])
    }

    @Test func `what waits to be sent of one scope does not count for another`() {
        var history = History()
        history.take(history.anna)
        let (session, _) = Self.told(history.vector(history.anna[0]), history)
        session.sent(through: 9, of: 0, in: Self.scope)
        session.willSend(ScopeID(rawValue: 2))
        session.willQueueBatches(of: ScopeID(rawValue: 2), holding: 1)
        _ = session.receivedVector(history.vector(history.anna[1]), of: Self.own, in: history.ledger)
        #expect(session.scopes[Self.scope]?.known == [2])
    }

    @Test func `who names a batch has all before it, that of the chain below it included`() {
        var history = History()
        history.take(history.anna + history.branch)
        let (session, answer) = Self.told(history.vector(history.branch[0]), history)
        #expect(session.scopes[Self.scope]?.known == [3, 4])
        #expect(answer.isEmpty)
    }

    @Test func `of a device of which the peer is merely ahead nothing is sent before what it named is here`() throws {
        var history = History()
        history.take(history.ben + history.anna.prefix(4))
        let (session, answer) = Self.told(history.vector(history.anna[8], history.ben[1]), history)
        #expect(answer.isEmpty)
        let before = try #require(session.whatItHas(of: Self.scope, in: history.ledger))
        #expect(before.known == [2])
        #expect(before.unsure.hints == [history.anna[0].device.hint])
        history.take(history.anna.dropFirst(4))
        let after = try #require(session.whatItHas(of: Self.scope, in: history.ledger))
        #expect(after.known == [2, 9])
        #expect(after.unsure.hints.isEmpty)
    }

    @Test
    func `a peer whose history has parted is sent points once in a comparison, and with its own nothing is unsure`()
        throws
    {
        var history = History()
        history.take(history.anna)
        let hint = history.anna[0].device.hint
        let (session, answer) = Self.told(history.vector(history.branch[1]), history)
        #expect(answer == [hint])
        #expect(session.whatItHas(of: Self.scope, in: history.ledger)?.unsure.hints == [hint])
        let points = history.vector(history.branch[1], history.branch[0], history.anna[2], pointed: [hint])
        #expect(session.receivedVector(points, of: Self.own, in: history.ledger).isEmpty)
        let found = try #require(session.whatItHas(of: Self.scope, in: history.ledger))
        #expect(found.known == [3])
        #expect(found.unsure.hints.isEmpty)
        // The next comparison begins anew.
        #expect(session.receivedVector(history.vector(history.branch[1]), of: Self.own, in: history.ledger) == [hint])
    }

    @Test func `points are answered with points, also where everything that the peer named is here`() {
        var history = History()
        history.take(history.anna + history.branch)
        let hint = history.anna[0].device.hint
        let (_, answer) = Self.told(history.vector(history.anna[8], history.anna[6], pointed: [hint]), history)
        #expect(answer == [hint])
        let (_, none) = Self.told(history.vector(history.ben[0], pointed: [history.ben[0].device.hint]), history)
        #expect(none.isEmpty)
    }

    @Test func `what a peer brings counts as its own as soon as it is here, each batch by itself`() throws {
        var history = History()
        history.take(history.anna.prefix(2))
        let (session, _) = Self.told(history.vector(history.anna[4]), history)
        for batch in history.anna[5...7] { session.gave(batch, of: Self.scope, in: history.ledger) }
        history.take(history.anna[2..<7])
        let before = try #require(session.whatItHas(of: Self.scope, in: history.ledger))
        #expect(before.known == [7])
        #expect(before.unsure.hints == [history.anna[0].device.hint])
        history.take([history.anna[7]])
        let found = try #require(session.whatItHas(of: Self.scope, in: history.ledger))
        #expect(found.known == [8])
        #expect(found.unsure.hints.isEmpty)
    }

    @Test func `a peer brings sixty-four branches at once, and then one a second`() {
        let session = Self.session()
        let taken = (0..<70).count { _ in session.budget.mayBranch(now: Self.now(0)) }
        #expect(taken == 64)
        let later = [999, 1000, 1999, 2000].map { session.budget.mayBranch(now: Self.now($0)) }
        #expect(later == [false, true, false, true])
    }

    @Test func `a vector is taken in thirty-two times at once and then once a second, of each scope`() {
        let session = Self.session()
        let taken = (0..<40).count { _ in session.budget.mayCompare(Self.scope, now: Self.now(0)) }
        #expect(taken == 32)
        let later = [999, 1000, 1999, 2000].map { session.budget.mayCompare(Self.scope, now: Self.now($0)) }
        #expect(later == [false, true, false, true])
        let ofAnother = session.budget.mayCompare(ScopeID(rawValue: 9), now: Self.now(0))
        #expect(ofAnother)
    }

    @Test func `vectors of scopes without end fill no table, and those that are in it go on`() {
        let session = Self.session()
        let taken = (0...HouseholdLimits.scopesMax).map { number in
            session.budget.mayCompare(ScopeID(rawValue: UInt128(number)), now: Self.now(0))
        }
        #expect(taken.dropLast().allSatisfy { $0 } && taken.last == false)
        let isFirstTakenAgain = session.budget.mayCompare(ScopeID(rawValue: 0), now: Self.now(0))
        #expect(isFirstTakenAgain)
    }
}
