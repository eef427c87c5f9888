import PhlistControl
import PhlistModel
import PhlistSync

extension DaemonService {
    /// The handlers of the calls.
    package var table: ControlTable {
        var table = ControlTable { asker throws(ControlError) in
            host.report(.event(.looked))
            try await host.checkReader(asker)
        }
        registerItems(in: &table)
        registerLists(in: &table)
        registerSections(in: &table)
        registerMembers(in: &table)
        registerHistory(in: &table)
        registerConfiguration(in: &table)
        registerCompletions(in: &table)
        registerForms(in: &table)
        registerBackup(in: &table)
        registerPortable(in: &table)
        registerPhotos(in: &table)
        registerDoctor(in: &table)
        registerDevices(in: &table)
        registerSharing(in: &table)
        return table
    }
}

/// The outcome of a command, for its reply.
struct Done: Sendable {
    var outcome: Outcome
    /// The lists as a dry run would make them.
    var preview: [ScopeID: ScopeDraft]
}

extension ReplicaHost {
    /// Performs a user's command and waits until it is durable.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - asker: The caller and the options.
    ///   - explanation: Better words for a refusal than the usual ones; nil for those.
    /// - Returns: The outcome.
    /// - Throws: The refusal; nothing has changed then.
    func perform(
        _ command: UserCommand,
        _ asker: Asker,
        explanation: (CommandError) -> ControlError? = { _ in nil }
    ) async throws(ControlError) -> Done {
        do throws(CommandError) {
            let result = try await perform(.user(command, asker.principal, asker.options))
            if case .acted(let outcome, let preview) = result {
                return Done(outcome: outcome, preview: preview)
            }
        } catch {
            throw explain(error, for: asker.principal, as: explanation(error))
        }
        throw .unexpected
    }

    /// Performs a lookup, and puts a refusal into words.
    func explaining<Answer>(
        for caller: Principal? = nil,
        _ look: () throws(CommandError) -> Answer
    ) throws(ControlError) -> Answer {
        do throws(CommandError) {
            return try look()
        } catch {
            throw explain(error, for: caller)
        }
    }
}
