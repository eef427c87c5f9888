import HeapModule
import PhlistHousehold
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTestKit
import PhlistWitness

/// A household of simulated machines on a simulated network: one seed, one history.
package struct Simulation {
    package internal(set) var options: SimulationOptions
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
    /// The acknowledged additions and changes of items.
    var acknowledged: [AcknowledgedItem] = []
    var edits: [AcknowledgedEdit] = []
    /// The items that somebody wanted to remove permanently.
    var purged: Set<EntityReference> = []
    var promises = Promises()
    var chronicle = Chronicle()
    var witness = Witness()
    /// The order that a machine carries out in this turn; nil without a command.
    var currentOrder: Order?
    /// The lists that show or have shown each photo.
    var photoScopes: [BlobID: Set<ScopeID>] = [:]
    /// The number of times that the logs of a device have lost something or were copied.
    var losses: [DeviceID: Int] = [:]
    /// The list that everyone sees; nil until it is made.
    var shared: ScopeID?
    /// The household that all devices belong to; nil until it is formed.
    var home: ScopeID?
    /// The machines that are not admitted yet.
    var outsiders: Set<Int> = []
    /// The machines whose device was removed.
    var gone: Set<Int> = []
    /// The devices that were ever admitted.
    var everIn: Set<DeviceID> = []
    /// The removals, with their authors.
    var removals: [(device: DeviceID, by: DeviceID)] = []
    /// Receives a line for each event.
    let observer: Observer?
    /// The first failed check during the run.
    private(set) var broken: SimulationFailure?

    private struct TimerKey: Hashable {
        var node: Int
        var timer: TimerID
    }

    /// An action at a given time.
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

    /// An action that can be scheduled.
    enum Action {
        case event(node: Int, run: Int, Event)
        case timer(node: Int, run: Int, TimerID, generation: UInt64)
        case dial(from: Int, run: Int, Endpoint)
        /// A slow connection takes the next message of batches.
        case drained(node: Int, run: Int, ConnectionID)
        case user
        /// A user changes something in the list that everyone sees.
        case edit(node: Int, run: Int)
        case fault(Fault)
        case restart(node: Int)
        /// A full disk is tried again.
        case retry(node: Int, run: Int)
        /// The power of the machine goes off.
        case powerOff(node: Int, run: Int)
        /// A snapshot that was started is written.
        case snapshot(node: Int, run: Int)

        /// The machine where it happens; nil for an action from outside.
        var node: Int? {
            switch self {
            case .event(let node, _, _), .timer(let node, _, _, _), .dial(let node, _, _), .drained(let node, _, _),
                .edit(let node, _), .retry(let node, _), .powerOff(let node, _), .snapshot(let node, _):
                node
            case .user, .fault, .restart: nil
            }
        }
    }

    /// Sets up the machines; `run` starts them.
    package init(seed: UInt64, options: SimulationOptions, observer: Observer? = nil) {
        self.options = options
        self.observer = observer
        random = SeededRandom(seed: seed)
        for number in 0..<options.replicas {
            addMachine("node-\(number)")
        }
        outsiders = Set((0..<options.replicas).suffix(max(0, min(options.lateJoins, options.replicas - 1))))
        for number in nodes.indices.dropFirst() { chooseUser(of: number) }
        let old = nodes.indices.shuffled(using: &random).prefix(options.oldVersions)
        for number in old {
            nodes[number].isOld = true
        }
    }

    /// Adds a machine that is not in the household yet.
    mutating func addMachine(_ name: String) {
        let decades = Int64.random(in: -30...30, using: &random) * 365 * 86_400_000
        let offset = 1_800_000_000_000 + (options.hasWrongClocks ? decades : 0)
        let key = (0..<91).map { _ in UInt8.random(in: 0...255, using: &random) }
        let node = SimulatedNode(number: nodes.count, name: name, publicKey: key, clockOffset: offset)
        nodes.append(node)
    }

    /// Runs the history of one household, then heals everything and checks the promises.
    package mutating func run() throws(SimulationFailure) {
        try formHousehold()
        if options.isOrderly, options.oldVersions == 0 {
            try checkImmediacy()
        }
        let start = time
        for _ in 0..<options.commands {
            schedule(.user, after: Int64.random(in: 0...60_000, using: &random))
        }
        for (fault, count) in options.faults {
            for _ in 0..<count {
                schedule(.fault(fault), after: Int64.random(in: 0...fault.latest, using: &random))
            }
        }
        try advance(until: start + 65_000)
        try settle()
        try check()
        try checkImmediacy()
        try check()
        try checkStates()
        try checkEdits()
        try checkReplay()
    }

    mutating func schedule(_ action: Action, after delay: Int64) {
        scheduledCount += 1
        queue.insert(Scheduled(time: time + delay, order: scheduledCount, action: action))
    }

    /// Runs scheduled actions until a point in time.
    mutating func advance(until end: Int64) throws(SimulationFailure) {
        while let next = queue.popMin() {
            guard next.time <= end else {
                queue.insert(next)
                break
            }
            time = next.time
            if let node = next.action.node, max(nodes[node].asleepUntil, nodes[node].busyUntil) > time {
                schedule(next.action, after: max(nodes[node].asleepUntil, nodes[node].busyUntil) - time)
            } else {
                try perform(next.action)
            }
            if let broken { throw broken }
        }
        time = max(time, end)
    }

    /// Returns an event with the others that arrive at the same moment: a daemon handles them in one turn, before
    /// anything of it is durable.
    private mutating func turn(of event: Event, for number: Int, run: Int) -> [Event] {
        var events = [event]
        while let next = queue.min, next.time == time, case .event(number, run, let event) = next.action {
            queue.removeMin()
            events.append(event)
        }
        coverage.note(.merged, times: events.count { if case .received = $0 { true } else { false } } > 1 ? 1 : 0)
        return events
    }

    private mutating func deliver(_ events: [Event], to number: Int, run: Int) {
        guard isRunning(number, run) else { return }
        report(events, to: number)
    }

    private func isRunning(_ number: Int, _ run: Int) -> Bool {
        nodes[number].isUp && nodes[number].run == run
    }

    private mutating func perform(_ action: Action) throws(SimulationFailure) {
        switch action {
        case .event(let node, let run, let event):
            deliver(turn(of: event, for: node, run: run), to: node, run: run)
        case .timer(let node, let run, let timer, let generation):
            let isCurrent = timers[TimerKey(node: node, timer: timer)] == generation
            guard isRunning(node, run), isCurrent else { return }
            report(.timerFired(timer), to: node)
        case .dial(let node, let run, let endpoint):
            guard isRunning(node, run) else { return }
            connect(node, to: endpoint)
        case .drained(let node, let run, let connection):
            guard isRunning(node, run) else { return }
            sendBatches(from: node, on: connection)
        case .user:
            giveCommand()
        case .edit(let node, let run):
            guard isRunning(node, run) else { return }
            edit(on: node)
        case .fault(let fault):
            try strike(fault)
        case .restart(let node):
            try restart(node)
        case .retry(let node, let run):
            guard isRunning(node, run) else { return }
            retry(node)
        case .powerOff(let node, let run):
            guard isRunning(node, run) else { return }
            goDown(node)
        case .snapshot(let node, let run):
            guard isRunning(node, run) else { return }
            finishSnapshot(of: node)
        }
    }

    mutating func report(_ event: Event, to number: Int) {
        report([event], to: number)
    }

    /// Hands the events of one turn to a replica and performs its effects, as the daemon does: the appends of the turn
    /// are committed together, and the effects of the commit come next.
    private mutating func report(_ events: [Event], to number: Int) {
        guard nodes[number].isUp else { return }
        nodes[number].heldInTurn = [nodes[number].held]
        var effects: [Effect] = []
        for event in events {
            note(event, of: number)
            tell(event, to: number)
            let more = nodes[number].handle(event, at: time)
            effects = effects.isEmpty ? more : effects + more
        }
        while !effects.isEmpty {
            guard let next = perform(effects, of: number) else { return }
            effects = next
        }
        watch(number)
    }

    /// Performs the effects of a replica.
    ///
    /// - Returns: The effects of what is durable now; nil when the machine went down.
    private mutating func perform(_ effects: [Effect], of number: Int) -> [Effect]? {
        var appends: [PendingAppend] = []
        for effect in effects {
            guard survivesEffect(number) else { return nil }
            switch effect {
            case .append(let id, let records): appends.append((id, records))
            default: perform(effect, of: number)
            }
            guard nodes[number].isUp else { return nil }
        }
        return appends.isEmpty || survivesEffect(number) ? commit(appends, of: number) : nil
    }

    /// Counts down to the power cut that was scheduled between two effects.
    private mutating func survivesEffect(_ number: Int) -> Bool {
        guard let left = nodes[number].effectsUntilCrash else { return true }
        nodes[number].effectsUntilCrash = left - 1
        guard left <= 0 else { return true }
        coverage.note(.crashInTurn)
        goDown(number)
        return false
    }

    private mutating func perform(_ effect: Effect, of number: Int) {
        switch effect {
        case .reply(let id, let result):
            replies[id] = result
            coverage.note(.fullReply, times: result == .failure(.storage(.diskFull)) ? 1 : 0)
        case .send(let connection, let message):
            send(message, from: number, on: connection)
        case .sendInTurn(let connection, let message):
            if nodes[number].queue(message, for: connection) {
                sendBatches(from: number, on: connection)
            }
        case .sendBatches(let connection, let request):
            if nodes[number].queue(request, for: connection) {
                sendBatches(from: number, on: connection)
            }
        case .dropBatches(let connection, let scope):
            coverage.note(.withdrawn)
            nodes[number].dropBatches(of: scope, for: connection)
            reportSentBatches(by: number, on: connection)
        case .close(let connection, let reason):
            noteClose(reason)
            close(connection, by: number)
        case .dial(let endpoint):
            schedule(.dial(from: number, run: nodes[number].run, endpoint), after: 1)
        case .startTimer(let timer, let milliseconds):
            start(timer, of: number, milliseconds)
        case .alarm(let scope, let device):
            fail(.alarm, "\(nodes[number].name) and \(device) differ in \(scope) with equal vectors")
        case .healthChanged:
            noteHealth(of: number)
        case .sendManifest, .sendChunk, .beginBlob, .keepChunk, .finishBlob, .dropBlob:
            handlePhotos(effect, of: number)
        case .append, .notify, .rosterChanged, .announcementChanged, .peersChanged, .searchAgain, .blobsChanged:
            break
        }
    }

    private mutating func start(_ timer: TimerID, of number: Int, _ milliseconds: Int64) {
        scheduledCount += 1
        timers[TimerKey(node: number, timer: timer)] = scheduledCount
        let action = Action.timer(node: number, run: nodes[number].run, timer, generation: scheduledCount)
        schedule(action, after: milliseconds)
    }

    /// Ends all lasting faults.
    mutating func withoutFaults() {
        options.lossPercent = 0
        options.reorderPercent = 0
        options.duplicatePercent = 0
        options.slowPercent = 0
        network.heal()
        // Scheduled faults are cancelled.
        queue = Heap(queue.unordered.filter { if case .fault = $0.action { false } else { true } })
        for node in nodes {
            (node.asleepUntil, node.busyUntil) = (0, 0)
            node.effectsUntilCrash = nil
            node.fillDisk(false)
            node.mendDisk()
            if node.isLying { node.endLie() }
        }
        // The scheduled cut may have happened in a call whose result was ignored: a read, or the release of a lock.
        for number in nodes.indices where nodes[number].isPowerCutArranged && nodes[number].isUp {
            goDown(number)
        }
    }

    /// Traces that a replica has handled an event, which may have come from the store.
    mutating func note(_ event: Event, of number: Int) {
        trace.note(event: event.code, node: number, at: time)
    }

    mutating func noteSent(_ bytes: [UInt8]) {
        trace.note(bytes)
    }

    /// Records the first failed check, which ends the simulation.
    mutating func fail(_ check: SimulationFailure.Check, _ description: String) {
        broken = broken ?? SimulationFailure(check, description)
    }
}

extension Event {
    /// The number of the kind of event in a trace.
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
        case .chunkWritten: 22
        case .batchesSent: 23
        case .announcementNameTaken: 24
        case .endpointUnconfigured: 25
        }
    }
}
