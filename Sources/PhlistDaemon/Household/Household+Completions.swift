import PhlistControl
import PhlistModel
import PhlistSync

/// The call for names that somebody has begun to type.
extension DaemonService {
    func registerCompletions(in table: inout ControlTable) {
        table.on(CompletionsQuery.self) { await household.completions($0, $1) }
    }
}

extension Household {
    /// More than this nobody reads in a shell.
    private static let candidatesMax = 200

    func completions(_ query: CompletionsQuery, _ asker: Asker) -> CompletionsReply {
        let prefix = fold(query.prefix ?? "")
        let lists = replica.lists(for: asker.principal)
        let found: [CompletionsReply.Candidate]
        switch query.kind {
        case .lists: found = candidates(lists.map { ($0.title, $0.scope.description) }, prefix)
        case .invitations:
            let offers = replica.answerable(by: asker.principal).map(\.invitation)
            found = candidates(offers.map { ($0.title, $0.list.description) }, prefix)
        case .members: found = memberCandidates(prefix)
        case .devices: found = deviceCandidates(prefix)
        case .sections: found = lists.flatMap { sectionCandidates(of: $0, prefix) }
        case .items: found = itemCandidates(lists, prefix)
        }
        return CompletionsReply(candidates: Array(found.prefix(Self.candidatesMax)))
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
        let members = (replica.household?.everybody ?? []).filter { !$0.isRemoved }
        return candidates(members.map { ($0.name, $0.id.description) }, prefix)
    }

    private func deviceCandidates(_ prefix: FoldedText) -> [CompletionsReply.Candidate] {
        let devices = replica.household?.roster.sorted ?? []
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

    private func itemCandidates(_ lists: [ListState], _ prefix: FoldedText) -> [CompletionsReply.Candidate] {
        var found: [(title: String, entity: EntityID)] = []
        for list in lists where found.count < Self.candidatesMax {
            let items = list.items { title in fold(String(decoding: title, as: UTF8.self)).hasPrefix(prefix) }
            found += items.lazy.filter { !$0.isTrashed && $0.state == .open }.map { ($0.title, $0.entity) }
        }
        let short = replica.shortIDs(of: found.map(\.entity))
        return found.map { title, entity in
            CompletionsReply.Candidate(text: title.escapingSlashes, id: short[entity] ?? entity.description)
        }
    }
}

extension String {
    /// The name as it is typed where a slash has a meaning.
    fileprivate var escapingSlashes: String {
        replacing("/", with: "\\/")
    }
}
