import PhlistTestKit
import Testing

@testable import PhlistModel

/// What is read so often that it is kept, or read by a shorter way, is what the long way gives.
struct QuickReadingTests {
    @Test(arguments: 0..<4)
    func `the digest that goes along with the feeds is that of the vector`(part: Int) throws {
        var counts = History.Counts()
        for seed in part * 150..<(part + 1) * 150 {
            let history = History(seed: UInt64(seed))
            counts.add(history.counts)
            for device in history.devices {
                let (state, wanted) = (device.state, device.state.versionVector.digest)
                #expect(state.vectorDigest == wanted, "seed \(seed)")
                #expect(try ScopeState(snapshot: state.snapshot).vectorDigest == wanted, "seed \(seed)")
            }
        }
        #expect(counts.splits > 0 && counts.losses > 0)
    }

    @Test func `vectors that differ in any number differ in their digest`() {
        let feeds = (1...3).map { FeedID(rawValue: $0) }
        let vector: VersionVector = [
            feeds[0]: FeedVersion(sequence: 1, tag: 2), feeds[1]: FeedVersion(sequence: 2, tag: 1),
        ]
        var others: [VersionVector] = [[:], vector.filter { $0.key == feeds[0] }]
        others.append([feeds[0]: FeedVersion(sequence: 2, tag: 1), feeds[1]: FeedVersion(sequence: 1, tag: 2)])
        others.append([feeds[0]: FeedVersion(sequence: 1, tag: 2), feeds[2]: FeedVersion(sequence: 2, tag: 1)])
        others.append(vector.mapValues { FeedVersion(sequence: $0.sequence + 1, tag: $0.tag) })
        #expect(Set(([vector] + others).map(\.digest)).count == others.count + 1)
        #expect(VersionVector().digest == 0)
    }

    @Test func `a batch that changes the values of a field says so, and most others do not`() {
        var (changed, quiet) = (0, 0)
        for seed in 0..<30 {
            var history = ListIndexHistory(seed: UInt64(seed))
            for _ in 0..<60 { _ = history.step() }
            for device in history.devices {
                var state = ScopeState(.list, History.scope)
                for stored in device.log {
                    let before = Self.values(of: .assignee, in: state)
                    state.apply(stored.batch, from: stored.origin)
                    let isChanged = Self.values(of: .assignee, in: state) != before
                    let isSaid = state.newestBatchChanged(.assignee)
                    #expect(isSaid || !isChanged, "seed \(seed)")
                    (changed, quiet) = (changed + (isChanged ? 1 : 0), quiet + (isSaid ? 0 : 1))
                }
            }
        }
        #expect(changed > 50 && quiet > 50)
    }

    private static func values(of field: FieldID, in state: ScopeState) -> [String] {
        state.currentValues(of: field).map { "\($0.stamp.rawValue) \($0.value)" }
    }
}
