/// A fault that a test builds into a scope, to see that its checks would find it; the programs never do.
package enum PlantedDefect: CaseIterable, Sendable {
    /// An older stamp never supersedes a newer one, whatever its author knew.
    case stampBeforeCausality
    /// Of values with equal stamps the one that arrived last is shown.
    case lastArrivalWinsTies
    /// A feed's context starts anew with each batch.
    case contextsLost
    /// A purge drops all that is there, also what its author did not know.
    case purgeAsLocalDrop
    /// The branch that was here first keeps the name of the feed.
    case forksNamedByArrival
    /// Ops that become readable are applied behind everything, instead of folding again.
    case lateOpsWithoutRefold
}
