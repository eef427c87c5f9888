import PhlistControl
import PhlistHousehold
import PhlistModel

/// Words for refusals about conflicts.
extension Presenter {
    func explain(_ error: ConflictError) -> ControlError {
        switch error {
        case .notFound(let text):
            ControlError(.notFound, "no conflict in \"\(text)\"", hint: "see all with: phlistctl conflicts")
        case .ambiguous(let text, let candidates):
            ambiguous("conflict", text, candidates.map(describe))
        case .fieldNotFound(let field, let others):
            ControlError(
                .notFound,
                "no conflict about \"\(field)\" there",
                hint: "about: \(others.joined(separator: ", "))"
            )
        case .noSuchCompetitor(let number, let count):
            ControlError(.invalid, "there is no value \(number); take 1 to \(count)")
        case .valueNotCompeting(let text, let field):
            ControlError(
                .invalid,
                "\"\(text)\" is not one of the values of \(field)",
                hint: "take one by its number with --take N; any other value is set as usual"
            )
        }
    }

    private func describe(_ reference: EntityReference) -> String {
        let list = library.list(reference.scope)
        let title = list?.label(of: reference.entity)?.title ?? ""
        return "\(reference.entity.description.shortened)  \(list?.title ?? "")/\(title)"
    }
}
