import PhlistModel

/// Facts about this device alone are restated from time to time: a hole takes one place of the log, and no peer has
/// them.
extension Replica {
    /// Restates this device's facts at the start of a run, unless they are near the end of the log.
    mutating func restateFacts() {
        guard library.householdID != nil,
            library.recordsSinceFacts > SyncLimits.recordsBetweenFactsMax || repair.isOpen
        else {
            return
        }
        let logins = library.bindings.sorted { $0.key < $1.key }.map {
            LocalFact.binding(uid: $0.key, member: $0.value)
        }
        append((householdFacts + removalFacts + logins + library.choices.facts + peers.facts).map(LogEntry.local))
    }

    /// The reported removal of this device, if any.
    var removalFacts: [LocalFact] {
        library.toldRemoval.map { [.removal($0.removal, from: $0.teller)] } ?? []
    }

    /// The household of this device, and who admitted it.
    var householdFacts: [LocalFact] {
        let friend = library.introducer.map { LocalFact.introducer(publicKey: $0.publicKey, deviceName: $0.deviceName) }
        return [ownHousehold, friend, membership.letterFact].compactMap(\.self)
    }

    /// The household of this device; nil if it has none.
    var ownHousehold: LocalFact? {
        library.householdID.map { .household($0, lineage: library.lineage) }
    }
}
