import PhlistControl
import PhlistModel
import PhlistSync

/// Words for refusals about lists and sections.
extension Presenter {
    func title(of scope: ScopeID) -> String {
        library.list(scope)?.title ?? ""
    }

    func sectionMissing(_ name: String) -> ControlError {
        ControlError(
            .invalid,
            "\"\(name)\" names a list, not a section",
            hint: "write it as LIST/SECTION; see them with: phlistctl section ls \"\(name)\""
        )
    }

    /// Names the alternative command for the items of the first list that refuses.
    func cancelOnly(_ items: [EntityReference]) -> ControlError {
        let refused = items.filter { $0.scope == items.first?.scope }
        let ids = views(refused).map(\.shortID).joined(separator: " ")
        let list = refused.first.map { title(of: $0.scope) } ?? ""
        return ControlError(
            .notPermitted,
            "\(list) allows cancelling only; try: phlistctl cancel \(ids)",
            hint: "its owner allows removing with: phlistctl list deletion \"\(list)\" allowed"
        )
    }

    /// Words for the owner, who can lift the rule.
    func itemsAreKept(_ scope: ScopeID) -> ControlError {
        let title = title(of: scope)
        return ControlError(
            .notPermitted,
            "\(title) allows cancelling only; it is neither purged nor merged away",
            hint: "to allow it: phlistctl list deletion \"\(title)\" allowed"
        )
    }

    func sectionExists(_ name: String, in scope: ScopeID) -> ControlError {
        ControlError(.invalid, "\(title(of: scope)) has the section \"\(name)\" already")
    }

    func notChecklist(_ scope: ScopeID) -> ControlError {
        ControlError(
            .invalid,
            "\(title(of: scope)) is a form, which has records and no items",
            hint: "see them with: phlistctl record ls \"\(title(of: scope))\""
        )
    }

    func mergedWithItself(_ scope: ScopeID) -> ControlError {
        ControlError(.invalid, "\(title(of: scope)) cannot be merged into itself")
    }
}
