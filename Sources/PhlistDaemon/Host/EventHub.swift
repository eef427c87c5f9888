import PhlistControl
import PhlistHousehold
import PhlistModel

/// The events for watching clients.
///
/// A client only has a position in the shared events, so that a slow or disconnected client costs nothing.
struct EventHub {
    /// A ring of the newest changes of peers; the one with a number is in the slot of the number modulo its size.
    private var peerNews: [PeerNews] = []
    private(set) var peerNewsCount = 0
    private var connectedPeers: Set<DeviceID> = []
    /// The newest events as rendered for one client, reused for all others that want them before anything changes.
    private var rendered: [Int: ControlEvent] = [:]
    private var renderedVersion: UInt64 = 0

    /// The position of a client.
    struct Position: Sendable {
        /// The index of the next change.
        fileprivate var change: Int
        /// The number of the next change of a peer.
        fileprivate var peerNews: Int
        /// The first event for the client.
        fileprivate var greeting: ControlEvent?
        /// The lists that the client saw when it was last told everything; nil before that.
        fileprivate var visible: VisibleLists?
    }

    /// A connection or disconnection of a peer.
    struct PeerNews {
        var device: DeviceID
        var isConnected: Bool
        var at: Int64
        /// The number of changes before it.
        fileprivate var change: Int
        fileprivate var cursor: String
    }

    /// The host's knowledge about events, for one client.
    struct View {
        /// The time, in milliseconds since 1970.
        var now: Int64
        /// Whether the client may see a change.
        var isVisible: (Change) -> Bool
        var event: (Change, _ cursor: String) -> ControlEvent
        /// Nil when the peer is no longer in the household.
        var peer: (DeviceID) -> PeerView?
        var visible: () -> VisibleLists
    }

    var keptPeerNewsCount: Int { peerNews.count }
    var renderedCount: Int { rendered.count }

    /// Returns the first position of a client: after its cursor, or at the next event.
    func position(after cursor: String?, in changes: RecentChanges, now: Int64) -> Position {
        guard let cursor else {
            return position(at: changes.endIndex, .ready, in: changes, now: now)
        }
        guard let index = Arrival(cursor: cursor).flatMap({ changes.index(after: $0) }) else {
            return position(at: changes.endIndex, .reset, in: changes, now: now)
        }
        return position(at: index, .ready, in: changes, now: now)
    }

    private func position(
        at index: Int,
        _ kind: ControlEvent.Kind,
        in changes: RecentChanges,
        now: Int64
    ) -> Position {
        let greeting = ControlEvent(cursor: changes.arrival(before: index).cursor, event: kind, at: now)
        return Position(change: index, peerNews: peerNewsCount, greeting: greeting)
    }

    /// Returns the next events, at most `ControlLimits.eventsPerTurnMax`; empty when there are none yet.
    mutating func next(at position: inout Position, in changes: RecentChanges, _ view: View) -> [ControlEvent] {
        if position.change < changes.startIndex {
            position = self.position(at: changes.endIndex, .reset, in: changes, now: view.now)
        }
        position.visible = position.visible ?? view.visible()
        var events = [position.greeting.take()].compactMap(\.self)
        while events.count < ControlLimits.eventsPerTurnMax {
            if let news = nextPeerNews(at: &position) {
                view.peer(news.device).map { events.append(news.event($0)) }
            } else if position.change < changes.endIndex {
                let element = changes[position.change]
                if view.isVisible(element.change) {
                    events.append(event(at: position.change, in: changes, view))
                }
                position.change += 1
            } else {
                return events + accessEvents(at: &position, in: changes, view)
            }
        }
        return events
    }

    /// Returns the event that tells a client that it no longer sees a list, or that its invitations have changed.
    ///
    /// The change itself is in a list that the client does not see, and is not shown.
    private func accessEvents(
        at position: inout Position,
        in changes: RecentChanges,
        _ view: View
    ) -> [ControlEvent] {
        let visible = view.visible()
        defer { position.visible = visible }
        guard let former = position.visible, visible.hasLost(since: former) else { return [] }
        let cursor = changes.arrival(before: position.change).cursor
        return [ControlEvent(cursor: cursor, event: .accessChanged, at: view.now)]
    }

    /// Returns the next change of a peer, unless list changes precede it.
    private func nextPeerNews(at position: inout Position) -> PeerNews? {
        position.peerNews = max(position.peerNews, peerNewsCount - peerNews.count)
        guard position.peerNews < peerNewsCount else { return nil }
        let news = peerNews[position.peerNews % ControlLimits.peerNewsCountMax]
        guard news.change <= position.change else { return nil }
        position.peerNews += 1
        return news
    }

    private mutating func event(at index: Int, in changes: RecentChanges, _ view: View) -> ControlEvent {
        if renderedVersion != changes.batchCount {
            rendered = [:]
            renderedVersion = changes.batchCount
        }
        if let event = rendered[index] { return event }
        let element = changes[index]
        let event = view.event(element.change, element.arrival.cursor)
        if index >= changes.endIndex - ControlLimits.renderedEventCountMax {
            rendered[index] = event
        }
        return event
    }

    /// Records which peers are connected now.
    ///
    /// - Returns: Whether that has changed.
    mutating func peersChanged(connected: Set<DeviceID>, at milliseconds: Int64, in changes: RecentChanges) -> Bool {
        let differing = connected.symmetricDifference(connectedPeers).sorted()
        connectedPeers = connected
        for device in differing {
            append(
                PeerNews(
                    device: device,
                    isConnected: connected.contains(device),
                    at: milliseconds,
                    change: changes.endIndex,
                    cursor: changes.arrival(before: changes.endIndex).cursor
                )
            )
        }
        return !differing.isEmpty
    }

    private mutating func append(_ news: PeerNews) {
        if peerNews.count < ControlLimits.peerNewsCountMax {
            peerNews.append(news)
        } else {
            peerNews[peerNewsCount % ControlLimits.peerNewsCountMax] = news
        }
        peerNewsCount += 1
    }
}

extension EventHub.PeerNews {
    fileprivate func event(_ peer: PeerView) -> ControlEvent {
        let kind: ControlEvent.Kind = isConnected ? .peerConnected : .peerDisconnected
        return ControlEvent(cursor: cursor, event: kind, at: at, peer: peer)
    }
}
