import ArgumentParser
import PhlistControl

/// Shows changes as they come, until it is interrupted.
///
/// A restart of the daemon loses nothing.
struct Watch: ControlCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show changes as they come.",
        usage: "phlistctl watch [<options>] [<list>]",
        discussion: "One line for each change; with --json one document a line. Ctrl-C ends it."
    )

    @Argument(help: "Only this list, by its title or the beginning of its id.")
    var list: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let listID = try list.map { try ListReference(text: $0).resolve(context).id }
        var cursor: String?
        var restarts = 0
        while restarts <= Limits.restartsMax {
            let news = try follow(after: &cursor, listID, context)
            restarts = news ? 0 : restarts + 1
            try context.note("phlistd has ended the connection; waiting for it")
        }
        throw ControlError(
            .unavailable,
            "phlistd ends the connection again and again",
            hint: "its log may say why: journalctl --user -u phlistd"
        )
    }

    /// Shows the events of one connection; whether there were any besides its beginning.
    private func follow(after cursor: inout String?, _ listID: String?, _ context: Context) throws -> Bool {
        // Only who has listened before waits for a restart: at first it is better to say what is missing.
        let patience = cursor == nil ? Duration.zero : .seconds(Limits.restartPatienceSeconds)
        var hasNews = false
        do {
            let events = try context.daemon.events(after: cursor, restartPatience: patience)
            while let event = try events.next() {
                cursor = event.cursor
                hasNews = hasNews || event.event != .ready
                if event.concerns(listID: listID) { try show(event, context) }
            }
        } catch ClientError.connectionClosed where cursor != nil {
            // The daemon went in the middle of a line; it will come back as after a clean end.
        }
        return hasNews
    }

    private func show(_ event: ControlEvent, _ context: Context) throws {
        let page = EventText.page(event, context.clock, context.style)
        guard context.format == .json || !page.words.isEmpty else { return }
        try context.show(event, page)
    }
}

extension ControlEvent {
    /// Whether the event is about a list or its items, or about no list at all; nil stands for all lists.
    fileprivate func concerns(listID: String?) -> Bool {
        guard let listID else { return true }
        return switch event {
        case .ready, .reset: true
        case .itemAdded, .itemChanged, .itemTrashed, .itemRestored: item?.listID == listID
        case .listAdded, .listChanged: list?.id == listID
        case .peerConnected, .peerDisconnected: false
        }
    }
}
