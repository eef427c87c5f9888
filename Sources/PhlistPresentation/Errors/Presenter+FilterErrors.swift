import PhlistControl
import PhlistHousehold

/// Words for refusals about saved filters.
extension Presenter {
    func explain(_ error: FilterError) -> ControlError {
        switch error {
        case .notFound(let name):
            ControlError(.notFound, "no filter \"\(name)\"", hint: "see all with: phlistctl filter ls")
        case .exists(let name):
            ControlError(
                .invalid,
                "there is already a filter \"\(name)\"; nothing was changed",
                hint: "to replace it: phlistctl filter save --replace …"
            )
        case .nameTaken(let name):
            ControlError(
                .invalid,
                "there is already a filter \"\(name)\"; nothing was changed",
                hint: "to remove that one: phlistctl filter rm \(name.asArgument)"
            )
        case .tooMany:
            ControlError(
                .tooLarge,
                "there are \(HouseholdLimits.filtersMax) filters; no more fit",
                hint: "remove one with: phlistctl filter rm NAME"
            )
        }
    }
}
