package import PhlistControl
package import PhlistHousehold
import PhlistModel

/// Words for refusals: the failure, its value, and advice.
extension Presenter {
    package func explain(_ error: CommandError) -> ControlError {
        switch error {
        case .list(let error): explain(error)
        case .item(let error): explain(error)
        case .text(let fault): ControlError(fault)
        case .section(let error): explain(error)
        case .member(let error): explain(error)
        case .login(let error): explain(error)
        case .device(let error): explain(error)
        case .household(let error): explain(error)
        case .sharing(let error): explain(error)
        case .conflict(let error): explain(error)
        case .history(let error): explain(error)
        case .loss(let error): explain(error)
        case .form(let error): explain(error)
        case .filter(let error): explain(error)
        case .importedItem(let number, let title, let cause): importedItem(number, title, cause)
        case .requestKeyReused(let key):
            ControlError(.conflict, "the Idempotency-Key \"\(key)\" came with another request before")
        case .storage(let failure): storage(failure)
        }
    }

    func ambiguous(
        _ kind: String,
        _ text: String,
        _ candidates: [String],
        count: Int? = nil
    ) -> ControlError {
        let more = (count ?? 0) - candidates.count
        return ControlError(
            .ambiguous,
            "\"\(text)\" matches \(count ?? candidates.count) \(kind)s",
            hint: "name one by its id",
            details: candidates + (more > 0 ? ["and \(more) more"] : [])
        )
    }

    private func storage(_ failure: StorageFailure) -> ControlError {
        let cause = lastFailure ?? "the disk refused"
        switch failure {
        case .diskFull:
            return ControlError(.diskFull, "nothing was changed: \(cause)", hint: "make room and try again")
        case .tooLarge:
            return ControlError(.tooLarge, "that is too much for one change; nothing was changed")
        case .readOnly, .failed:
            return ControlError(.inputOutput, "nothing was changed: \(cause)", hint: "see phlistctl status")
        }
    }

    private func importedItem(_ number: Int, _ title: String, _ cause: CommandError) -> ControlError {
        var error = explain(cause)
        error.message = "item \(number), \"\(title.prefix(Self.titleShownMax))\": \(error.message)"
        return error
    }

    /// Enough of a title to recognise it; a refused one may have any length.
    private static let titleShownMax = 60
}
