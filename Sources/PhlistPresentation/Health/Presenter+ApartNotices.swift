import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Notices about items and records that people changed apart, which no field shows as a conflict.
extension Presenter {
    /// Returns the notices list by list: one sentence for each item and record, with the command that settles it.
    ///
    /// - Parameters:
    ///   - reference: The list or the item that the caller names; nil for all lists.
    ///   - caller: The caller.
    /// - Returns: The notices by kind, also of kinds without any.
    func apartNotices(of reference: String?, for caller: Principal) -> [LimitedNotices] {
        guard let reference else {
            return library.currentLists(for: caller).flatMap { notices(in: $0, for: caller) } + [memberNotices]
        }
        // Somebody who names a list that has ended for them wants to see that one.
        let named = try? library.list(named: reference, for: caller)
        return library.lists(for: caller).filter { $0.scope == named }.flatMap { notices(in: $0, for: caller) }
    }

    /// The notices about members who stay although somebody removed them.
    private var memberNotices: LimitedNotices {
        LimitedNotices(library.household?.everybody.filter { !$0.isRemoved && $0.rescue != nil } ?? [], "members") {
            guard let rescue = $0.rescue else { return nil }
            return
                "\($0.name) stays a member, because \(name(rescue.edited.by)) changed the name or the address while "
                + "\(name(rescue.deleted.by)) removed \($0.name): phlistctl member rm \($0.name.asArgument), "
                + "or to keep \($0.name): phlistctl member rename \($0.name.asArgument) \($0.name.asArgument)"
        }
    }

    private func notices(in list: ListState, for caller: Principal) -> [LimitedNotices] {
        [
            rescueNotices(in: list, for: caller), rescueNotices(ofRecordsIn: list), lateEdits(in: list),
            closingNotices(in: list), sumNotices(in: list), moveNotices(in: list, for: caller),
        ]
    }

    /// Returns the only notice, or one line that leads to several; empty if there are none.
    func apartSummary(for caller: Principal) -> [String] {
        let notices = apartNotices(of: nil, for: caller)
        let count = notices.reduce(0) { $0 + $1.count }
        guard count > 1 else { return notices.flatMap(\.lines) }
        return ["\(count) things were changed by several people independently: phlistctl conflicts"]
    }

    /// Returns notices about items that stay although somebody removed them, or that were moved to another list.
    private func rescueNotices(in list: ListState, for caller: Principal) -> LimitedNotices {
        LimitedNotices(list.rescuedItems.map { reference(to: $0, in: list) }, "items") { reference in
            guard let item = views([reference]).first else { return nil }
            let departure = departure(of: item, reference, in: list, for: caller)
            let removers = list.item(reference.entity)?.removers.map { name($0) } ?? []
            let editor = item.rescue?.editedBy ?? Self.house
            // An item with competing values does not move to another list, nor into another item.
            let hasConflicts = list.item(reference.entity)?.conflicts.isEmpty == false
            let first = departure != nil && hasConflicts ? "phlistctl conflicts \(item.shortID), then: " : ""
            return
                "\(item.title) in \(item.listTitle) stays, because \(editor) changed it while "
                + "\(Self.removal(by: removers, departure)): "
                + "\(first)phlistctl \(departure?.command ?? "rm \(item.shortID)")"
        }
    }

    /// A move or a merge that made an item go which stays.
    private struct Departure {
        var people: [String]
        /// Words for their action, as in `merged it into bread`.
        var event: String
        /// The arguments of `phlistctl` that make the item go after all.
        var command: String
    }

    /// Returns the move or the merge of an item that stays; nil if it was only removed.
    private func departure(
        of item: ItemView,
        _ reference: EntityReference,
        in list: ListState,
        for caller: Principal
    ) -> Departure? {
        let places = library.destinations(ofMoved: reference, for: caller)
        guard let moved = places.first(where: { !$0.item.isTrashed }) else {
            return merge(of: reference, in: list).map { by, kept in
                let command = "merge \(shortID(of: kept, in: list)) \(item.shortID)"
                return Departure(people: by, event: "merged it into \(kept.title)", command: command)
            }
        }
        if moved.list.scope == list.scope {
            let command = "merge \(shortID(of: moved.item, in: list)) \(item.shortID)"
            return Departure(people: [name(moved.mover)], event: "moved it away and back", command: command)
        }
        let command = "mv \(item.shortID) \(moved.list.title.asArgument)"
        return Departure(people: [name(moved.mover)], event: "moved it to \(moved.list.title)", command: command)
    }

