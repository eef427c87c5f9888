import PhlistTestKit
import Testing

@testable import PhlistModel

/// Who is in, against the rules taken word by word.
struct RosterHistoryTests {
    private static let historiesPerPart = 2_000

    @Test(arguments: 1...2)
    func `a few acts of three devices come to the same in every order`(count: Int) {
        var orders = 0
        RosterHistory.forEach(count: count, RosterHistory.fullMenu) { history in
            guard let more = history.hearInEveryOrder() else {
                Issue.record("\(history.acts)")
                return
            }
            orders += more
        }
        #expect(orders > 0)
    }

    @Test func `so do six, the founding and the second admin among them`() {
        var (orders, wrong) = (0, 0)
        RosterHistory.forEach(count: 4, RosterHistory.shortMenu) { history in
            if let more = history.hearInEveryOrder() { orders += more } else { wrong += 1 }
        }
        #expect(wrong == 0 && orders > 20_000)
    }

    @Test(arguments: 0..<10)
    func `two thousand households are as the rules say, in every order`(part: Int) {
        for seed in part * Self.historiesPerPart..<(part + 1) * Self.historiesPerPart {
            guard let problem = RosterHistory.divergence(seed: UInt64(seed)) else { continue }
            Issue.record("seed \(seed): \(problem)")
            return
        }
    }

    @Test func `many of these households have devices that knew less than they once did`() {
        #expect((0..<200).count { RosterHistory(seed: $0).acts.branchCount > 0 } > 50)
    }

    @Test func `a household that is read from a snapshot has the digest that it had`() throws {
        for seed in 0..<UInt64(200) {
            let household = RosterHistory.household(seed: seed)
            #expect(try ScopeState(snapshot: household.snapshot).digest == household.digest)
        }
    }
}
