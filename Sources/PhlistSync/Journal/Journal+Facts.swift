import PhlistHousehold
import PhlistModel

/// Facts about this device alone, restated from time to time: a hole takes one place of the log, and no peer has them.
extension Journal {
    /// The household of this device, and who admitted it.
    var householdFacts: [LocalFact] {
        [library.householdFact, library.introducerFact, membership.letterFact].compactMap(\.self)
    }

    /// The facts to restate at the start of a run; nil if they are near the end of the log.
    var factsToRestate: [LocalFact]? {
        guard library.householdID != nil,
            library.recordsSinceFacts > SyncLimits.recordsBetweenFactsMax || repair.isOpen
        else { return nil }
        return householdFacts + library.removalFacts + library.loginFacts
    }

    /// Facts that restore what the log's facts have made of everything but requests and addresses.
    var facts: [LocalFact] {
        // The last household is the current one.
        var facts = library.leftHouseholds.sorted().map { LocalFact.household($0, lineage: nil) }
        facts += [library.householdFact].compactMap(\.self)
        facts += library.removalFacts
        facts += membership.seenFacts
        facts += [library.introducerFact, membership.letterFact].compactMap(\.self)
        facts += library.invitations.sorted { $0.key < $1.key }.map { .invitations(from: $0.key, $0.value) }
        facts += library.loginFacts
        facts += membership.pairingAttempt.map { [.pairingAttempt(expiresAt: $0.expiresAt, used: $0.used)] } ?? []
        facts += minter.clock.lead == ClockLead() ? [] : [.clockAhead(minter.clock.lead)]
        return facts + repair.facts
    }
}
