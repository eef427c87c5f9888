import PhlistModel
import PhlistTestKit
import Testing

/// The replicated model against the oracle that keeps everything.
///
/// A seed that fails is lived again by `History.divergence(seed:)`.
struct HistoryTests {
    private static let historiesPerPart = 500

    @Test(arguments: 0..<42)
    func `five hundred histories end as the oracle says, on every device and in every order`(part: Int) {
        var counts = History.Counts()
        for seed in part * Self.historiesPerPart..<(part + 1) * Self.historiesPerPart {
            let result = History.divergence(seed: UInt64(seed))
            counts.add(result.counts)
            guard let problem = result.problem else { continue }
            Issue.record("seed \(seed): \(problem); \(result.counts)")
            return
        }
        // What never happened was not tested.
        #expect(counts.batches > 1000 && counts.restarts > 100 && counts.copies > 50 && counts.splits > 50)
        #expect(counts.losses > 20 && counts.finds > 10 && counts.upgrades > 20)
    }

    @Test(arguments: PlantedDefect.ofLists)
    func `a planted defect is found within three hundred histories`(defect: PlantedDefect) {
        let found = (0..<300).first { History.divergence(seed: $0, defect: defect).problem != nil }
        #expect(found != nil, "\(defect) survives")
    }
}
