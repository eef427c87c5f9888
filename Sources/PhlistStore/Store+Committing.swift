package import PhlistHousehold
package import PhlistLog
package import PhlistModel
package import PhlistSync

/// Records that a replica wants stored, with the id under which it waits for them.
package typealias PendingAppend = (id: AppendID, records: [Record])

/// The result of the appends of one turn.
package struct Commit {
    /// The effects that the replica asks for next.
    package var effects: [Effect]
    /// The error of a failed append, which fails all that follow; nil if all are durable.
    package var failure: LogError?
}

extension Store {
    /// Makes the appends of one turn durable, in their order and with one flush, and tells the replica.
    ///
    /// Appends after a failed one build on it and fail with it. If they do not fit one frame together, they are stored
    /// one by one.
    ///
    /// - Parameters:
    ///   - appends: All the appends among the effects of one turn.
    ///   - replica: The replica that asked for them.
    ///   - now: The time.
    /// - Returns: The effects that the replica asks for next, and the failure.
    package mutating func commit(_ appends: [PendingAppend], of replica: inout Replica, now: Now) -> Commit {
        let batches = appends.count > 1 && !appends.flatMap(\.records).fitOneFrame ? appends.map { [$0] } : [appends]
        var effects: [Effect] = []
        for (index, batch) in batches.enumerated() {
            do throws(LogError) {
                effects += try commitTogether(batch, of: &replica, now: now)
            } catch {
                // Ops minted since the first append build on what has failed, too.
                let late = effects.compactMap(\.append)
                effects.removeAll { $0.append != nil }
                let rest = fail(batches[index...].flatMap(\.self) + late, error, of: &replica, now: now)
                return Commit(effects: effects + rest, failure: error)
            }
        }
        return Commit(effects: effects)
    }

    private mutating func commitTogether(
        _ appends: [PendingAppend],
        of replica: inout Replica,
        now: Now
    ) throws(LogError) -> [Effect] {
        let records = appends.flatMap(\.records)
        let positions = try append(records)
        let effects = appends.flatMap { replica.handle(.appended($0.id), now: now) }
        note(records, at: positions, in: &replica)
        return effects
    }

    private func fail(
        _ appends: [PendingAppend],
        _ error: LogError,
        of replica: inout Replica,
        now: Now
    ) -> [Effect] {
        appends.flatMap { replica.handle(.appendFailed($0.id, error.storageFailure), now: now) }
    }
}

extension Effect {
    /// The append, if the effect is one; nil for any other.
    package var append: PendingAppend? {
        guard case .append(let id, let records) = self else { return nil }
        return (id, records)
    }
}
