package import PhlistModel

/// A limit with the fraction used.
package struct LimitUsage: Hashable, Sendable {
    package var limit: Limit
    /// From 0 to 1.
    package var fraction: Double

    /// The limited quantity.
    package enum Limit: Hashable, Sendable {
        /// Changes to the household's devices that this device may make.
        case householdChanges
        case lists
        case contents(ScopeID)
        /// Changes to the visibility of a list that this device may make.
        case sharing(ScopeID)
    }
}

/// Warnings for people before a limit is reached, and about logs that lost batches after publishing them.
extension Library {
    /// The limits of which at least half is used, the fullest first.
    package var limitUsages: [LimitUsage] {
        var usages = scopes.filter { !isLeft($0.key) }.map { scope, slot in
            LimitUsage(limit: .contents(scope), fraction: slot.state.usage)
        }
        usages += scopes.filter { !isLeft($0.key) && $0.value.state.kind == .list }.map { scope, slot in
            let number = slot.ownEnd(of: device, in: .control)?.reference.number ?? 0
            return LimitUsage(limit: .sharing(scope), fraction: Double(number) / Double(Limits.wideningNumberMax))
        }
        usages.append(LimitUsage(limit: .lists, fraction: Double(scopes.count) / Double(HouseholdLimits.scopesMax)))
        usages.append(LimitUsage(limit: .householdChanges, fraction: roster?.usage(of: device) ?? 0))
        return usages.filter { $0.fraction >= 0.5 }.sorted { $0.fraction > $1.fraction }
    }

    /// The number of times that a device's log lost published batches or was copied, as far as its branches show; the
    /// highest count first.
    package var branchCounts: [(device: DeviceID, count: Int)] {
        var counts: [DeviceID: Int] = [:]
        for slot in scopes.values {
            let branches = chainCounts(of: slot.state.id).filter { $0.value > 1 }.mapValues { $0 - 1 }
            counts.merge(branches) { max($0, $1) }
        }
        return counts.map { ($0.key, $0.value) }.sorted { ($1.count, $0.device) < ($0.count, $1.device) }
    }

    /// Returns the number of changes here by each device, including removed ones, by device.
    package func changeCounts() -> [(device: DeviceID, count: Int)] {
        var counts: [DeviceID: Int] = [:]
        for chain in scopes.values.flatMap({ $0.state.ledger.chains }) {
            counts[chain.device, default: 0] += chain.rows.count
        }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// The number of chains of each device in a scope, in the tier with the most.
    package func chainCounts(of scope: ScopeID) -> [DeviceID: Int] {
        Dictionary(grouping: scopes[scope]?.state.ledger.chains ?? [], by: \.device).mapValues { chains in
            Tier.allCases.map { tier in chains.count { $0.tier == tier } }.max() ?? 0
        }
    }
}
