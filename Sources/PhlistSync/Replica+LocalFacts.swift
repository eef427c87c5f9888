import PhlistModel

/// What concerns this device alone is written again from time to time: a hole swallows one place of the log, and no
/// peer has these facts.
extension Replica {
    mutating func countSinceFacts(_ entry: LogEntry) {
        if case .local(.household) = entry {
            recordsSinceFacts = 0
        } else {
            recordsSinceFacts += 1
        }
    }

    /// Writes again who this device is with, at the start of a run, unless that is near the end of the log.
    mutating func restateFacts() {
        guard library.householdID != nil,
            recordsSinceFacts > SyncLimits.recordsBetweenFactsMax || healing?.isOpen ?? false
        else {
            return
        }
        let logins = library.bindings.sorted { $0.key < $1.key }.map {
            LocalFact.binding(uid: $0.key, member: $0.value)
        }
        append((householdFacts + removalFacts + logins + library.choices.facts + peers.facts).map(LogEntry.local))
    }

    /// Who put this device out, as it was told.
    var removalFacts: [LocalFact] {
        library.toldRemoval.map { [.removal($0.removal, from: $0.teller)] } ?? []
    }

    /// Which household this device is in, and by whom.
    var householdFacts: [LocalFact] {
        let friend = library.introducer.map { LocalFact.introducer(publicKey: $0.publicKey, deviceName: $0.deviceName) }
        let letter = letter.isEmpty ? nil : LocalFact.letter(letter)
        return [ownHousehold, friend, letter].compactMap(\.self)
    }

    /// Which household this device is in; nil when it is in none.
    var ownHousehold: LocalFact? {
        library.householdID.map { .household($0, lineage: library.lineage) }
    }
}
