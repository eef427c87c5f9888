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
        do throws(LogError) {
            try append(appends.flatMap(\.records)) { replica.currentName(of: $0, at: $1) }
            return Commit(effects: appends.flatMap { replica.handle(.appended($0.id), now: now) })
        } catch .groupTooLarge where appends.count > 1 {
            return commitOneByOne(appends, of: &replica, now: now)
        } catch {
            return fail(appends[...], error, of: &replica, now: now)
        }
    }

    private mutating func commitOneByOne(
        _ appends: [PendingAppend],
        of replica: inout Replica,
        now: Now
    ) -> Commit {
        var effects: [Effect] = []
        for (index, append) in appends.enumerated() {
            do throws(LogError) {
                try self.append(append.records) { replica.currentName(of: $0, at: $1) }
            } catch {
                // What was minted since the first of them stands on what has failed, too.
                let late = effects.compactMap(\.append)
                effects.removeAll { $0.append != nil }
                let rest = fail(appends[index...] + late, error, of: &replica, now: now)
                return Commit(effects: effects + rest.effects, failure: error)
            }
            effects += replica.handle(.appended(append.id), now: now)
        }
        return Commit(effects: effects)
    }

    private func fail(
        _ appends: ArraySlice<PendingAppend>,
        _ error: LogError,
        of replica: inout Replica,
        now: Now
    ) -> Commit {
        let effects = appends.flatMap { replica.handle(.appendFailed($0.id, error.storageFailure), now: now) }
        return Commit(effects: effects, failure: error)
    }
}

extension Effect {
    /// The append that the effect is; nil for any other.
    package var append: PendingAppend? {
        guard case .append(let id, let records) = self else { return nil }
        return (id, records)
    }
}
