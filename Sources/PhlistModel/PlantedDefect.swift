/// A fault that a test builds into a scope, to see that its checks would find it; the programs never do.
package enum PlantedDefect: CaseIterable, Sendable {
    /// An older stamp never supersedes a newer one, whatever its author knew.
    case stampBeforeCausality
    /// Of values with equal stamps the one that arrived last is shown.
    case lastArrivalWinsTies
    /// A purge drops all that is there, also what its author did not know.
    case purgeAsLocalDrop
    /// Ops that become readable are applied after everything, instead of folding again.
    case lateOpsWithoutRefold

    // Of names and branches: the mutants of the model of feeds.

    /// A batch is known by its device and number, whatever its name.
    case numbersOnly
    /// A branch knows what the chain that it left knows now.
    case branchKnowsTrunk
    /// A branch knows nothing of what came before it.
    case branchKnowsNothing
    /// Whoever knows a branch does not know what it branched off.
    case trunkOfBranchForgotten
    /// A batch is applied though its context is not here.
    case contextNotAwaited

    // Of the roster.

    /// Whoever is in may let others in and out.
    case anybodyMayAct
    /// What may be done is judged by all that has arrived.
    case standingByArrival
    /// What somebody did without knowing that he is out counts.
    case lateActsCount
    /// A removal by somebody who was put out meanwhile does not count.
    case removalsAreVoidable
    /// Of two removals of each other's authors the one that arrived first counts.
    case firstRemovalWins
    /// What an act that does not count has allowed stays allowed.
    case authorityOfVoidActs
    /// Of two roles the greater one holds.
    case adminBeatsMember
    /// Who was put out and is let in again is in.
    case admissionUndoesRemoval
    /// A founder may found again, and is an admin again.
    case foundingAgain

    // Of who may see a list.

    /// Whoever may see a list may let others see it.
    case anybodyMayGrant
    /// Whoever says that he is the owner may let others see a list, on any device.
    case unlistedMayGrant
    /// An answer to an invitation holds for the next one as well.
    case oldAnswersCount
    /// Of two words that know nothing of each other the one that lets more people see the list holds.
    case widerWins
    /// Of two words that know nothing of each other the one with the later stamp holds.
    case laterWordHolds
    /// A word that lets fewer people see the list counts only on a device that is the owner's.
    case narrowingNeedsListing
    /// A word that does not count replaces what its author knew.
    case voidWordsReplace
    /// Where nothing was said on who may see a list, everybody may.
    case silenceShows
    /// An invitation takes effect before it is answered.
    case noAcceptance
    /// A grant stands if nobody has replaced it, also where its author did not know of a revocation.
    case newestGrantHolds
    /// Nobody can leave a list that everybody sees.
    case everybodysCannotBeLeft
    /// How many words a device may say does not depend on what they say.
    case noReserveForNarrowing
    /// All words of a list have one limit.
    case wordsOfListLimited

    // Of what is done in a list.

    /// Whatever somebody writes counts, as if nobody ever ignored what he may do.
    case rightsInPlannerOnly
    /// Somebody who knew that a list was closed to him is taken not to have known.
    case contentForgetsWords
    /// What somebody might do is judged by all words that are here.
    case verdictOnArrival

    // Of later versions.

    /// What this version cannot read says nothing of who may see the list.
    case criticalFlagIgnored

    /// The faults of registers, names and branches.
    package static let ofLists = allCases.prefix { $0 != .anybodyMayAct }
    /// The faults of names and branches.
    package static let ofNames = ofLists.drop { $0 != .numbersOnly }
    /// The faults of the roster.
    package static let ofRoster = allCases[ofLists.count...].prefix { $0 != .anybodyMayGrant }
    /// The faults of who may see a list.
    package static let ofSharing = allCases.drop { $0 != .anybodyMayGrant }.prefix { $0 != .noReserveForNarrowing }
    /// The faults of how many words there may be.
    package static let ofWordLimits: [PlantedDefect] = [.noReserveForNarrowing, .wordsOfListLimited]
    /// The faults of what somebody may do in a list.
    package static let ofRights = allCases.drop { $0 != .rightsInPlannerOnly }.prefix { $0 != .criticalFlagIgnored }
}
