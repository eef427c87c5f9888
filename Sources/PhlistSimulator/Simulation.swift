import HeapModule
import PhlistModel
import PhlistSync
import PhlistTestKit

/// A household of simulated machines on a simulated network: one seed, one history.
package struct Simulation {
    private(set) var options: SimulationOptions
    var random: SeededRandom
    var nodes: [SimulatedNode] = []
    var network = SimulatedNetwork()
    package private(set) var trace = Trace()
    package var coverage = Coverage()
    private var queue = Heap<Scheduled>()
    private(set) var time: Int64 = 0
    private var scheduledCount: UInt64 = 0
    private var timers: [TimerKey: UInt64] = [:]
    var commandCount: UInt64 = 0
    var replies: [CommandID: Result<CommandResult, CommandError>] = [:]
    /// Items whose adding was acknowledged to somebody.
    var acknowledged: Set<EntityReference> = []
    /// Items that somebody wanted to be rid of for good.
    var purged: Set<EntityReference> = []

    private struct TimerKey: Hashable {
        var node: Int
        var timer: TimerID
    }

    /// Something that will happen.
    private struct Scheduled: Comparable {
        var time: Int64
        var order: UInt64
        var action: Action

        static func < (left: Scheduled, right: Scheduled) -> Bool {
            (left.time, left.order) < (right.time, right.order)
        }

        static func == (left: Scheduled, right: Scheduled) -> Bool {
            left.order == right.order
        }
    }

    /// What can happen.
    enum Action {
        case event(node: Int, run: Int, Event)
        case timer(node: Int, run: Int, TimerID, generation: UInt64)
        case dial(from: Int, run: Int, Endpoint)
        case user
        case partition
        case heal
        case crash
        case copyDisk
        case putBackCopy(node: Int)
        case restart(node: Int)
    }

    /// Sets up the machines; `run` lets them live.
    package init(seed: UInt64, options: SimulationOptions) {
        self.options = options
        random = SeededRandom(seed: seed)
        for number in 0..<options.replicas {
            let decades = Int64.random(in: -30...30, using: &random) * 365 * 86_400_000
            let offset = 1_800_000_000_000 + (options.hasWrongClocks ? decades : 0)
            nodes.append(SimulatedNode(number: number, clockOffset: offset, random: &random))
        }
    }

    /// Lets one household live its history, then heals everything and checks the promises.
    package mutating func run() throws(SimulationFailure) {
        try formHousehold()
        if options.lossPercent + options.reorderPercent == 0 {
            try checkImmediacy()
        }
        let start = time
        for _ in 0..<options.commands {
            schedule(.user, after: Int64.random(in: 0...60_000, using: &random))
        }
        for _ in 0..<options.partitions {
            schedule(.partition, after: Int64.random(in: 0...60_000, using: &random))
        }
        for _ in 0..<options.crashes {
            schedule(.crash, after: Int64.random(in: 0...60_000, using: &random))
        }
        for _ in 0..<options.rollbacks {
            schedule(.copyDisk, after: Int64.random(in: 0...40_000, using: &random))
        }
        try advance(until: start + 65_000)
        try settle()
        try check()
        try checkImmediacy()
        try check()
    }

    mutating func schedule(_ action: Action, after delay: Int64) {
        scheduledCount += 1
        queue.insert(Scheduled(time: time + delay, order: scheduledCount, action: action))
    }

    /// Lets time pass.
    mutating func advance(until end: Int64) throws(SimulationFailure) {
        while let next = queue.min, next.time <= end {
            queue.removeMin()
            time = next.time
            if case .event(let node, let run, let event) = next.action {
                deliver([event] + takeEvents(for: node, run: run), to: node, run: run)
            } else {
                try perform(next.action)
            }
        }
        time = max(time, end)
    }

    /// What else arrives at the same moment: a daemon handles it in one turn, before anything of it is durable.
    private mutating func takeEvents(for number: Int, run: Int) -> [Event] {
        var events: [Event] = []
        while let next = queue.min, next.time == time, case .event(number, run, let event) = next.action {
            queue.removeMin()
            events.append(event)
        }
        return events
    }

    private mutating func deliver(_ events: [Event], to number: Int, run: Int) {
        guard nodes[number].isUp, nodes[number].run == run else { return }
        report(events, to: number)
    }

    private mutating func perform(_ action: Action) throws(SimulationFailure) {
        switch action {
        case .event(let node, let run, let event):
            deliver([event], to: node, run: run)
        case .timer(let node, let run, let timer, let generation):
            let isCurrent = timers[TimerKey(node: node, timer: timer)] == generation
            guard nodes[node].isUp, nodes[node].run == run, isCurrent else { return }
            report(.timerFired(timer), to: node)
        case .dial(let node, let run, let endpoint):
            guard nodes[node].isUp, nodes[node].run == run else { return }
            connect(node, to: endpoint)
        case .user:
            giveCommand()
        case .partition:
            coverage.partitions += 1
            network.partition(count: nodes.count, using: &random)
            schedule(.heal, after: Int64.random(in: 1000...20_000, using: &random))
        case .heal:
            network.heal()
        case .crash:
            crashSomebody()
        case .copyDisk:
            copySomeDisk()
        case .putBackCopy(let node):
            putBackCopy(of: node)
        case .restart(let node):
            try restart(node)
        }
    }

    mutating func report(_ event: Event, to number: Int) {
        report([event], to: number)
    }

    /// Hands the events of one turn to a replica and does what it says, as the daemon does: the appends of the turn
    /// are committed together, and what follows from them comes next.
    private mutating func report(_ events: [Event], to number: Int) {
        var events = events
        while !events.isEmpty {
            var effects: [Effect] = []
            for event in events {
                trace.note(event: event.code, node: number, at: time)
                effects += nodes[number].handle(event, at: time)
            }
            guard let appended = perform(effects, of: number) else { return }
            events = appended
        }
    }

    /// Does what a replica says.
    ///
    /// - Returns: What is durable now; nil when the machine went down.
    private mutating func perform(_ effects: [Effect], of number: Int) -> [Event]? {
        var appends: [(id: AppendID, records: [Record])] = []
        for effect in effects {
            if case .append(let id, let records) = effect {
                appends.append((id, records))
            } else {
                perform(effect, of: number)
            }
        }
        guard appends.isEmpty || nodes[number].append(appends.flatMap(\.records)) else {
            goDown(number)
            return nil
        }
        return appends.map { .appended($0.id) }
    }

    private mutating func perform(_ effect: Effect, of number: Int) {
        switch effect {
        case .reply(let id, let result):
            replies[id] = result
            noteAcknowledged(result)
        case .send(let connection, let message):
            send(message, from: number, on: connection)
        case .sendBatches(let connection, let request):
            guard let messages = nodes[number].messages(for: request) else {
                goDown(number)
                return
            }
            for message in messages {
                send(message, from: number, on: connection)
            }
        case .close(let connection, _):
            close(connection, by: number)
        case .dial(let endpoint):
            schedule(.dial(from: number, run: nodes[number].run, endpoint), after: 1)
        case .startTimer(let timer, let milliseconds):
            start(timer, of: number, milliseconds)
        case .alarm(let scope, let device):
            coverage.alarms.append("node \(number) and \(device) differ in \(scope) with equal vectors")
        case .append, .notify, .rosterChanged, .announcementChanged, .peersChanged, .healthChanged, .searchAgain,
            .sendManifest, .sendChunk, .beginBlob, .keepChunk, .finishBlob, .dropBlob, .blobsChanged:
            break
        }
    }

    private mutating func start(_ timer: TimerID, of number: Int, _ milliseconds: Int64) {
        scheduledCount += 1
        timers[TimerKey(node: number, timer: timer)] = scheduledCount
        let action = Action.timer(node: number, run: nodes[number].run, timer, generation: scheduledCount)
        schedule(action, after: milliseconds)
    }

    mutating func withoutFaults() {
        options.lossPercent = 0
        options.reorderPercent = 0
        options.duplicatePercent = 0
        // The cut that was arranged may have come in a call that nobody looked at: a read, or the letting go of a lock.
        for number in nodes.indices where nodes[number].isPowerCutArranged && nodes[number].isUp {
            goDown(number)
        }
    }

    mutating func noteSent(_ bytes: [UInt8]) {
        trace.note(bytes)
    }

    private mutating func noteAcknowledged(_ result: Result<CommandResult, CommandError>) {
        guard case .success(.acted(let outcome, _)) = result else { return }
        acknowledged.formUnion(outcome.changed.filter { $0.entity != .root })
    }
}

extension Event {
    /// A number that stands for the kind of event in a trace.
    var code: UInt8 {
        switch self {
        case .started: 0
        case .command: 1
        case .appended: 2
        case .appendFailed: 3
        case .instanceFound: 4
        case .instanceLost: 5
        case .endpointConfigured: 6
        case .dialFailed: 7
        case .connected: 8
        case .received: 9
        case .disconnected: 10
        case .timerFired: 11
        case .stopping: 12
        case .blobsFound: 13
        case .blobStored: 14
        case .blobLost: 15
        case .blobRefused: 16
        case .blobDemanded: 17
        case .blobPolicyChanged: 18
        case .networkChanged: 19
        case .looked: 20
        }
    }
}
