import Logging
import PhlistControl
import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTransport
import Synchronization

/// The owner of the replica: it drains one queue of events and performs the effects of the replica.
///
/// All inputs since the last turn are handled together, and the appends of one turn are committed with one flush. It
/// runs on a queue of its own, because it blocks on the disk.
actor ReplicaHost {
    private let queue = DiskQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    nonisolated let configuration: DaemonConfiguration
    nonisolated let identity: DeviceIdentity
    nonisolated let logger: Logger
    /// Read by event loops, so it is kept where they can access it.
    nonisolated let entrance = Mutex<Entrance?>(nil)
    /// Read by discovery, on its queue.
    nonisolated let announcementKeys = Mutex<AnnouncementKeys?>(nil)
    let refusals: RefusalTeller
    private nonisolated let mailbox = Mailbox<Happening>()

    var replica: Replica
    var store: Store
    let snapshotWriter: SnapshotWriter
    nonisolated let photos: BlobDesk
    /// Limits the photos that are made at once.
    nonisolated let photoTurns = Turns(PhotoLimits.importsMax)
    /// The parts of the log that are lost and not recovered.
    var damage: Damage?
    /// Lost changes recovered from other devices in this run.
    var fetched: [Damage.Fetched] = []
    var isRetrying = false
    var transport: Transport?
    var hub = EventHub()
    /// The clients that have taken all events and wait for more.
    var eventWaiters = Waiters()
    var port: UInt16 = 0
    /// Receives the state of discovery.
    var discoveryListener: (@Sendable (StatusReply.Discovery.State) -> Void)?
    /// The last reported state of discovery.
    var discoveryState = StatusReply.Discovery(state: .off, detail: nil)

    private var commandCount: UInt64 = 0
    private var waitingCommands: [CommandID: CheckedContinuation<Result<CommandResult, CommandError>, Never>] = [:]
    private var timers: [TimerID: UInt64] = [:]
    private var timerCount: UInt64 = 0
    var dials: [PhlistSync.ConnectionID: Endpoint] = [:]
    /// The devices that have connected to this one since the start.
    var callers: Set<DeviceID> = []
    /// The devices that ended in another state after the same changes since the start.
    var alarms: Set<DeviceID> = []
    var dialFailures = DialFailures()
    var silentConnections: Set<PhlistSync.ConnectionID> = []
    var bulk: [PhlistSync.ConnectionID: BulkSender] = [:]
    /// The waiters for a change of the peers, or of the photos that are here.
    var peerWaiters = Waiters()
    /// The deadlines of the waiters: one timer for each wait, however often it is woken before.
    var peerWakeTimes: [ContinuousClock.Instant] = []
    /// The number of commits, to tell an idle store, and that of the commits before the last seal.
    private var (commitCount, sealedCount): (UInt64, UInt64) = (0, 0)
    private static let sealAfterMilliseconds: Int64 = 1000
    /// The last announcement on the network.
    var announced: Announcement?
    var announcer: (@Sendable (Announcement?) -> Void)?
    /// Makes discovery look for all devices again.
    var searcher: (@Sendable () -> Void)?
    /// Makes discovery judge all names again.
    var browser: (@Sendable () -> Void)?
    private(set) var networkWatch: NetworkWatch?
    /// The addresses reported to other devices, in the order of the interfaces.
    private var ownAddresses: [IPAddress] = []
    private var networkListener: (@Sendable ([IPAddress]) -> Void)?

    /// An input of the host.
    enum Happening: Sendable {
        case event(Event)
        case transport(TransportEvent)
    }

    /// Opens the store and replays it.
    init(
        configuration: DaemonConfiguration,
        identity: DeviceIdentity,
        directory: StateDirectory,
        report: StartReport?,
        logger: Logger
    ) throws(ControlError) {
        self.configuration = configuration
        self.identity = identity
        self.logger = logger
        refusals = RefusalTeller(logger: logger)
        snapshotWriter = SnapshotWriter(logger: logger)
        photos = BlobDesk(in: configuration.stateDirectory, logger: logger)
        let opened = try OpenedStore(configuration, identity, in: directory, report, logger)
        replica = opened.replica
        store = opened.store
    }

    /// Starts reporting the addresses of this machine to the replica.
    func watchNetwork() {
        let port = port
        networkWatch = NetworkWatch(listeningOn: configuration.listenPlaces) { [weak self] addresses in
            let endpoints = addresses.map { Endpoint(NetworkAddress($0, port: port).description) }
            self?.report(.event(.networkChanged(endpoints)))
            Task { await self?.networkChanged(to: addresses) }
        }
    }

    /// Listens also on new addresses of this machine.
    private func networkChanged(to addresses: [IPAddress]) async {
        ownAddresses = addresses
        networkListener?(addresses)
        do throws(TransportError) {
            try await transport?.listenAgain(on: configuration.listenPlaces, port: port)
        } catch {
            logger.warning("cannot listen for other devices", metadata: ["reason": "\(error)"])
        }
    }

    /// Sets the function that receives the addresses of this machine, now and after each change.
    func onNetworkChange(_ listener: @escaping @Sendable ([IPAddress]) -> Void) {
        networkListener = listener
        if !ownAddresses.isEmpty { listener(ownAddresses) }
    }

    /// Sets the function that receives the state of discovery, now and after each change.
    func onDiscoveryChange(_ listener: @escaping @Sendable (StatusReply.Discovery.State) -> Void) {
        discoveryListener = listener
        listener(discoveryState.state)
    }

    /// The addresses of this machine for people to type: those of IPv4, otherwise all that are valid beyond one link.
    var addressesToTell: [String] {
        let plain = ownAddresses.filter { !$0.isIPv6 }
        return (plain.isEmpty ? ownAddresses.filter { $0.scope == 0 } : plain).map(\.description)
    }

    /// Reports an input; it is handled soon, in the order of the reports.
    nonisolated func report(_ happening: Happening) {
        if mailbox.put(happening) {
            queue.async { self.assumeIsolated { $0.drain() } }
        }
    }

    /// Returns when every earlier report is handled.
    func caughtUp() {}

    /// Performs a command and waits until its effects are durable.
    func perform(_ command: Command) async throws(CommandError) -> CommandResult {
        let id = nextCommandID()
        let result = await withCheckedContinuation { continuation in
            waitingCommands[id] = continuation
            report(.event(.command(id, command)))
        }
        return try result.get()
    }

    func nextCommandID() -> CommandID {
        commandCount += 1
        return CommandID(rawValue: commandCount)
    }

    func resume(_ id: CommandID, with result: Result<CommandResult, CommandError>) {
        waitingCommands.removeValue(forKey: id)?.resume(returning: result)
    }

    /// Handles all inputs since the last turn; later ones wait for the next turn, so that readers get theirs.
    private func drain() {
        let happenings = mailbox.takeAll()
        guard !happenings.isEmpty else { return }
        let now = Now.read()
        var effects: [Effect] = []
        for happening in happenings {
            for event in events(of: happening) {
                effects += replica.handle(event, now: now)
            }
        }
        run(effects)
        writeSnapshotWhenDue()
        happenings.forEach(consume)
        queue.async { self.assumeIsolated { $0.drain() } }
    }

    /// Performs the effects of the replica; the appends of one turn share one flush, and their effects come next.
    func run(_ effects: [Effect]) {
        var effects = effects
        while !effects.isEmpty {
            var appends: [PendingAppend] = []
            for effect in effects {
                if let append = effect.append {
                    appends.append(append)
                } else {
                    perform(effect)
                }
            }
            effects = commit(appends)
        }
    }

    private func commit(_ appends: [PendingAppend]) -> [Effect] {
        guard !appends.isEmpty else { return [] }
        let commit = store.commit(appends, of: &replica, now: Now.read())
        if let failure = commit.failure {
            logger.error("append failed", metadata: ["cause": "\(failure)"])
            retryWhenFull()
        } else {
            sealWhenIdle()
        }
        return commit.effects
    }

    private func sealWhenIdle() {
        commitCount += 1
        if commitCount == sealedCount + 1 { sealUnlessCommitted(since: commitCount) }
    }

    /// Seals the log after a second without a commit; one timer at a time, however many commits there are.
    private func sealUnlessCommitted(since number: UInt64) {
        later(Self.sealAfterMilliseconds) { host in
            guard host.commitCount == number else { return host.sealUnlessCommitted(since: host.commitCount) }
            host.sealedCount = number
            host.store.seal()
        }
    }

    /// Runs a function after a delay, unless the host has ended by then.
    func later(_ milliseconds: Int64, _ body: @escaping @Sendable (isolated ReplicaHost) -> Void) {
        queue.async(afterMilliseconds: milliseconds) { [weak self] in
            self?.assumeIsolated { body($0) }
        }
    }

    func startTimer(_ id: TimerID, milliseconds: Int64) {
        timerCount += 1
        let number = timerCount
        timers[id] = number
        queue.async(afterMilliseconds: milliseconds) { [weak self] in
            self?.assumeIsolated { $0.timerFired(id, number) }
        }
    }

    /// Ends one wait for a change of the peers.
    nonisolated func wakePeerWaiter(_ number: UInt64) {
        queue.async {
            self.assumeIsolated { $0.peerWaiters.wake(number) }
        }
    }

    private func timerFired(_ id: TimerID, _ number: UInt64) {
        guard timers[id] == number else { return }
        timers[id] = nil
        report(.event(.timerFired(id)))
    }
}
