import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Notices about what people did apart that no field shows as a conflict.
extension Presenter {
    /// More notices would push the conflicts off the screen.
    private static let noticesMax = 20

    /// Returns notices about lists that were removed, merged or closed while somebody concurrently wrote in them.
    func listNotices(for caller: Principal) -> [String] {
        trashNotices(for: caller) + closingNotices(for: caller) + namesakeNotices(for: caller)
    }

    /// Returns notices about open lists of one title that everybody sees, as two people made or imported them apart.
    private func namesakeNotices(for caller: Principal) -> [String] {
        let lists = library.lists(for: caller).filter {
            $0.kind == .checklist && $0.workState == .open && library.isEverybodys($0)
                && !library.mayBeClosed($0.scope)
        }
        let groups = Dictionary(grouping: lists) { fold($0.title) }.values.filter { $0.count > 1 }
            .sorted { $0[0].scope < $1[0].scope }
        let notices = groups.prefix(Self.noticesMax).map { lists in
            let title = lists[0].title
            let rename = "to tell them apart: phlistctl list rename \(lists[0].scope.description.shortened) NAME"
            let way = mergeCommand(for: lists).map { "to make one of two: \($0)" } ?? rename
            return "\(lists.count) lists are called \(title); \(way)"
        }
        return Self.limited(notices, of: groups.count, "lists")
    }

    /// Returns the command that makes one of two lists: the newest goes into the oldest, so that two people who do it
    /// apart do the same; nil if none of them may be merged away.
    func mergeCommand(for lists: [ListState]) -> String? {
        let sorted = lists.sorted { ($0.createdStamp, $0.scope) < ($1.createdStamp, $1.scope) }
        guard let from = sorted.last(where: { $0.deletionPolicy == .allowed }),
            let into = sorted.first(where: { $0.scope != from.scope })
        else { return nil }
        return "phlistctl list merge \(from.scope.description.shortened) \(into.scope.description.shortened)"
    }

    /// Returns a notice if changes of recurring items did not reach the next occurrences.
    func lateEditNotices(for caller: Principal) -> [String] {
        let edits = library.lists(for: caller).flatMap { list in list.currentLateEdits.map { (list, $0) } }
        guard let (list, edit) = edits.first else { return [] }
        guard edits.count == 1 else {
            return ["\(edits.count) changes of recurring items are not in the next ones: phlistctl conflicts"]
        }
        return ["\(sentence(about: edit, in: list)): phlistctl conflicts"]
    }

    /// Returns a notice to a caller who acts as a member whom somebody has removed.
    func memberNotices(for caller: Principal) -> [String] {
        guard let id = library.member(of: caller), let member = library.household?.member(id), member.isRemoved else {
            return []
        }
        return [
            "you act as \(member.name), who was removed as a member; to be somebody else: phlistctl member me NAME"
        ]
    }

    private func closingNotices(for caller: Principal) -> [String] {
        library.lists(for: caller).filter(\.hasEditsBesideClosing).map { list in
            let closed = list.workState == .done ? "completed" : "cancelled"
            let reopen = "phlistctl list reopen \(reference(to: list, for: caller))"
            return "somebody changed \(list.title) while it was \(closed), and it has open items: \(reopen)"
        }
    }

    private func trashNotices(for caller: Principal) -> [String] {
        library.listsWithTrash(for: caller).filter(\.hasEditsBesideTrash).map { list in
            let reference = reference(to: list, for: caller)
            let restore = "phlistctl list restore \(reference)"
            guard let target = library.target(ofMerged: list, for: caller) else {
                return "somebody changed \(list.title) while it was removed: \(restore)"
            }
            return "somebody changed \(list.title) while it was merged into \(target.title): \(restore), "
                + "then: phlistctl list merge \(reference) \(self.reference(to: target, for: caller))"
        }
    }

    /// Returns the title of a list as an argument; the beginning of its id if other lists are called so.
    private func reference(to list: ListState, for caller: Principal) -> String {
        let named = library.listsWithTrash(for: caller).filter { fold($0.title) == fold(list.title) }
        return named.count == 1 ? list.title.asArgument : list.scope.description.shortened
    }

