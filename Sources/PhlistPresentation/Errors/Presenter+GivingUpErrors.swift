import PhlistControl
import PhlistHousehold

/// Words for refusals to accept a loss.
extension Presenter {
    func explain(_ error: LossError) -> ControlError {
        switch error {
        case .nothingToGiveUp:
            ControlError(.notFound, "nothing is missing, so there is nothing to give up")
        case .othersMayHelp(let names):
            ControlError(
                .tryAgain,
                "\(names.joined(separator: ", ")) may still have what is lost; not asked yet",
                hint: "turn it on and wait; if it never comes back: phlistctl doctor --give-up --force"
            )
        case .householdLost:
            ControlError(
                .notPermitted,
                "other devices know the household that this one has lost",
                hint: "join it again: phlistctl pair on another device, then phlistctl join here"
            )
        }
    }
}
