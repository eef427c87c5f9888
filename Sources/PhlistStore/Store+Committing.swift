package import PhlistLog
package import PhlistModel
package import PhlistSync

/// Records that a replica wants to have stored, and the name under which it waits for them.
package typealias PendingAppend = (id: AppendID, records: [Record])

/// What the appends of one turn came to.
package struct Commit {
    /// What the replica wants done now.
    package var effects: [Effect]
    /// Why one was not taken, and with it all that follow; nil when all are durable.
    package var failure: LogError?
}

extension Store {
    /// Makes the appends of one turn durable, in their order and with one flush, and tells the replica.
    ///
    /// What follows one that failed was made on top of it and fails with it. More than one frame takes is stored append
    /// by append.
    ///
    /// - Parameters:
    ///   - appends: All the appends among the effects of one turn.
    ///   - replica: Whose effects they were.
    ///   - now: The time.
    /// - Returns: What the replica wants done then, and what failed.
    package mutating func commit(_ appends: [PendingAppend], of replica: inout Replica, now: Now) -> Commit {
        let batches = appends.count > 1 && !appends.flatMap(\.records).fitOneFrame ? appends.map { [$0] } : [appends]
        var effects: [Effect] = []
        for (index, batch) in batches.enumerated() {
            do throws(LogError) {
                effects += try commitTogether(batch, of: &replica, now: now)
            } catch {
                // What was minted since the first of them stands on what has failed, too.
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
    /// The append that the effect is; nil for any other.
    package var append: PendingAppend? {
        guard case .append(let id, let records) = self else { return nil }
        return (id, records)
    }
}
