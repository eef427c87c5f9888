import PhlistModel
import PhlistTestKit
import Testing

/// What counts of what people do in a list, against the rules taken deed by deed.
struct RightsHistoryTests {
    private static let historiesPerPart: UInt64 = 2_000

    @Test(arguments: 0..<5 as Range<UInt64>)
    func `of what is done in two thousand lists that counts which its author might do, in every order`(part: UInt64) {
        for seed in part * Self.historiesPerPart..<(part + 1) * Self.historiesPerPart {
            guard let problem = RightsHistory.divergence(seed: seed) else { continue }
            Issue.record("seed \(seed): \(problem)")
            return
        }
    }

    @Test func `in these lists much is done that does not count, and much that does`() {
        var (counts, voids, branches) = (0, 0, 0)
        for seed in 0..<200 as Range<UInt64> {
            let history = RightsHistory(seed: seed)
            for index in history.deeds.deeds.indices where history.deeds.deeds[index].batch.tier == .content {
                if history.isAllowed(index) { counts += 1 } else { voids += 1 }
            }
            branches += history.deeds.branchCount
        }
        #expect(counts > 400 && voids > 400 && branches > 50, "\(counts), \(voids), \(branches)")
    }
}
