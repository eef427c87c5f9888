/// Undo of sharing words, and actions that no undo takes back.
extension ScopeState {
    /// Whether an action of a member had any effect in this scope.
    package func contains(action group: UInt64, by member: MemberID) -> Bool {
        ledger.batches.indices.contains { isPart(of: group, by: member, row: $0) }
    }

    /// The part of an action in this scope that no undo takes back; nil if there is none.
    package func lastingChange(ofAction group: UInt64, by member: MemberID) -> LastingChange? {
        guard group != BatchHeader.upkeepGroup else { return .upkeep }
        let acts = deeds(roster.deeds, ofAction: group, by: member)
        if let act = acts.first { return .roster(act.content) }
        let words = deeds(sharing.deeds, ofAction: group, by: member)
        for case .answer(let answer) in words.map(\.content) { return .answer(answer.state) }
        let fields = fields(ofAction: group, by: member)
        if fields.contains(.purge) { return .purge }
        return fields.isEmpty && words.isEmpty ? .unknown : nil
    }

    /// Returns the ops that take back an action, including its sharing words.
    ///
    /// Taking back an action that made a list puts the list into the trash, and leaves its sharing words.
    ///
    /// - Parameters:
    ///   - action: The group number of the action.
    ///   - member: The member who acted.
    ///   - group: The group number of the new ops.
    ///   - audience: The audience of the list; nil in a household.
    ///   - bonds: What the undo has to observe because of the parts of the action in other lists.
    /// - Returns: The ops, and the values left alone.
    package func plan(
        takingBack action: UInt64,
        by member: MemberID,
        as group: UInt64,
        for audience: Audience?,
        _ bonds: UndoBonds = UndoBonds()
    ) -> UndoPlan {
        var plan = plan(takingBack: restated(action, by: member), marking: [action], as: group, bonds)
        guard let audience, !isMade(byAction: action) else { return plan }
        let targets = undoTargets(by: member)
        let reversal = audience.reversal(of: deeds(sharing.deeds, ofAction: action, by: member)) { word in
            let target = targets[ledger.batches[ledger.row(of: word.position)].group]
            return target.map { deeds(sharing.deeds, ofAction: $0, by: member) } ?? []
        }
        // One op for each word, as an answer names the op of its invitation.
        plan.ops = reversal.words.map { .write(.root, [$0.write]) } + plan.ops
        plan.leftAlone += reversal.leftAlone.map { UndoPlan.Value(entity: .root, field: $0.write.field) }
        return plan
    }

    private func isMade(byAction group: UInt64) -> Bool {
        table.row(of: .root).map { ledger.batches[Int(table.rows[$0].created)].group == group } ?? false
    }

    func isPart(of group: UInt64, by member: MemberID, row: Int) -> Bool {
        let batch = ledger.batches[row]
        return batch.group == group && batch.opCount > 0 && ledger.member(of: row) == member
    }

    private func deeds<Content>(
        _ deeds: [Deed<Content>],
        ofAction group: UInt64,
        by member: MemberID
    ) -> [Deed<Content>] {
        deeds.filter { isPart(of: group, by: member, row: ledger.row(of: $0.position)) }
    }

    private func fields(ofAction group: UInt64, by member: MemberID) -> Set<FieldID> {
        let writes = table.writes.lazy.filter { isPart(of: group, by: member, row: Int($0.batch)) }
        return Set(writes.map { table.field(of: $0) })
    }
}

/// A part of a user action that no undo takes back.
package enum LastingChange: Hashable, Sendable {
    /// An act on the devices of the household and their members.
    case roster(RosterAct)
    /// An answer to an invitation.
    case answer(Answer.State)
    case purge
    /// Not a user action: written by a device that joined or left a household, or accepted a loss.
    case upkeep
    /// Nothing that has an effect here, or that this version can read.
    case unknown
}

extension UndoPlan {
    /// Whether the plan may show a list to somebody who could not see it.
    package var widensAudience: Bool {
        ops.contains { op in
            guard case .write(.root, let fields) = op else { return false }
            return fields.contains { SharingWord($0)?.widens ?? false }
        }
    }
}
