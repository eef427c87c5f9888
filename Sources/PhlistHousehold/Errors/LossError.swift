/// The refusal to accept that something is lost.
package enum LossError: Error, Hashable, Sendable {
    /// Nothing is missing.
    case nothingToGiveUp
    /// Devices, by name, that have not yet sent a summary.
    case othersMayHelp([String])
    /// Other devices know the household that this one has lost.
    case householdLost
}
