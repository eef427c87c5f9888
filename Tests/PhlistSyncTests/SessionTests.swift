import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

/// What is kept of one connection, and what one peer may fill or ask for.
struct SessionTests {
    private static let scope = ScopeID(rawValue: 1)
    private static let feed = FeedID(rawValue: 2)
    private static let origin = FeedOrigin(scope: scope, device: DeviceID(publicKey: [1]), incarnation: 3)

    private static func session() -> Session {
        let connection = ConnectionID(rawValue: 1)
        return Session(
            connection: connection,
            device: DeviceID(publicKey: [1]),
            role: .accepted(from: Endpoint("x")),
            now: now(0)
        )
    }

    private static func now(_ milliseconds: Int64) -> Now {
        Now(monotonic: milliseconds, wall: 1_800_000_000_000 + milliseconds)
    }

    private static func vector(through sequence: UInt64) -> VersionVector {
        [feed: FeedVersion(sequence: sequence, tag: 7)]
    }

    @Test func `as long as one request waits what was offered counts, and then the peer's word alone`() {
        let session = Self.session()
        session.receivedVector(Self.vector(through: 1), of: Self.scope)
        session.willQueueBatches()
        session.willQueueBatches()
        session.sent(through: 9, of: Self.feed, in: Self.scope)
        for requestsLeft in [2, 1] {
            session.receivedVector(Self.vector(through: 2), of: Self.scope)
            #expect(session.scopes[Self.scope]?.sent == [Self.feed: 9], "\(requestsLeft)")
            session.sentBatches()
        }
        session.receivedVector(Self.vector(through: 2), of: Self.scope)
        #expect(session.scopes[Self.scope]?.sent == [Self.feed: 2])
    }

    @Test func `a feed that was held back is not held back for ever, though requests wait`() {
        let session = Self.session()
        session.receivedVector(Self.vector(through: 3), of: Self.scope)
        session.willQueueBatches()
        session.willNotSend(Self.feed, of: Self.scope)
        session.receivedVector(Self.vector(through: 5), of: Self.scope)
        #expect(session.scopes[Self.scope]?.sent == [Self.feed: 5])
    }

    @Test func `whoever looks for where a feed parts is answered eight times at once, then every ten seconds`() {
        let session = Self.session()
        let answered = (1...10).map { _ in session.mayFollow(Self.feed, now: Self.now(0)) }
        #expect(answered == (1...10).map { $0 <= 8 })
        let later = [9_999, 10_000, 19_999, 20_000].map { session.mayFollow(Self.feed, now: Self.now($0)) }
        #expect(later == [false, true, false, true])
        let ofAnother = session.mayFollow(FeedID(rawValue: 3), now: Self.now(0))
        #expect(ofAnother)
    }

    @Test func `a history that a peer asks for waits once, and no more of them than so many`() {
        var work = ForkWork()
        let requests = (0...UInt64(SyncLimits.claimsWaitingMax)).map {
            ClaimRequest(connection: ConnectionID(rawValue: 1), origin: Self.origin, common: $0)
        }
        for request in [requests[0]] + requests { work.note(request) }
        #expect(work.requests == requests.dropLast())
    }

    @Test func `a vector is taken in thirty-two times at once and then once a second, of each scope`() {
        let session = Self.session()
        let taken = (0..<40).count { _ in session.mayCompare(Self.scope, now: Self.now(0)) }
        #expect(taken == 32)
        let later = [999, 1000, 1999, 2000].map { session.mayCompare(Self.scope, now: Self.now($0)) }
        #expect(later == [false, true, false, true])
        let ofAnother = session.mayCompare(ScopeID(rawValue: 9), now: Self.now(0))
        #expect(ofAnother)
    }

    @Test func `vectors of scopes without end fill no table, and those that are in it go on`() {
        let session = Self.session()
        let taken = (0...SyncLimits.scopesMax).map { number in
            session.mayCompare(ScopeID(rawValue: UInt128(number)), now: Self.now(0))
        }
        #expect(taken.dropLast().allSatisfy { $0 } && taken.last == false)
        let isFirstTakenAgain = session.mayCompare(ScopeID(rawValue: 0), now: Self.now(0))
        #expect(isFirstTakenAgain)
    }

    // MARK: Feeds

    @Test(arguments: [(2, 4096), (5, 1024), (64, 1024), (3, 2048)])
    func `a device brings its part of the feeds of a scope itself, and never less than 1,024`(
        householdSize: Int,
        part: Int
    ) {
        #expect(Self.feeds(of: 1, broughtByAuthor: true, householdSize) == part)
    }

    @Test func `others bring 4,096 feeds of a device, and two such devices fill a scope`() {
        #expect(Self.feeds(of: 1, broughtByAuthor: false, 64) == 4096)
        var census = FeedCensus()
        for device in [UInt8(1), 2] {
            for _ in 0..<4096 { census.add(DeviceID(publicKey: [device])) }
        }
        let third = DeviceID(publicKey: [3])
        #expect(!census.hasRoom(for: third, isBroughtByAuthor: false, householdSize: 4))
        #expect(!census.hasRoom(for: third, isBroughtByAuthor: true, householdSize: 4))
    }

    /// How many feeds of a device are taken into a scope without any.
    private static func feeds(of device: UInt8, broughtByAuthor: Bool, _ householdSize: Int) -> Int {
        var (census, count) = (FeedCensus(), 0)
        let device = DeviceID(publicKey: [device])
        while census.hasRoom(for: device, isBroughtByAuthor: broughtByAuthor, householdSize: householdSize) {
            census.add(device)
            count += 1
        }
        return count
    }

    // MARK: Proofs

    @Test func `so many proofs wait for their authors, none twice, and one that has gone makes room`() {
        var (inbox, random) = (Inbox(), SeededRandom(seed: 1))
        let proofs = (0...SyncLimits.waitingProofsMax).map { _ in random.forkProof() }
        inbox.insert(proofs[0])
        for proof in proofs { inbox.insert(proof) }
        #expect(inbox.proofs == Array(proofs.dropLast()))
        inbox.remove(proofs[0])
        inbox.insert(proofs[proofs.count - 1])
        #expect(inbox.proofs == Array(proofs.dropFirst()))
    }
}
