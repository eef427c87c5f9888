import PhlistControl

/// The first synchronisation of a device that has just joined, shown to whoever waits for it on a terminal.
struct FirstSync {
    private let context: Context

    init(_ context: Context) {
        self.context = context
    }

    /// Shows what has come until all is here, nothing more comes, or the user has seen enough.
    ///
    /// - Throws: What asking phlistd throws; Ctrl-C ends only the waiting, for phlistd goes on by itself.
    func wait() throws {
        let text = ProgressText(work: "synchronising", unit: .things("open item"))
        do {
            let state = try context.showing(text, leaving: Self.rest) { try wait($0) }
            try context.note(state.isWhole ? "all is here: \(state.words)" : "so far: \(state.words); \(Self.rest)")
        } catch ClientError.interrupted {
            // The device has joined, whatever has come so far.
        }
    }

    private static let rest: TerminalText = "phlistd goes on by itself, see: phlistctl peers"

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

    /// Waits a moment for all to be here, and looks how much is.
    private func look() throws -> State {
        let peers = try context.daemon.reply(to: .sync(SyncRequest(waitMilliseconds: Self.roundMilliseconds))).peers
        let status = try context.daemon.reply(to: .status)
        let connected = peers.filter { $0.state == .connected }
        return State(
            listCount: status.listCount,
            itemCount: status.openItemCount,
            differingCount: connected.compactMap(\.differingCount).min() ?? 0,
            isWhole: connected.contains { $0.isInSync == true }
        )
    }

    private static let roundMilliseconds = 500
    /// Ten seconds in which nothing comes: the other device is off, or asleep.
    private static let idleRoundsMax = 20
}
