import PhlistControl
import PhlistModel
import PhlistTestKit

@testable import PhlistDaemon
@testable import PhlistHousehold

/// A log of changes with a hub: the changes are numbered, and an event's `at` is its change's number.
struct EventWorld {
    private let countMax: Int
    private let device = DeviceID(publicKey: [1])
    private var random = SeededRandom(seed: 1)
    /// The log: what each batch changed, and its name.
    private var log: [(changes: [Change], name: BatchName)] = []
    private(set) var changes: RecentChanges
    var hub = EventHub()
    private(set) var publishedCount = 0
    /// How many events were made of changes.
    private(set) var madeCount = 0

    init(countMax: Int) {
        self.countMax = countMax
        changes = RecentChanges(of: device, countMax: countMax)
    }

    /// Applies one batch.
    mutating func publish(count: Int) {
        let own = (publishedCount..<publishedCount + count).map { number in
            Change(
                scope: ScopeID(rawValue: 1),
                entity: EntityID(rawValue: UInt64(number)),
                kind: .added,
                by: .house,
                device: device,
                isLocal: true,
                stamp: Stamp(milliseconds: Int64(number))
            )
        }
        publishedCount += count
        let name = BatchName(rawValue: UInt128(random.next()) << 64 | UInt128(random.next()))
        log.append((own, name))
        changes.take(own, of: name)
    }

    /// Folds the log again; nothing else is left.
    mutating func restart() {
        changes = RecentChanges(of: device, countMax: countMax)
        hub = EventHub()
        for batch in log { changes.take(batch.changes, of: batch.name) }
    }

    /// Makes exactly these peers connected.
    mutating func connect(_ peers: Int...) {
        connect(peers)
    }

    mutating func connect(_ peers: [Int]) {
        let devices = peers.map { DeviceID(publicKey: [2, UInt8($0)]) }
        _ = hub.peersChanged(connected: Set(devices), at: 0, in: changes)
    }

    mutating func next(
        at position: inout EventHub.Position,
        isVisible: @escaping (Change) -> Bool = { _ in true },
        visible: VisibleLists = VisibleLists()
    ) -> [ControlEvent] {
        var made = 0
        defer { madeCount += made }
        return withUnsafeMutablePointer(to: &made) { made in
            hub.next(at: &position, in: changes, Self.view(isVisible, visible) { made.pointee += 1 })
        }
    }

    private static func view(
        _ isVisible: @escaping (Change) -> Bool,
        _ visible: VisibleLists,
        _ made: @escaping () -> Void
    ) -> EventHub.View {
        EventHub.View(
            now: -1,
            isVisible: isVisible,
            event: { change, cursor in
                made()
                return ControlEvent(cursor: cursor, event: .itemAdded, at: change.stamp.milliseconds)
            },
            peer: { .named($0.description) },
            visible: { visible }
        )
    }
}

extension PeerView {
    fileprivate static func named(_ device: String) -> PeerView {
        PeerView(
            device: device,
            name: device,
            state: .connected,
            address: nil,
            lastSeenAt: nil,
            isInSync: nil,
            clockOffset: nil,
            reason: nil
        )
    }
}
