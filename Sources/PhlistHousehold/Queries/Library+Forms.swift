package import PhlistModel
import PhlistVocabulary

/// The forms that a caller sees, and look-up by the caller's words.
extension Library {
    /// Finds the form with a name or the beginning of an id; checklists of the same name do not count.
    package func form(named name: String, for caller: Principal) throws(CommandError) -> ScopeID {
        let forms = upcomingLists(for: caller).filter { $0.kind == .form }
        let matches = forms.named(name, by: \.title, or: \.scope.description)
        guard let match = matches.first else {
            guard (try? list(named: name, for: caller)) == nil else { throw .form(.notAForm(name)) }
            throw .form(.formNotFound(name))
        }
        guard matches.count == 1 else { throw .form(.ambiguousForm(name, candidates: matches.map(\.scope))) }
        return match.scope
    }

    /// Returns the forms that a caller sees outside the trash, by title, then by id.
    package func forms(for caller: Principal) -> [ListState] {
        lists(for: caller).filter { $0.kind == .form }
    }

    /// Finds the field of a form with a name.
    package func formField(named name: String, in scope: ScopeID) throws(CommandError) -> FormFieldState {
        let found = scopes[scope]?.upcomingList?.form?.fields(meantBy: name) ?? []
        guard let field = found.first else { throw .form(.formFieldNotFound(name, in: scope)) }
        guard found.count == 1 else { throw .form(.ambiguousFormField(name, in: scope)) }
        return field
    }

    /// Finds the record of a form with a key, outside the trash.
    package func record(_ key: String, of form: ListState) throws(CommandError) -> RecordState {
        guard let record = form.record(withKey: key), !record.isTrashed else {
            throw .form(.recordNotFound(key, in: form.scope))
        }
        return record
    }
}

extension ListState {
    /// Returns the records by key, with digits by value; trashed ones on request.
    package func recordsByKey(includesTrash: Bool) -> [RecordState] {
        (records + (includesTrash ? trashedRecords : []))
            .map { (record: $0, key: fold($0.key)) }
            .sorted { ($0.key, $0.record.entity) < ($1.key, $1.record.entity) }
            .map(\.record)
    }
}
