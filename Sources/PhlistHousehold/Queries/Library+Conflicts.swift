package import PhlistModel
import PhlistVocabulary

/// A field with conflicting values of several people, with its scope and name.
package struct SurfacedConflict: Sendable {
    package var scope: ScopeID
    package var label: EntityLabel
    package var fieldName: String
    /// The member to whom the field belongs; nil for an entity in a list.
    package var member: MemberID?
    private let conflict: FieldConflict

    init(_ conflict: FieldConflict, in scope: ScopeID, _ label: EntityLabel, _ fieldName: String) {
        (self.conflict, self.scope, self.label, self.fieldName) = (conflict, scope, label, fieldName)
    }

    package var entity: EntityID { conflict.entity }
    package var field: FieldID { conflict.field }
    /// The competing values, the shown one first.
    package var siblings: [Sibling] { conflict.siblings }

    var isMember: Bool { member != nil }
}

extension Library {
    /// Returns the conflicts that a caller sees: list by list in the order of their titles, then those about members.
    ///
    /// - Parameters:
    ///   - caller: The caller.
    ///   - reference: A list, or an entity that has conflicts: the beginning of an id, `LIST/text`, or its text; nil
    ///     for all conflicts.
    /// - Returns: The conflicts, each with its name and scope.
    /// - Throws: If the reference matches nothing that has conflicts.
    package func conflicts(
        for caller: Principal,
        of reference: String? = nil
    ) throws(CommandError) -> [SurfacedConflict] {
        guard let reference else { return allConflicts(for: caller) }
        // Somebody who names a list that has ended for them wants to see that one.
        let all = conflicts(in: lists(for: caller))
        let found = try conflicts(all, of: reference, for: caller)
        guard !found.isEmpty else { throw .conflict(.notFound(reference)) }
        return found
    }

    private func allConflicts(for caller: Principal) -> [SurfacedConflict] {
        conflicts(in: currentLists(for: caller))
    }

    private func conflicts(in lists: [ListState]) -> [SurfacedConflict] {
        lists.flatMap { conflicts(in: $0) } + memberConflicts
    }

    /// Returns the number of conflicts that a caller sees.
    package func conflictCount(for caller: Principal) -> Int {
        allConflicts(for: caller).count
    }

    private func conflicts(in list: ListState) -> [SurfacedConflict] {
        list.conflicts.compactMap { conflict in
            list.label(of: conflict.entity).map { label in
                SurfacedConflict(conflict, in: list.scope, label, fieldName(conflict.field, of: label, in: list))
            }
        }
    }

    private var memberConflicts: [SurfacedConflict] {
        guard let household, let householdID else { return [] }
        return household.everybody.filter { !$0.isRemoved }.flatMap { member in
            member.conflicts.map { conflict in
                let label = EntityLabel(kind: .member, title: member.name)
                let name = fieldName(conflict.field, of: label, in: nil)
                var surfaced = SurfacedConflict(conflict, in: householdID, label, name)
                surfaced.member = member.id
                return surfaced
            }
        }
    }

    /// Returns the conflicts of one entity, or of one list with its contents.
    private func conflicts(
        _ all: [SurfacedConflict],
        of reference: String,
        for caller: Principal
    ) throws(CommandError) -> [SurfacedConflict] {
        if let scope = try? list(named: reference, for: caller) {
            return all.filter { $0.scope == scope }
        }
        let prefix = reference.trimmed
        if prefix.count >= EntityID.letterCountMin {
            let items = upcomingShortIDs(for: caller).items(withPrefix: prefix).map(\.entity)
            let found = all.matching(
                first: { items.contains($0.entity) },
                { $0.label.kind != .item && $0.entity.description.hasPrefix(prefix) }
            )
            if !found.isEmpty { return found }
        }
        let (scope, text) = narrowing(reference, for: caller)
        let folded = fold(text.trimmed)
        let pool = all.filter { scope == nil || $0.scope == scope }
        return pool.matching(
            first: { fold($0.label.title) == folded },
            { $0.siblings.contains { fold(String(decoding: $0.value, as: UTF8.self)) == folded } },
            { fold($0.label.title).contains(folded) }
        )
    }
}