    /// Returns notices about items and records that stay although somebody concurrently removed them, list by list.
    ///
    /// - Parameters:
    ///   - reference: The list or the item that the caller names; nil for all lists.
    ///   - caller: The caller.
    /// - Returns: One sentence for each, with the command that removes it, or brings it to the list it was moved to.
    func rescueNotices(of reference: String?, for caller: Principal) -> [String] {
        let named = reference.map { try? library.list(named: $0, for: caller) }
        let lists = library.lists(for: caller).filter { list in named.map { $0 == list.scope } ?? true }
        let kept = lists.flatMap { list in
            list.items.filter { !$0.isTrashed && $0.rescue != nil && !$0.isRescuedByReopening }
                .map { EntityReference(scope: list.scope, entity: $0.entity) }
        }
        let told = Array(kept.prefix(Self.noticesMax))
        let items = zip(views(told), told).map { item, reference in
            let target = library.destination(ofMoved: reference, for: caller)
            let reason = Self.reason(editedBy: item.rescue?.editedBy, deletedBy: item.rescue?.deletedBy, target)
            let command = target.map { "mv \(item.shortID) \($0.title.asArgument)" } ?? "rm \(item.shortID)"
            return "\(item.title) in \(item.listTitle) stays, \(reason): phlistctl \(command)"
        }
        return Self.limited(items, of: kept.count, "items") + lists.flatMap(rescueNotices) + lists.flatMap(lateEdits)
            + lists.flatMap(closingNotices) + lists.flatMap(sumNotices)
            + lists.flatMap { moveNotices(in: $0, for: caller) }
    }

    /// Returns notices about items that somebody moved while others completed or removed them, or moved them elsewhere.
    private func moveNotices(in list: ListState, for caller: Principal) -> [String] {
        let closed = list.closedBesideTrash.compactMap { closedNotice($0, in: list, for: caller) }
        let apart = list.trashedApart.compactMap { apartNotice($0, in: list, for: caller) }
        return Self.limited(Array((closed + apart).prefix(Self.noticesMax)), of: closed.count + apart.count, "items")
    }

    /// Returns a notice about an item that is open where somebody moved it while another person closed it.
    private func closedNotice(_ item: ItemState, in list: ListState, for caller: Principal) -> String? {
        let reference = EntityReference(scope: list.scope, entity: item.entity)
        let places = library.destinations(ofMoved: reference, for: caller).filter { !$0.item.isTrashed }
        guard let (target, moved) = places.first, moved.isOpenAsMade else { return nil }
        let (closer, mover) = (name(item.stateAct?.by ?? .house), name(item.trashAct?.by ?? .house))
        let (word, verb) = item.state == .done ? ("completed", "done") : ("cancelled", "cancel")
        let next = list.item(EntityID(following: item.entity, in: list.scope)).flatMap { $0.isTrashed ? nil : $0 }
        let end = next.map { ", then: phlistctl rm \(shortID(of: $0, in: list))" } ?? ""
        return
            "\(closer) \(word) \(item.title) in \(list.title) while \(mover) moved it to \(target.title), where it is "
            + "open: phlistctl \(verb) \(shortID(of: moved, in: target))\(end)"
    }

    /// Returns a notice about an item that two people took out of a list apart, if it is in another one still.
    private func apartNotice(_ item: ItemState, in list: ListState, for caller: Principal) -> String? {
        let reference = EntityReference(scope: list.scope, entity: item.entity)
        let places = library.destinations(ofMoved: reference, for: caller)
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
        let mover = last.item.created.by
        let remover = item.removers.first { $0 != mover } ?? mover
        return
            "\(name(remover)) took \(item.title) out of \(list.title) while \(name(mover)) moved it to "
            + "\(last.list.title), where it stays; if it is to go: \(command)"
    }

    private func shortID(of item: ItemState, in list: ListState) -> String {
        views([EntityReference(scope: list.scope, entity: item.entity)]).first?.shortID ?? item.entity.description
    }

    /// Returns notices about occurrences that somebody changed while another person closed them.
    private func lateEdits(in list: ListState) -> [String] {
        let edits = list.lateEdits
        let told = Array(edits.prefix(Self.noticesMax))
        let nextOnes = views(told.map { EntityReference(scope: list.scope, entity: $0.next.entity) })
        let notices = zip(told, nextOnes).map { edit, next in
            "\(sentence(about: edit, in: list)): phlistctl show \(edit.past.entity), "
                + "then: phlistctl edit \(next.shortID)"
        }
        return Self.limited(notices, of: edits.count, "items")
    }

