import PhlistModel

/// Facts that restore what the library folded from facts.
extension Library {
    /// The household of this device; nil if it has none.
    package var householdFact: LocalFact? {
        householdID.map { .household($0, lineage: lineage) }
    }

    /// The device that admitted this one.
    package var introducerFact: LocalFact? {
        introducer.map { .introducer(publicKey: $0.publicKey, deviceName: $0.deviceName) }
    }

    /// The reported removal of this device, if any.
    package var removalFacts: [LocalFact] {
        toldRemoval.map { [.removal($0.removal, from: $0.teller)] } ?? []
    }

    /// The logins, and what they chose.
    package var loginFacts: [LocalFact] {
        bindings.sorted { $0.key < $1.key }.map { .binding(uid: $0.key, member: $0.value) } + choices.facts
    }

    /// Whether the household is in the log.
    package var isHouseholdDurable: Bool {
        guard let householdID else { return true }
        return introducer != nil || scopes[householdID]?.state.ledger.isEmpty == false
    }
}
