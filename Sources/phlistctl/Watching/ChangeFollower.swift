import PhlistControl

/// Follows the changes of the daemon, across its restarts, until it is interrupted.
struct ChangeFollower {
    let daemon: any Daemon
    /// The member whom the caller acts as; nil for the caller.
    let member: String?
    /// The list to follow; nil for all.
    let listID: String?
    let view: any ChangeView

    /// The cursor of the last event, after which to continue.
    private var cursor: String?

    init(_ context: Context, listID: String?, view: any ChangeView) {
        (daemon, member) = (context.daemon, context.actsAs)
        self.listID = listID
        self.view = view
    }

    /// Shows the changes; never returns, except by throwing.
    mutating func run() throws {
        do {
            try follow()
        } catch {
            try view.ended()
            throw error
        }
    }

    private mutating func follow() throws {
        var idleConnections = 0
        while idleConnections <= Limits.restartsMax {
            let news = try followConnection()
            idleConnections = news ? 0 : idleConnections + 1
            try view.daemonLeft()
        }
        throw ControlError(
            .unavailable,
            "phlistd keeps closing the connection",
            hint: "its log may say why: journalctl --user -u phlistd"
        )
    }

    /// Shows the events of one connection; returns whether there were any besides `ready`.
    private mutating func followConnection() throws -> Bool {
        // Wait for a restart only after an earlier connection; at first, an error message is more useful.
        let patience = cursor == nil ? Duration.zero : .seconds(Limits.restartPatienceSeconds)
        var hasNews = false
        do {
            let events = try daemon.events(after: cursor, actsAs: member, restartPatience: patience)
            while try takeBurst(from: events, &hasNews) {}
        } catch ClientError.connectionClosed where cursor != nil {
            // The daemon stopped in the middle of a line; treat that like a clean end.
        }
        return hasNews
    }

    /// Waits for an event and takes it with those already received; returns false at the end of the connection.
    private mutating func takeBurst(from events: any EventSource, _ hasNews: inout Bool) throws -> Bool {
        for _ in 0..<Limits.changesPerDrawingMax {
            guard let event = try events.next() else {
                try view.settled()
                return false
            }
            cursor = event.cursor
            hasNews = hasNews || event.event != .ready
            if event.concerns(listID: listID) { try view.took(event) }
            guard try events.hasNext() else { break }
        }
        try view.settled()
        return true
    }
}

extension ControlEvent {
    /// Whether the event concerns a list or its items; always true without a list.
    func concerns(listID: String?) -> Bool {
        guard let listID else { return true }
        return switch event {
        case .ready, .reset, .accessChanged: true
        case .itemAdded, .itemChanged, .itemTrashed, .itemRestored: item?.listID == listID
        case .listAdded, .listChanged, .listTrashed, .listRestored: list?.id == listID
        case .peerConnected, .peerDisconnected: false
        }
    }
}