    /// Returns who merged an item that stays, and the item that has what it brought, if that is there still.
    private func merge(of merged: EntityReference, in list: ListState) -> (by: [String], kept: ItemState)? {
        guard let item = list.item(merged.entity) else { return nil }
        let merges = EarlierMerges(of: item, in: list)
        let kept = merges.kept.sorted().compactMap { list.item($0) }
        return kept.first { !$0.isTrashed && $0.entity != merged.entity }
            .map { (merges.mergers.map { name($0) }.sorted(), $0) }
    }

    /// Returns words for what made an item go that stays: some removed it, and others perhaps moved or merged it.
    private static func removal(by removers: [String], _ departure: Departure?) -> String {
        let others = Set(removers).subtracting(departure?.people ?? []).sorted().joined(separator: " and ")
        let removed = others.isEmpty ? nil : "\(others) removed it"
        let moved = departure.map { "\($0.people.joined(separator: " and ")) \($0.event)" }
        return [moved, removed].compactMap(\.self).joined(separator: " and ")
    }

    /// Returns notices about items that somebody moved while others completed or removed them, or moved them elsewhere.
    private func moveNotices(in list: ListState, for caller: Principal) -> LimitedNotices {
        let items = list.closedBesideTrash
        let origins = items.isEmpty ? [:] : library.origins(ofMovedBackFrom: list, for: caller)
        let closed = items.compactMap { closedNotice($0, from: origins[$0.entity], in: list, for: caller) }
        let apart = list.trashedApart.compactMap { apartNotice($0, in: list, for: caller) }
        return LimitedNotices(closed + apart, "items") { $0 }
    }

    /// Returns a notice about an item that somebody moved, or moved back, while another person closed it: it is open
    /// there, or what comes after it is in both lists.
    private func closedNotice(
        _ item: ItemState,
        from origin: MovedItem?,
        in list: ListState,
        for caller: Principal
    ) -> String? {
        guard let removed = item.trashAct else { return nil }
        let places = library.destinations(ofMoved: reference(to: item, in: list), for: caller)
        let moved = places.first { !$0.item.isTrashed }
        guard let place = moved ?? origin else {
            return closedNotice(ofMerged: item, in: list)
        }
        let next = list.openOccurrence(after: item)
        let removal = next.map { "phlistctl rm \(shortID(of: $0, in: list))" }
        let isSkipped = item.state != .done && next != nil
        let word = item.state == .done ? "completed" : isSkipped ? "skipped" : "cancelled"
        let (closer, mover) = (name(item.stateAct?.by ?? .house), name(removed.by))
        let destination = "\(moved == nil ? "back " : "")to \(place.list.title)"
        let event = "\(closer) \(word) \(item.title) in \(list.title) while \(mover) moved it \(destination)"
        if place.item.isOpen(unchangedSince: moved == nil ? removed : place.item.created) {
            let open = shortID(of: place.item, in: place.list)
            if let next, !place.item.rotation.isEmpty, place.list.deletionPolicy == .allowed {
                // The next one has the turn that comes after the one who completed this one.
                let move = "phlistctl mv \(shortID(of: next, in: list)) \(place.list.title.asArgument)"
                return "\(event), where it is open: phlistctl rm \(open), then: \(move)"
            }
            let verb = item.state == .done ? "done" : isSkipped && place.item.recurrence != nil ? "skip" : "cancel"
            let closing = "phlistctl \(verb) \(open)"
            return "\(event), where it is open: \([closing, removal].compactMap(\.self).joined(separator: ", then: "))"
        }
        guard place.list.openOccurrence(after: place.item) != nil, next?.isOpenAsMade == true, let removal else {
            return nil
        }
        return "\(event), and it comes back in both: \(removal)"
    }

    /// Returns a notice about an item that somebody merged while another person closed it, if the one that is left is
    /// open and as the merge left it.
    private func closedNotice(ofMerged item: ItemState, in list: ListState) -> String? {
        guard let merge = merge(of: reference(to: item, in: list), in: list), merge.kept.state == .open,
            merge.kept.updated == item.trashAct
        else { return nil }
        let (word, verb) = item.state == .done ? ("completed", "done") : ("cancelled", "cancel")
        return "\(name(item.stateAct?.by ?? .house)) \(word) \(item.title) in \(list.title) while "
            + "\(merge.by.joined(separator: " and ")) merged it into \(merge.kept.title), which is open: "
            + "phlistctl \(verb) \(shortID(of: merge.kept, in: list))"
    }

