package import PhlistControl
package import PhlistHousehold
package import PhlistModel
import PhlistVocabulary

/// Replies about items that were changed.
extension Presenter {
    package func addedItems(_ performed: Performed) throws(ControlError) -> AddItemsReply {
        let views = views(performed.outcome.changed, performed.preview)
        var reply = AddItemsReply(
            list: view(try list(of: performed)),
            isNewList: performed.outcome.isNewList,
            // A new item has no state of its own until somebody closes it.
            added: views.filter { $0.stateAt == nil },
            reopened: views.filter { $0.stateAt != nil },
            existing: self.views(performed.outcome.unchanged, performed.preview)
        )
        let former = performed.outcome.formerQuantities.map { ($0.key.description, $0.value) }
        if !former.isEmpty { reply.formerQuantities = Dictionary(uniqueKeysWithValues: former) }
        let items = reply.added + reply.reopened + reply.existing
        reply.namesake = items.count == 1 ? namesake(of: items[0], for: performed.caller) : nil
        return reply
    }

    /// Returns another list that is called like an item, if one can add to it.
    private func namesake(of item: ItemView, for caller: Principal) -> ListView? {
        guard let scope = try? library.list(named: item.title, for: caller), let list = library.list(scope),
            fold(list.title) == fold(item.title), scope.description != item.listID, list.kind == .checklist,
            list.workState == .open, !library.hasEnded(scope)
        else { return nil }
        return view(list)
    }

    package func changedItems(_ performed: Performed) -> ChangeItemsReply {
        var reply = ChangeItemsReply(
            changed: views(performed.outcome.changed, performed.preview),
            unchanged: views(performed.outcome.unchanged, performed.preview)
        )
        reply.next = nextOccurrences(after: performed.outcome)
        reply.openBelow = openItems(below: performed.outcome.changed, performed.preview)
        return reply
    }

    /// Returns the numbers of open items below closed ones, by the ids of these; nil for none.
    private func openItems(below changed: [EntityReference], _ preview: [ScopeID: ScopeDraft]) -> [String: Int]? {
        var counts: [String: Int] = [:]
        for (scope, references) in Dictionary(grouping: changed, by: \.scope) {
            guard let list = library.list(scope, with: preview[scope]) else { continue }
            let closed = references.map(\.entity).filter { list.item($0).map { $0.state != .open } ?? false }
            let families = closed.isEmpty ? [:] : list.subitems
            for entity in closed {
                let count = list.openItems(below: entity, in: families)
                if count > 0 { counts[entity.description] = count }
            }
        }
        return counts.isEmpty ? nil : counts
    }

    /// Returns the open occurrences after items, but for those that the change has made or removed, by the ids of the
    /// items; nil for none.
    private func nextOccurrences(after outcome: Outcome) -> [String: ItemView]? {
        let pairs = (outcome.unchanged + outcome.changed).compactMap { past -> (id: String, next: EntityReference)? in
            let list = library.list(past.scope)
            guard let next = list?.item(EntityID(following: past.entity, in: past.scope)), next.state == .open,
                !next.isTrashed
            else { return nil }
            let reference = EntityReference(scope: past.scope, entity: next.entity)
            return outcome.changed.contains(reference) ? nil : (past.entity.description, reference)
        }
        let views = views(pairs.map(\.next))
        guard !pairs.isEmpty, views.count == pairs.count else { return nil }
        return Dictionary(zip(pairs.map(\.id), views)) { first, _ in first }
    }

    /// Returns the lists of the items that are about to move.
    package func lists(ofItems references: [String], for caller: Principal) -> Set<ScopeID> {
        let items = try? library.items(matching: references, for: caller, purpose: .look)
        return Set((items ?? []).map(\.scope))
    }

    package func movedItems(_ performed: Performed, from sources: Set<ScopeID>) -> ChangeItemsReply {
        var reply = changedItems(performed)
        let targets = Set(performed.outcome.changed.map(\.scope))
        reply.newViewers = viewers(of: targets, butNotOf: sources)
        reply.formerViewers = viewers(of: sources, butNotOf: targets)
        let member = library.member(of: performed.caller) ?? .house
        let mayPurge = sources.allSatisfy { library.list($0).map { library.mayPurge($0, member) } ?? false }
        let left = performed.outcome.leftInTrash.map(\.description)
        reply.leftInTrash = left.isEmpty || !mayPurge ? nil : left
        return reply
    }

    /// Returns the names of the members who see one of some lists, but not all of some others.
    ///
    /// The house is one of them when another device is its own. Nil stands for nobody.
    func viewers(of lists: Set<ScopeID>, butNotOf others: Set<ScopeID>) -> [String]? {
        let audiences = lists.compactMap { library.audience(of: $0) }
        let former = others.compactMap { library.audience(of: $0) }
        let devices = library.household?.roster.devices ?? [:]
        let hasHouse = devices.contains { $0.key != library.device && $0.value.members.isEmpty }
        let people = (library.household?.members ?? []) + (hasHouse ? [.house] : [])
        let viewers = people.filter { member in
            audiences.contains { $0.sees(member) } && !former.allSatisfy { $0.sees(member) }
        }
        let names = viewers.compactMap { $0 == .house ? Self.house : library.memberName($0) }
        return names.isEmpty ? nil : names
    }

    /// Returns the items that a dry run would change, as they are now.
    package func itemsBefore(_ performed: Performed) -> [ItemView] { views(performed.outcome.changed) }

    /// Returns the reply for items that are permanently removed, as they were shown before.
    package func purgedItems(_ performed: Performed, shownAs before: [ItemView]) -> ChangeItemsReply {
        let shown = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
        return ChangeItemsReply(
            changed: performed.outcome.changed.compactMap { shown[$0.entity.description] },
            unchanged: views(performed.outcome.unchanged)
        )
    }

    /// Returns the time, in milliseconds since 1970, that lies a number of days ago.
    package func purgeTime(olderThanDays days: Int) -> Int64 { time - Int64(days) * Self.millisecondsPerDay }

    private static let millisecondsPerDay: Int64 = 86_400_000

    // MARK: Refusals

    /// Returns words for a refusal to add items; nil for the usual ones.
    package func refusal(_ error: CommandError, toAdd titles: [String], to list: String?) -> ControlError? {
        if case .list(.notFound(let name)) = error { return noList(name, forAdding: [list ?? name] + titles) }
        return refusalToMove(error)
    }

    /// Returns words for a refusal to put items into a section; nil for the usual ones.
    package func refusalToMove(_ error: CommandError) -> ControlError? {
        guard case .section(.notFound(let name, let scope)) = error else { return nil }
        let (list, near) = (title(of: scope), nearSection(to: name, in: scope))
        guard !name.isBlank else {
            let hint = "for no section, leave out the slash: \(list.asWord)"
            return ControlError(.notFound, "no section name after \(list)/", hint: hint)
        }
        return ControlError(
            .notFound,
            "no section \"\(name)\" in \(list)\(near)",
            hint: "\(near.isEmpty ? "" : "or ")make it with: phlistctl section add \([list, name].asArguments)"
        )
    }
}