    private func sentence(about edit: LateEdit, in list: ListState) -> String {
        let closing = edit.past.state == .done ? "completed" : "skipped"
        return "\(name(edit.edited.by)) changed \(edit.past.title) in \(list.title) while \(name(edit.closed.by)) "
            + "\(closing) it, and the next one is as it was before"
    }

    /// Returns notices about items that somebody changed or added while another person closed them.
    private func closingNotices(in list: ListState) -> [String] {
        let changes = list.changesBesideClosing
        let told = Array(changes.prefix(Self.noticesMax))
        let items = views(told.map { EntityReference(scope: list.scope, entity: $0.item.entity) })
        let notices = zip(told, items).map { change, item in
            let (closing, verb) = item.state == .done ? ("completed", "done") : ("cancelled", "cancel")
            return "\(sentence(about: change, in: list)) while \(name(change.closed.by)) \(closing) it: "
                + "phlistctl undone \(item.shortID), or, to keep it \(closing): phlistctl \(verb) \(item.shortID)"
        }
        return Self.limited(notices, of: changes.count, "items")
    }

    private func sentence(about change: ChangeBesideClosing, in list: ListState) -> String {
        let title = change.item.title
        // Several amounts compete, and are a conflict.
        if let act = change.changes[.quantity], change.item.conflicts.isEmpty, !change.item.quantity.isEmpty {
            return "\(name(act.by)) set \(title) in \(list.title) to \(change.item.quantity)"
        }
        let name = change.changes.values.max().map { self.name($0.by) } ?? Library.houseName
        let verb = change.changes.keys.elementsEqual([.life]) ? "added or restored" : "changed"
        return "\(name) \(verb) \(title) in \(list.title)"
    }

    /// Returns notices about amounts that several people changed apart from one value to the same one.
    private func sumNotices(in list: ListState) -> [String] {
        let amounts = list.amountsChangedAlike.filter { hadAmount($0.item, before: $0.acts, in: list) }
        let told = Array(amounts.prefix(Self.noticesMax))
        let items = views(told.map { EntityReference(scope: list.scope, entity: $0.item.entity) })
        let notices = zip(told, items).map { amount, item in
            let names = Set(amount.acts.map { name($0.by) }).sorted().joined(separator: " and ")
            return "\(names) independently changed \(item.title) in \(list.title) to \(item.quantity); if each added, "
                + "give the sum: phlistctl edit \(item.shortID) --qty AMOUNT"
        }
        return Self.limited(notices, of: amounts.count, "items")
    }

    /// Whether an item had an amount before some actions changed it.
    private func hadAmount(_ item: ItemState, before acts: [Act], in list: ListState) -> Bool {
        list.history(of: item.entity, atMost: acts.count) { acts.contains($0) }.entries.contains { entry in
            entry.changes.contains { $0.field == .quantity && $0.previous?.value.isEmpty == false }
        }
    }

    private func name(_ member: MemberID) -> String {
        library.memberName(member) ?? Library.houseName
    }

    private func rescueNotices(ofRecordsIn form: ListState) -> [String] {
        guard form.kind == .form else { return [] }
        let kept = form.records.filter { $0.rescue != nil }
        let notices = kept.prefix(Self.noticesMax).map { record in
            let reason = Self.reason(
                editedBy: record.rescue.flatMap { library.memberName($0.edited.by) },
                deletedBy: record.rescue.flatMap { library.memberName($0.deleted.by) }
            )
            let command = "phlistctl record rm \([form.title, record.key].asArguments)"
            return "\(record.key) in \(form.title) stays, \(reason): \(command)"
        }
        return Self.limited(notices, of: kept.count, "records")
    }

    private static func reason(
        editedBy editor: String?,
        deletedBy remover: String?,
        _ target: ListState? = nil
    ) -> String {
        let removal = target.map { "moved it to \($0.title)" } ?? "removed it"
        return "because \(editor ?? Library.houseName) changed it while \(remover ?? Library.houseName) \(removal)"
    }

    private static func limited(_ notices: [String], of count: Int, _ things: String) -> [String] {
        notices + (count > notices.count ? ["\(count - notices.count) more \(things) like these"] : [])
    }
}