    /// Returns a notice about an item that two people took out of a list apart, if it is in another one still.
    private func apartNotice(_ item: ItemState, in list: ListState, for caller: Principal) -> String? {
        let places = library.destinations(ofMoved: reference(to: item, in: list), for: caller)
        let kept = places.filter { !$0.item.isTrashed }
        guard let last = kept.last else { return nil }
        let command = "phlistctl rm \(shortID(of: last.item, in: last.list))"
        guard kept.count == 1 else {
            let titles = kept.map(\.list.title).joined(separator: " and ")
            return
                "\(last.item.title) was moved from \(list.title) to \(titles), and is in each; "
                + "to keep one: \(command)"
        }
        guard places.count == 1, last.item.updated == last.item.created else { return nil }
        let mover = last.mover
        let remover = item.removers.first { $0 != mover } ?? mover
        return
            "\(name(remover)) took \(item.title) out of \(list.title) while \(name(mover)) moved it to "
            + "\(last.list.title), where it stays; if it is to go: \(command)"
    }

    private func shortID(of item: ItemState, in list: ListState) -> String {
        views([reference(to: item, in: list)]).first?.shortID ?? item.entity.description
    }

    private func reference(to item: ItemState, in list: ListState) -> EntityReference {
        EntityReference(scope: list.scope, entity: item.entity)
    }

    /// Returns notices about occurrences that somebody changed while another person closed them.
    private func lateEdits(in list: ListState) -> LimitedNotices {
        LimitedNotices(list.lateEdits, "items") { edit in
            "\(sentence(about: edit, in: list)): phlistctl show \(shortID(of: edit.past, in: list)), "
                + "then: phlistctl edit \(shortID(of: edit.next, in: list))"
        }
    }

    private func sentence(about edit: LateEdit, in list: ListState) -> String {
        let closing = edit.past.state == .done ? "completed" : "skipped"
        return "\(name(edit.edited.by)) changed \(edit.past.title) in \(list.title) while \(name(edit.closed.by)) "
            + "\(closing) it, and the next one is as it was before"
    }

    /// Returns notices about items that somebody changed or added while another person closed them.
    private func closingNotices(in list: ListState) -> LimitedNotices {
        LimitedNotices(list.changesBesideClosing, "items") { change in
            let (closing, verb) = change.item.state == .done ? ("completed", "done") : ("cancelled", "cancel")
            let id = shortID(of: change.item, in: list)
            return "\(sentence(about: change, in: list)) while \(name(change.closed.by)) \(closing) it: "
                + "phlistctl undone \(id), or, to keep it \(closing): phlistctl \(verb) \(id)"
        }
    }

    private func sentence(about change: ChangeBesideClosing, in list: ListState) -> String {
        let title = change.item.title
        // Several amounts compete, and are a conflict.
        if let act = change.changes[.quantity], change.item.conflicts.isEmpty, !change.item.quantity.isEmpty {
            return "\(name(act.by)) set \(title) in \(list.title) to \(change.item.quantity)"
        }
        let name = change.changes.values.max().map { self.name($0.by) } ?? Self.house
        let verb = change.changes.keys.elementsEqual([.life]) ? "added or restored" : "changed"
        return "\(name) \(verb) \(title) in \(list.title)"
    }

    /// Returns notices about amounts that several people changed apart from one value to the same one.
    private func sumNotices(in list: ListState) -> LimitedNotices {
        let amounts = list.amountsChangedAlike.filter { hadAmount($0.item, before: $0.acts, in: list) }
        return LimitedNotices(amounts, "items") { amount in
            let names = Set(amount.acts.map { name($0.by) }).sorted().joined(separator: " and ")
            return "\(names) independently changed \(amount.item.title) in \(list.title) to \(amount.item.quantity); "
                + "if each added, give the sum: phlistctl edit \(shortID(of: amount.item, in: list)) --qty AMOUNT"
        }
    }

    /// Whether the amount that some actions changed was not empty.
    private func hadAmount(_ item: ItemState, before acts: [Act], in list: ListState) -> Bool {
        list.history(of: item.entity, atMost: acts.count) { acts.contains($0) }.entries.contains { entry in
            entry.changes.contains { $0.field == .quantity && $0.previous?.value.isEmpty == false }
        }
    }

    private func name(_ member: MemberID) -> String {
        library.memberName(member) ?? Self.house
    }

    /// The author of changes that were made on a device of the house.
    static let house = "the house"

    private func rescueNotices(ofRecordsIn form: ListState) -> LimitedNotices {
        LimitedNotices(form.rescuedRecords, "records") { record in
            guard let rescue = record.rescue else { return nil }
            let heir = form.records.first { $0.entity != record.entity && $0.keyed == rescue.deleted }
            let event = heir.map { "gave it the key \($0.key)" } ?? "removed it"
            let names = [form.title, record.key].asArguments
            let look = heir == nil ? "" : "phlistctl record show \(names), then: "
            return
                "\(record.key) in \(form.title) stays, because \(name(rescue.edited.by)) changed it while "
                + "\(name(rescue.deleted.by)) \(event): \(look)phlistctl record rm \(names)"
        }
    }
}
