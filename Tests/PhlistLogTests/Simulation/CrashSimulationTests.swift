import Foundation
import Testing

/// Stores live, crash, recover and crash again on thousands of disks, and nothing that was promised is broken.
@Suite struct CrashSimulationTests {
    private static let seeds = 29
    /// More than the longest script has.
    private static let callsMax = 400

    /// What came of some walks.
    struct Outcome {
        var states = 0
        /// The first violation, with the walk that meets it again.
        var violation: String?
    }

    @Test func `whatever is interrupted, however often, what was acknowledged is there`() async {
        let start = Date.now
        let outcomes = await withTaskGroup(of: Outcome.self) { group in
            for script in CrashScript.all.indices {
                for seed in 0..<Self.seeds {
                    group.addTask { Self.walk(script, seeds: seed...seed, defect: nil) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for violation in outcomes.compactMap(\.violation).prefix(5) { Issue.record("\(violation)") }
        let states = outcomes.map(\.states).reduce(0, +)
        print("\(states) disks after a crash in \(Date.now.timeIntervalSince(start)) s")
        #expect(states >= 100_000)
    }

    @Test(arguments: SimulatedDefect.allCases)
    func `a defect is found`(defect: SimulatedDefect) {
        var states = 0
        for seed in 0..<4 {
            for script in CrashScript.all.indices {
                let outcome = Self.walk(script, seeds: seed...seed, defect: defect)
                states += outcome.states
                guard let violation = outcome.violation else { continue }
                print("\(defect) was found after \(states) disks: \(violation)")
                return
            }
        }
        Issue.record("\(defect) is not found on \(states) disks")
    }

    /// Every call of a script with each of some seeds, up to the first violation.
    private static func walk(_ script: Int, seeds: ClosedRange<Int>, defect: SimulatedDefect?) -> Outcome {
        var outcome = Outcome()
        for seed in seeds {
            for call in 1...callsMax {
                let walk = CrashWalk(script: script, call: call, seed: seed)
                do {
                    guard try walk.go(defect, states: &outcome.states) else { break }
                } catch {
                    outcome.violation = "\(walk): \(error)"
                    return outcome
                }
            }
        }
        return outcome
    }
}
