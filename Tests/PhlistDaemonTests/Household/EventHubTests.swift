import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistDaemon

/// Events for readers of every kind, without a daemon.
struct EventHubTests {
    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `whoever resumes with its cursor misses nothing and hears nothing twice`(seed: UInt64) {
        var schedule = EventSchedule(seed: seed)
        schedule.run(steps: 400)
        schedule.finish()
        #expect(schedule.faults.isEmpty, "seed \(seed)")
    }

    @Test func `the schedules see every kind of step`() {
        var total = EventSchedule.Counts()
        for seed in 1...300 as ClosedRange<UInt64> {
            var schedule = EventSchedule(seed: seed)
            schedule.run(steps: 400)
            total.add(schedule.counts)
        }
        #expect(total.changes > 100_000)
        #expect(total.heard > 100_000)
        #expect(total.resumes > 1000)
        #expect(total.restarts > 1000)
        #expect(total.resets > 100)
        #expect(total.peerNews > 1000)
        #expect(total.cutShort > 1000)
    }

    @Test func `sixty-four readers who keep up share one event, and nobody's events are made for nobody`() {
        var world = EventWorld(countMax: 4096)
        var positions = (0..<64).map { _ in world.hub.position(after: nil, in: world.changes, now: 0) }
        for index in positions.indices { _ = world.next(at: &positions[index]) }
        world.publish(count: 40)
        #expect(world.madeCount == 0)
        for index in positions.indices {
            #expect(world.next(at: &positions[index]).map(\.at) == Array(0..<40))
        }
        #expect(world.madeCount == 40)
    }

    @Test func `an event is made anew when anything has changed since`() {
        var world = EventWorld(countMax: 4096)
        world.publish(count: 1)
        let start = world.changes.arrival(before: 0).cursor
        for _ in 0..<2 {
            var position = world.hub.position(after: start, in: world.changes, now: 0)
            #expect(world.next(at: &position).count == 2)
        }
        #expect(world.madeCount == 1)
        world.publish(count: 0)
        var position = world.hub.position(after: start, in: world.changes, now: 0)
        #expect(world.next(at: &position).count == 2)
        #expect(world.madeCount == 2)
    }

    @Test func `a reader far behind gets everything, a handful at a time, and little is held for it`() {
        var world = EventWorld(countMax: 4096)
        for _ in 0..<2000 { world.publish(count: 3) }
        let oldest = world.changes.arrival(before: world.changes.startIndex).cursor
        var position = world.hub.position(after: oldest, in: world.changes, now: 0)
        var heard: [Int64] = []
        while case let events = world.next(at: &position), !events.isEmpty {
            #expect(events.count <= ControlLimits.eventsPerTurnMax)
            heard += events.filter { $0.event == .itemAdded }.map(\.at)
        }
        #expect(heard == Array(6000 - 4096..<6000))
        #expect(world.hub.renderedCount == ControlLimits.renderedEventCountMax)
        #expect(world.changes.endIndex - world.changes.startIndex == 4096)
    }

    @Test func `a reader that falls out of what is kept hears of it once and goes on from there`() {
        var world = EventWorld(countMax: 10)
        var position = world.hub.position(after: nil, in: world.changes, now: 0)
        #expect(world.next(at: &position).map(\.event) == [.ready])
        world.publish(count: 11)
        let events = world.next(at: &position)
        #expect(events.map(\.event) == [.reset])
        #expect(events.map(\.cursor) == [world.changes.arrival(before: 11).cursor])
        world.publish(count: 10)
        #expect(world.next(at: &position).map(\.at) == Array(11..<21))
        // Even before it has heard its first word.
        var late = world.hub.position(after: nil, in: world.changes, now: 0)
        world.publish(count: 11)
        #expect(world.next(at: &late).map(\.event) == [.reset])
    }

    @Test func `news of peers come between the changes, are bounded, and are not heard again`() {
        var world = EventWorld(countMax: 4096)
        var position = world.hub.position(after: nil, in: world.changes, now: 0)
        _ = world.next(at: &position)
        world.publish(count: 1)
        world.connect(1, 2)
        world.publish(count: 1)
        world.connect(2)
        let events = world.next(at: &position)
        #expect(
            events.map(\.event) == [.itemAdded, .peerConnected, .peerConnected, .itemAdded, .peerDisconnected]
        )
        #expect(events[1].cursor == events[0].cursor)
        #expect(events[2].cursor == events[0].cursor)
        #expect(events[4].cursor == events[3].cursor)
        var resumed = world.hub.position(after: events[0].cursor, in: world.changes, now: 0)
        #expect(world.next(at: &resumed).map(\.event) == [.ready, .itemAdded])
        for round in 0..<1000 { world.connect(round % 2 + 1) }
        #expect(world.hub.keptPeerNewsCount == ControlLimits.peerNewsCountMax)
        var news: [ControlEvent] = []
        while case let events = world.next(at: &position), !events.isEmpty { news += events }
        #expect(news.count == ControlLimits.peerNewsCountMax)
    }

    @Test func `who may see a change is asked when it is handed over`() {
        var world = EventWorld(countMax: 4096)
        world.publish(count: 3)
        let start = world.changes.arrival(before: 0).cursor
        var position = world.hub.position(after: start, in: world.changes, now: 0)
        #expect(world.next(at: &position) { $0.stamp.milliseconds != 1 }.dropFirst().map(\.at) == [0, 2])
    }

    @Test func `a client hears once that it sees less than before, or that it is invited`() {
        var world = EventWorld(countMax: 4096)
        var position = world.hub.position(after: nil, in: world.changes, now: 0)
        let (one, other) = (ScopeID(rawValue: 1), ScopeID(rawValue: 2))
        let steps: [(VisibleLists, [ControlEvent.Kind])] = [
            (VisibleLists(lists: [one]), [.ready]), (VisibleLists(lists: [one, other]), []),
            (VisibleLists(lists: [other]), [.accessChanged]), (VisibleLists(lists: [other]), []),
            (VisibleLists(lists: [other], invitations: [one]), [.accessChanged]),
            (VisibleLists(lists: [one, other]), [.accessChanged]),
        ]
        for (visible, kinds) in steps {
            #expect(world.next(at: &position, visible: visible).map(\.event) == kinds)
        }
    }
}
