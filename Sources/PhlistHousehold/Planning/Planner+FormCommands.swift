import OrderedCollections
import PhlistModel
import PhlistVocabulary

/// Planning commands about forms.
extension Planner {
    mutating func plan(_ command: FormCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .create(let form): try create(form, &action)
        case .change(let name, let change): try self.change(name, change, &action)
        case .trash(let names): try trash(names, &action)
        }
    }

    private mutating func create(_ form: NewForm, _ action: inout Action) throws(CommandError) {
        let title = try checked(form.title, as: .title)
        if !form.isForHousehold { try checkIsSomebody(action) }
        let kind = [FieldWrite(.listKind, ListKind.form)]
        let scope = try makeList(title, isForEverybody: form.isForHousehold, with: kind, &action)
        var draft = FormDraft(nil)
        try draft.add(form.fields) { newField(called: $0, $1, in: scope) }
        try draft.check()
        action.add(draft.ops(by: placeWriter), in: scope)
        action.outcome.list = scope
        action.outcome.changed.append(EntityReference(scope: scope, entity: .root))
    }

    private mutating func change(_ name: String, _ change: FormChange, _ action: inout Action) throws(CommandError) {
        let scope = try library.form(named: name, for: action.caller)
        guard let list = library.scopes[scope]?.upcomingList, let form = list.form else { return }
        let title = try change.title.map { title throws(CommandError) in try checked(title, as: .title) } ?? list.title
        var draft = FormDraft(form)
        for field in change.removed { try draft.remove(field) }
        try draft.add(change.added) { newField(called: $0, $1, in: scope) }
        for field in change.fields { try draft.change(field) }
        try draft.check()
        let renaming = title == list.title ? [] : [Op.write(.root, [FieldWrite(.title, text: title)])]
        let ops = renaming + draft.ops(by: placeWriter)
        action.outcome.list = scope
        action.change(.root, in: scope, by: ops)
    }

    /// Returns the id of a new field; a field never changes its type, so fields of two types are two.
    private func newField(called name: String, _ type: FormFieldType, in form: ScopeID) -> EntityID {
        newEntity(.formField, from: Array(fold(name).utf8) + [0, type.rawValue], in: form)
    }

    private func trash(_ names: [String], _ action: inout Action) throws(CommandError) {
        let forms = try names.map { name throws(CommandError) in try library.form(named: name, for: action.caller) }
        for scope in OrderedSet(forms) {
            action.write([FieldWrite(.life, Life.dead)], to: .root, in: scope)
        }
    }
}
