package import PhlistControl
package import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Completions of names.
extension Presenter {
    /// The most names offered at once: more than people read in a shell.
    private static let candidatesMax = 200

    package func completions(_ query: CompletionsQuery, for caller: Principal) -> CompletionsReply {
        let found = candidates(query, fold(query.prefix ?? ""), caller)
        return CompletionsReply(candidates: Array(found.prefix(Self.candidatesMax)))
    }

    private func candidates(
        _ query: CompletionsQuery,
        _ prefix: FoldedText,
        _ caller: Principal
    ) -> [CompletionsReply.Candidate] {
        let lists = library.lists(for: caller)
        switch query.kind {
        case .lists: return candidates(lists.map(Self.name), prefix)
        case .trashedLists:
            return candidates(library.listsWithTrash(for: caller).filter(\.isTrashed).map(Self.name), prefix)
        case .forms: return candidates(lists.filter { $0.kind == .form }.map(Self.name), prefix)
        case .records: return recordCandidates(of: query.form, prefix, caller)
        case .invitations:
            let offers = library.answerable(by: caller).map(\.invitation)
            return candidates(offers.map { ($0.title, $0.list.description) }, prefix)
        case .members: return memberCandidates(prefix)
        case .devices: return deviceCandidates(prefix)
        case .sections: return lists.flatMap { sectionCandidates(of: $0, prefix) }
        case .tags: return tagCandidates(lists, prefix)
        case .filters: return candidates(library.filters(for: caller).map { ($0.name, "") }, prefix)
        case .conflicts: return conflictCandidates(prefix, caller)
        case .items: return itemCandidates(lists, prefix) { !$0.isTrashed && $0.state == .open }
        case .recurringItems:
            return itemCandidates(lists, prefix) { !$0.isTrashed && $0.state == .open && $0.recurrence != nil }
        case .closedItems: return itemCandidates(lists, prefix) { !$0.isTrashed && $0.state != .open }
        case .trashedItems: return itemCandidates(lists, prefix, where: \.isTrashed)
        }
    }

    private static func name(_ list: ListState) -> (name: String, id: String) {
        (list.title, list.scope.description)
    }

    private func candidates(
        _ named: [(name: String, id: String)],
        _ prefix: FoldedText
    ) -> [CompletionsReply.Candidate] {
        named.filter { fold($0.name).hasPrefix(prefix) }.map { name, id in
            CompletionsReply.Candidate(text: name.escapingSlashes, id: id.shortened)
        }
    }

    private func memberCandidates(_ prefix: FoldedText) -> [CompletionsReply.Candidate] {
        let members = (library.household?.everybody ?? []).filter { !$0.isRemoved }
        return candidates(members.map { ($0.name, $0.id.description) }, prefix)
    }

    private func deviceCandidates(_ prefix: FoldedText) -> [CompletionsReply.Candidate] {
        let devices = library.household?.roster.sorted ?? []
        return candidates(devices.map { ($0.device.name, $0.id.description) }, prefix)
    }

    private func sectionCandidates(of list: ListState, _ prefix: FoldedText) -> [CompletionsReply.Candidate] {
        let listID = list.scope.description.shortened
        return list.sections.compactMap { section in
            let text = "\(list.title.escapingSlashes)/\(section.name.escapingSlashes)"
            guard fold(text).hasPrefix(prefix) else { return nil }
            return CompletionsReply.Candidate(text: text, id: "\(listID)/\(section.entity)")
        }
    }

    private func recordCandidates(
        of form: String?,
        _ prefix: FoldedText,
        _ caller: Principal
    ) -> [CompletionsReply.Candidate] {
        let scope = form.flatMap { try? library.list(named: $0, for: caller) }
        let records = scope.flatMap { library.list($0) }?.recordsByKey(includesTrash: false) ?? []
        return candidates(records.map { ($0.key, $0.entity.description) }, prefix)
    }

    private func tagCandidates(_ lists: [ListState], _ prefix: FoldedText) -> [CompletionsReply.Candidate] {
        let tags = Set(lists.flatMap(\.items).lazy.filter { !$0.isTrashed }.flatMap(\.tags))
        return tags.filter { fold($0).hasPrefix(prefix) }.sorted().map { CompletionsReply.Candidate(text: $0, id: "") }
    }

    private func conflictCandidates(_ prefix: FoldedText, _ caller: Principal) -> [CompletionsReply.Candidate] {
        var seen: Set<EntityReference> = []
        let conflicts = (try? library.conflicts(for: caller)) ?? []
        let things = conflicts.filter { seen.insert(EntityReference(scope: $0.scope, entity: $0.entity)).inserted }
        let named = things.map { thing in
            (thing.label.title, thing.entity == .root ? thing.scope.description : thing.entity.description)
        }
        return candidates(named, prefix)
    }

    private func itemCandidates(
        _ lists: [ListState],
        _ prefix: FoldedText,
        where isWanted: (ItemState) -> Bool
    ) -> [CompletionsReply.Candidate] {
        var found: [(title: String, entity: EntityID)] = []
        for list in lists where found.count < Self.candidatesMax {
            let items = list.items { title in fold(String(decoding: title, as: UTF8.self)).hasPrefix(prefix) }
            found += items.filter(isWanted).map { ($0.title, $0.entity) }
        }
        let short = library.shortIDs(of: found.map(\.entity))
        return found.map { title, entity in
            CompletionsReply.Candidate(text: title.escapingSlashes, id: short[entity] ?? entity.description)
        }
    }
}

extension String {
    /// The name as typed where a slash has a meaning.
    fileprivate var escapingSlashes: String {
        replacing("/", with: "\\/")
    }
}
