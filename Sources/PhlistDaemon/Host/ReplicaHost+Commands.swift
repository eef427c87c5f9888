import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistStore
import PhlistSync
import PhlistVocabulary

/// Commands for the handlers of calls, and looks at the state.
extension ReplicaHost {
    /// The state of this moment, for presentation.
    var presenter: Presenter {
        Presenter(
            replica.library,
            deviceName: configuration.deviceName,
            stateDirectory: configuration.stateDirectory,
            lastFailure: store.lastFailure.map { "\($0)" },
            time: replica.time(at: .read()),
            localDay: { CivilDate(localMilliseconds: $0) },
            whereabouts: { self.replica.whereabouts(of: $0) }
        )
    }

    /// Presents the state of one moment.
    func present<Reply: Sendable, Refusal>(
        _ reply: @Sendable (Presenter) throws(Refusal) -> Reply
    ) throws(Refusal) -> Reply {
        try reply(presenter)
    }

    /// Looks at the host itself at one moment.
    func look<Answer: Sendable, Refusal>(
        _ answer: @Sendable (isolated ReplicaHost) throws(Refusal) -> Answer
    ) throws(Refusal) -> Answer {
        try answer(self)
    }

    /// Performs a user's command, waits until it is durable, and presents the result.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - asker: The caller and the options.
    ///   - refusal: Better words for a refusal than the usual ones; nil for those.
    ///   - reply: Presents what was done.
    /// - Returns: The reply.
    /// - Throws: The refusal in words; nothing has changed then.
    func perform<Reply: Sendable>(
        _ command: UserCommand,
        _ asker: Asker,
        refusal: @Sendable (Presenter, CommandError) -> ControlError? = { _, _ in nil },
        reply: @Sendable (Presenter, Performed) throws(ControlError) -> Reply
    ) async throws(ControlError) -> Reply {
        let result: CommandResult
        do throws(CommandError) {
            result = try await perform(.user(command, asker.principal, asker.options))
        } catch {
            throw presenter.explain(error, for: asker.principal, as: refusal(presenter, error))
        }
        guard case .acted(let outcome, let preview) = result else { throw .unexpected }
        return try reply(presenter, Performed(outcome, preview: preview, for: asker.principal))
    }

    /// Performs a user's command, waits until it is durable, and presents the result.
    func perform<Reply: Sendable>(
        _ command: UserCommand,
        _ asker: Asker,
        reply: @Sendable (Presenter) -> (Performed) throws(ControlError) -> Reply
    ) async throws(ControlError) -> Reply {
        try await perform(command, asker) { presenter, performed throws(ControlError) in try reply(presenter)(performed)
        }
    }

    /// Performs a command and puts a refusal into words.
    func run(_ command: Command) async throws(ControlError) -> CommandResult {
        do throws(CommandError) {
            return try await perform(command)
        } catch {
            throw presenter.explain(error)
        }
    }
}
