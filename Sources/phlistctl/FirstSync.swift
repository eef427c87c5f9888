import PhlistControl
import PhlistVocabulary

/// The first synchronisation of a device that has just joined, shown on a terminal.
struct FirstSync {
    private let context: Context

    init(_ context: Context) {
        self.context = context
    }

    /// Shows progress until everything is here, nothing more arrives, or the user interrupts.
    ///
    /// Errors of the daemon do not fail the command, because the device has joined. Ctrl-C ends only the waiting.
    ///
    /// - Throws: An error if the notes cannot be written.
    func wait() throws {
        let text = ProgressText(work: "synchronising", unit: .things("open item"))
        do {
            let state = try context.showing(text, leaving: Self.rest) { try wait($0) }
            try context.note(state.isWhole ? "all is here: \(state.words)" : "so far: \(state.words); \(Self.rest)")
            try context.note(namesakes())
        } catch ClientError.interrupted {
            return
        } catch let error as ClientError {
            try context.note("\(error.controlError.message); \(Self.rest)")
        }
    }

    /// Returns hints for lists with the same title, of which this device had one and the household another.
    private func namesakes() throws -> [TerminalText] {
        let lists = try context.daemon.reply(to: ControlRequest(ListsQuery())).lists.filter { $0.kind == .checklist }
        let byTitle = Dictionary(grouping: lists, by: \.title)
        return byTitle.values.filter { $0.count > 1 }.sorted { $0[0].title < $1[0].title }.map { lists in
            let open = lists.filter { $0.visibility == .household }
            let ids = TerminalText.joined(open.prefix(2).map(ListText.id), separator: " ")
            let merge: TerminalText = open.count > 1 ? "; to make one of them: phlistctl list merge \(ids)" : ""
            return "\(lists.count) lists are called \(lists[0].title)\(merge)"
        }
    }

    private static let rest: TerminalText = "phlistd continues by itself, see: phlistctl peers"

    private struct State: Equatable {
        var listCount = 0
        var itemCount = 0
        var differingCount = 0
        var isWhole = false

        var words: TerminalText {
            "\(TerminalText.count(listCount, "list")) with \(TerminalText.count(itemCount, "open item"))"
        }
    }

    private func wait(_ progress: Progress) throws -> State {
        var (state, idleRounds) = (State(), 0)
        while !state.isWhole, idleRounds < Self.idleRoundsMax {
            let next = try look()
            idleRounds = next == state ? idleRounds + 1 : 0
            state = next
            let lists = TerminalText.count(state.listCount, "list")
            progress.set(
                done: Int64(state.itemCount),
                "\(lists)\(state.differingCount == 0 ? "" : ", \(state.differingCount) to come")"
            )
        }
        return state
    }

    /// Waits a moment for the synchronisation, and returns its state.
    private func look() throws -> State {
        let peers = try context.daemon.reply(to: .sync(SyncRequest(waitMilliseconds: Self.roundMilliseconds))).peers
        let status = try context.daemon.reply(to: .status())
        let connected = peers.filter { $0.state == .connected }
        return State(
            listCount: status.listCount,
            itemCount: status.openItemCount,
            differingCount: connected.compactMap(\.differingCount).min() ?? 0,
            isWhole: connected.contains { $0.isInSync == true }
        )
    }

    private static let roundMilliseconds = 500
    /// Ten seconds without progress, after which the other device is assumed to be off or asleep.
    private static let idleRoundsMax = 20
}
