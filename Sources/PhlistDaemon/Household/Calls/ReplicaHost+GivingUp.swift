import Logging
import PhlistControl
import PhlistModel
import PhlistSync

/// Accepting that something is lost.
extension ReplicaHost {
    func giveUp(_ call: GiveUpRequest, _ asker: Asker) async throws(ControlError) -> GiveUpReply {
        let request = GiveUp(
            isForced: call.isForced ?? false,
            sharesLists: call.sharesLists ?? false,
            isDryRun: asker.options.isDryRun
        )
        guard case .gaveUp(let outcome) = try await run(.giveUp(request, asker.principal)) else { throw .unexpected }
        if !request.isDryRun {
            logger.notice("lost changes were given up", metadata: ["count": "\(outcome.lostCount)"])
        }
        return GiveUpReply(
            lost: missing(outcome.lost, for: asker.principal),
            rewrittenCount: outcome.rewrittenCount,
            droppedCount: outcome.droppedCount,
            recoveredLists: outcome.recoveredLists,
            hiddenLists: outcome.hiddenLists,
            isNewHousehold: outcome.isNewHousehold
        )
    }

    func explainGivingUp(_ error: CommandError) -> ControlError {
        switch error {
        case .othersMayHelp(let names):
            ControlError(
                .tryAgain,
                "\(names.joined(separator: ", ")) may still have what is lost, and has not been asked yet",
                hint: "turn it on and wait; if it never comes back: phlistctl doctor --give-up --force"
            )
        case .householdLost:
            ControlError(
                .notPermitted,
                "other devices know the household that this one has lost",
                hint: "join it again: phlistctl pair on another device, then phlistctl join here"
            )
        case .nothingToGiveUp:
            ControlError(.notFound, "nothing is missing, so there is nothing to give up")
        default: .unexpected
        }
    }
}
