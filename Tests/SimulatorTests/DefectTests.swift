import PhlistModel
import PhlistSimulator
import PhlistSync
import Testing

/// Mistakes that somebody might make, each found by the check that is there for it.
struct DefectTests {
    /// The check that has to find a defect: one that only another check finds does not count.
    private static func check(for defect: SimulatedDefect) -> SimulationFailure.Check {
        switch defect {
        case .sendsBeforeFlush: .durability
        case .inReplica(let defect): check(for: defect)
        case .inLists(let defect): check(for: defect)
        }
    }

    private static func check(for defect: SyncDefect) -> SimulationFailure.Check {
        switch defect {
        case .trustsRememberedPeers, .prunesVectors, .noPoints: .convergence
        case .comparesNumbersOnly: .alarm
        case .takesControlInParts: .start
        case .continuesLongestChain: .chains
        case .servesEverybody, .servesRemoved, .contentBeforeControl: .privacy
        }
    }

    private static func check(for defect: PlantedDefect) -> SimulationFailure.Check {
        switch defect {
        case .stampBeforeCausality, .lastArrivalWinsTies: .states
        case .purgeAsLocalDrop, .branchKnowsTrunk, .trunkOfBranchForgotten, .verdictOnArrival: .alarm
        case .standingByArrival, .lateActsCount, .removalsAreVoidable, .firstRemovalWins, .narrowingNeedsListing:
            .privacy
        case .numbersOnly, .branchKnowsNothing, .contextNotAwaited: .knowledge
        default: .start
        }
    }

    @Test(arguments: SimulatedDefect.all)
    func `a planted defect is found by the check that is meant for it`(defect: SimulatedDefect) {
        // The rarest, content before control, shows about once in a thousand histories.
        let checks = (1...6000 as ClosedRange<UInt64>).lazy.compactMap { seed in
            var options = SimulationOptions(seed: seed)
            options.plant(defect)
            return Simulation.result(seed: seed, options: options).failure?.check
        }
        #expect(checks.contains(Self.check(for: defect)), "\(defect.name)")
    }
}
