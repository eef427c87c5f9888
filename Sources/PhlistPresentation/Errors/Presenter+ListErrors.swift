import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Words for refusals about lists and sections.
extension Presenter {
    func title(of scope: ScopeID) -> String {
        library.list(scope)?.title ?? ""
    }

    func explain(_ error: ListError) -> ControlError {
        switch error {
        case .notFound(let name): noList(name)
        case .ambiguous(let name, let candidates): ambiguousList(name, candidates)
        case .cancelOnly(let items): cancelOnly(items)
        case .itemsAreKept(let scope): itemsAreKept(scope)
        case .notChecklist(let scope): notChecklist(scope)
        case .mergedWithItself(let scope):
            ControlError(.invalid, "\(title(of: scope)) cannot be merged into itself")
        case .notInTrash(let scope): notInTrash(title(of: scope), "phlistctl list rm")
        case .defaultGone(let scope): defaultGone(scope)
        case .tooMany:
            ControlError(
                .notPermitted,
                "there are \(HouseholdLimits.scopesMax) lists; no more fit",
                hint: "copy what you need to another list; the trash counts, too"
            )
        }
    }

    private func defaultGone(_ scope: ScopeID?) -> ControlError {
        let words = "your list for new items"
        let state = scope.flatMap { library.list($0)?.isTrashed } == true ? "in the trash" : "no longer shared with you"
        return ControlError(
            .invalid,
            scope.map { "\(title(of: $0)), \(words), is \(state)" } ?? "\(words) is gone",
            hint: "name a list, or choose another one: phlistctl list default LIST"
        )
    }

    func explain(_ error: SectionError) -> ControlError {
        switch error {
        case .notFound(let name, let scope):
            ControlError(
                .notFound,
                "no section \"\(name)\" in \(title(of: scope))\(nearSection(to: name, in: scope))",
                hint: "see all with: phlistctl section ls \(title(of: scope).asArgument)"
            )
        case .ambiguous(let name, let candidates): ambiguous("section", name, candidates.map(\.entity.description))
        case .missing(let name):
            ControlError(
                .invalid,
                "\"\(name)\" names a list, not a section",
                hint: "write it as LIST/SECTION; see them with: phlistctl section ls \(name.asArgument)"
            )
        case .exists(let name, let scope):
            ControlError(.invalid, "\(title(of: scope)) already has the section \"\(name)\"")
        case .namedTwice(let name): ControlError(.invalid, "the section \"\(name)\" is named twice")
        }
    }

    /// Suggests the section that was probably meant; empty without one.
    func nearSection(to name: String, in scope: ScopeID) -> String {
        let names = library.list(scope)?.sections.map(\.name) ?? []
        return Self.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// Names the alternative command for the items of the first list that refuses.
    private func cancelOnly(_ items: [EntityReference]) -> ControlError {
        let refused = items.filter { $0.scope == items.first?.scope }
        let ids = views(refused).map(\.shortID).joined(separator: " ")
        let list = refused.first.map { title(of: $0.scope) } ?? ""
        return ControlError(
            .notPermitted,
            "\(list) allows cancelling only; try: phlistctl cancel \(ids)",
            hint: "its owner allows removing with: phlistctl list deletion \(list.asArgument) allowed"
        )
    }

    /// Words for the owner, who can lift the rule.
    private func itemsAreKept(_ scope: ScopeID) -> ControlError {
        let title = title(of: scope)
        return ControlError(
            .notPermitted,
            "\(title) allows cancelling only; it is neither purged nor merged away",
            hint: "to allow it: phlistctl list deletion \(title.asArgument) allowed"
        )
    }

    private func notChecklist(_ scope: ScopeID) -> ControlError {
        ControlError(
            .invalid,
            "\(title(of: scope)) is a form, which has records and no items",
            hint: "see them with: phlistctl record ls \(title(of: scope).asArgument)"
        )
    }

    private func ambiguousList(_ name: String, _ candidates: [ScopeID]) -> ControlError {
        var error = ambiguous("list", name, candidates.compactMap(describe))
        let lists = candidates.compactMap { library.list($0) }
        let open = lists.filter { !$0.isTrashed && library.isEverybodys($0) && !library.mayHaveEnded($0.scope) }
        let merge = mergeCommand(for: open).map { ", or make one list of them: \($0)" }
        error.hint = "name one by its id" + (merge ?? "")
        return error
    }

    private func noList(_ name: String) -> ControlError {
        ControlError(
            .notFound,
            "no list \"\(name)\"",
            hint: "see phlistctl list ls" + (name.isBlank ? "" : ", or make it: phlistctl list new \(name.asArgument)")
        )
    }

    /// Words for a missing list; two arguments are usually one item that needs quotes.
    func noList(_ name: String, forAdding arguments: [String]) -> ControlError {
        let words = arguments.joined(separator: " ")
        return ControlError(
            .notFound,
            "no list \"\(name)\". One item with spaces needs quotes: phlistctl add \(words.asArgument)",
            hint: name.isBlank ? "see phlistctl list ls" : "or make the list: phlistctl list new \(name.asArgument)"
        )
    }

    func describe(_ scope: ScopeID) -> String? {
        library.list(scope).map { list in
            let owner = list.owner.flatMap { library.memberName($0) }.map { ", made by \($0)" } ?? ""
            let audience = library.isEverybodys(list) ? "everybody's" : "not everybody's"
            let trash = list.isTrashed ? ", in the trash" : ""
            let records = list.overview.recordCount
            let contents =
                list.kind == .form ? records.counted("record") : "\(list.counts.open) open"
            let state = "\(audience), \(contents)\(trash)"
            return "\(scope.description.shortened)  \(list.title)\(owner), \(state)"
        }
    }
}
