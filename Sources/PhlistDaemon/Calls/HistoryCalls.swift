import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistVocabulary

/// The calls about history, undo, redo and conflicts.
struct HistoryCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(HistoryQuery.self, host, Presenter.history)
        table.on(UndoRequest.self, undo)
        table.on(RedoRequest.self, redo)
        table.on(ConflictsQuery.self, host, Presenter.conflicts)
        table.on(ResolveRequest.self, resolve)
    }

    func undo(_ request: UndoRequest, _ asker: Asker) async throws(ControlError) -> TakenBackReply {
        try await takeBack(UserCommand.undo, in: request.list, isRedo: false, asker)
    }

    func redo(_ request: RedoRequest, _ asker: Asker) async throws(ControlError) -> TakenBackReply {
        try await takeBack(UserCommand.redo, in: request.list, isRedo: true, asker)
    }

    private func takeBack(
        _ command: (String?) -> UserCommand,
        in list: String?,
        isRedo: Bool,
        _ asker: Asker
    ) async throws(ControlError) -> TakenBackReply {
        try await host.perform(
            command(list),
            asker,
            refusal: { $0.refusalToTakeBack($1, in: list, isRedo: isRedo) },
            reply: { $0.takenBack($1) }
        )
    }

    func resolve(_ request: ResolveRequest, _ asker: Asker) async throws(ControlError) -> ResolveReply {
        let choice = try await choice(request, asker)
        let resolution = Resolution(reference: request.of, field: request.field, choice: choice)
        return try await host.perform(.resolve(resolution), asker) { presenter, performed throws(ControlError) in
            try presenter.resolved(performed, field: request.field)
        }
    }

    private func choice(
        _ request: ResolveRequest,
        _ asker: Asker
    ) async throws(ControlError) -> Resolution.Choice {
        if let number = request.take { return .take(number) }
        if let number = await host.present({ $0.number(of: request, for: asker.principal) }) {
            return .take(number)
        }
        let text = request.value ?? ""
        guard fold(request.field) == fold("due") else { return .text(text) }
        guard !text.saysNone else { return .date(nil) }
        guard let date = CivilDate(text) else {
            throw ControlError(
                .invalid,
                "\"\(text)\" is not a valid date",
                hint: "write it as 2026-12-25 or 2026-12-25T18:00"
            )
        }
        return .date(date)
    }
}
