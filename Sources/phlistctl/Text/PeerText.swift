import PhlistControl

/// Other devices as text and as fields.
enum PeerText {
    /// Smallest clock offset that is shown, in milliseconds; less does not matter.
    private static let clockOffsetShownMin: Int64 = 60_000

    /// The text for no devices.
    static let none: TerminalText = "no other devices yet; let one join with: phlistctl pair"

    static func page(_ peers: [PeerView], _ clock: Clock, _ style: Style) -> Page {
        Page(words: Table.lines(cells(peers, clock, style)), rows: peers.map(row), ids: peers.map(\.device))
    }

    /// Returns a row for each device: name, state, address, last time seen, id, and problems.
    static func cells(_ peers: [PeerView], _ clock: Clock, _ style: Style) -> [[TerminalText]] {
        peers.map { peer in
            let seen: TerminalText = peer.lastSeenAt.map { "seen \(clock.age($0))" } ?? "not seen since phlistd started"
            let cells: [TerminalText] = [
                style.heading("\(peer.name)"), state(peer), "\(peer.address ?? "-")", seen,
                style.faint("\(peer.device)"),
            ]
            let trouble = trouble(peer)
            return trouble.isEmpty ? cells : cells + [style.warning(.joined(trouble, separator: "; "))]
        }
    }

    /// Returns the state of the connection, and whether both sides are in sync.
    static func state(_ peer: PeerView) -> TerminalText {
        switch (peer.state, peer.isInSync) {
        case (.connected, true?): "in sync"
        case (.connected, false?) where peer.differingCount ?? 0 > 0:
            "connected, \(TerminalText.count(peer.differingCount ?? 0, "list")) to go"
        case (.connected, false?): "connected, not in sync yet"
        case (.connected, nil): "connected"
        case (.connecting, _): "connecting"
        case (.disconnected, _): "not connected"
        }
    }

    private static func trouble(_ peer: PeerView) -> [TerminalText] {
        let reason = peer.reason.map { ["\($0)"] as [TerminalText] } ?? []
        guard let offset = peer.clockOffset, abs(offset) >= clockOffsetShownMin else { return reason }
        return reason + ["its clock is \(TimeSpan.text(milliseconds: offset)) \(offset > 0 ? "ahead" : "behind")"]
    }

    private static func row(_ peer: PeerView) -> [String] {
        let isInSync = peer.isInSync.map { $0 ? "yes" : "no" } ?? ""
        return [peer.device, peer.name, peer.state.rawValue, isInSync, peer.address ?? "", peer.reason ?? ""]
    }
}
