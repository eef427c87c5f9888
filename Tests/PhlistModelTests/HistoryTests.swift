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
            guard let problem = result.problems.first else { continue }
            let checks = Set(result.problems.map { "\($0.check)" }).sorted()
            Issue.record("seed \(seed): \(checks): \(problem); \(result.counts)")
            return
        }
        // What never happened was not tested.
        #expect(counts.batches > 1000 && counts.restarts > 100 && counts.upgrades > 20)
        #expect(counts.putBacks > 50 && counts.copies > 50 && counts.lostLogs > 20)
        #expect(counts.branches > 50 && counts.secondBeginnings > 10)
    }

    @Test func `a device that goes on at its longest branch makes ever more of them`() {
        let failed = Self.failedChecks { History.divergence(seed: $0, habit: .longestBranch).problems }
        #expect(failed == [.branches])
    }

    @Test func `a device that keeps beside its log what it has said says too little`() {
        let failed = Self.failedChecks { History.divergence(seed: $0, habit: .contextBesideTheLog).problems }
        #expect(failed.contains(.known))
    }

    private static func failedChecks(_ problems: (UInt64) -> [HistoryProblem]) -> Set<HistoryProblem.Check> {
        Set((0..<300).flatMap { problems($0).map(\.check) })
    }
}
