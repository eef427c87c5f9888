import PhlistVocabulary

/// A change of an occurrence by somebody who did not know that another person had closed it.
package struct LateEdit: Sendable {
    /// The closed occurrence, which has the change.
    package let past: ItemState
    /// The open one after it, which lacks it.
    package let next: ItemState
    package let edited: Act
    package let closed: Act
}

extension ListState {
    /// The changes of closed occurrences that are not in the next one, unless somebody has changed those fields there.
    ///
    /// Closing an occurrence copies what it has then; see docs/decisions/0073.
    package var lateEdits: [LateEdit] {
        items.filter { !$0.isTrashed && $0.state != .open && $0.recurrence != nil }.compactMap(lateEdit)
    }

    private func lateEdit(of past: ItemState) -> LateEdit? {
        guard let next = item(EntityID(following: past.entity, in: scope)), next.state == .open, !next.isTrashed,
            let closed = past.stateAct
        else { return nil }
        let fields = state.fieldsWritten(besideClosing: past.entity).filter { next.lacks($0, of: past) }
        let edited = fields.compactMap { past.entry.shown($0)?.act }.max()
        return edited.map { LateEdit(past: past, next: next, edited: $0, closed: closed) }
    }
}

extension ItemState {
    /// The fields that each occurrence has for itself.
    private static let ownFields: Set<FieldID> = [.kind, .life, .place, .state, .percent, .due, .reminder]

    /// Whether a field differs from that of the occurrence before, and nobody has changed it since this one was made.
    fileprivate func lacks(_ field: FieldID, of past: ItemState) -> Bool {
        let isTurn = !rotation.isEmpty && (field == .assignee || field == .rotation)
        guard !Self.ownFields.contains(field), !isTurn, field.mergeClass == .register, !hasField(field, as: past) else {
            return false
        }
        // A later change writes no place, unless it is a move.
        let makings = [entry.created] + entry[.place].siblings.map(\.act)
        return entry.shown(field).map { makings.contains($0.act) } ?? true
    }

    private func hasField(_ field: FieldID, as other: ItemState) -> Bool {
        guard field == .recurrence else {
            return entry.shown(field)?.value ?? [] == other.entry.shown(field)?.value ?? []
        }
        var (own, others) = (recurrence, other.recurrence)
        own?.start = nil
        others?.start = nil
        return own == others
    }
}
