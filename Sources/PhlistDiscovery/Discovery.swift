import Dispatch
import Synchronization

/// Makes this device known in the local network and finds the others, by DNS-SD through avahi.
///
/// avahi and dbus may be missing, slow or restarted at any time: then everything is lost, `unavailable` is told, and
/// what was asked for is set up again as soon as they are back, without the caller's doing. All methods return at once
/// and may be called from any thread; events come one after the other on a queue of our own.
package final class Discovery: @unchecked Sendable {  // Whatever can change is used on `queue` only.
    private struct Advertisement {
        let name: String
        let port: UInt16
        let text: [String: [UInt8]]
    }

    private enum Status: Equatable {
        case unknown
        case available
        case unavailable
    }

    private let service = ServiceQueue(queue: DispatchQueue(label: "phlist.discovery"))
    private let type: String
    private let limits: DiscoveryLimits
    private let kind: @Sendable (String) -> InstanceKind
    private let emit: @Sendable (DiscoveryEvent) -> Void

    private var random: any RandomNumberGenerator
    private var status = Status.unknown
    private var backOff: BackOff
    private var retry: DispatchWorkItem?
    private var lastSetUp: DispatchTime?

    private var advertisement: Advertisement?
    private var registration: ServiceReference?
    private var wantsInstances = false
    private var browser: ServiceReference?

    private var table: InstanceTable
    private var toldOwnInterfaces: [UInt32] = []
    private var waiting: LookupQueue
    private var lookups: [Sighting: Lookup] = [:]
    private var refresh: DispatchWorkItem?

    /// Creates a discovery that does nothing yet.
    ///
    /// - Parameters:
    ///   - type: The type of service, ours and that of the others.
    ///   - limits: What is granted to the network.
    ///   - random: Spreads the pauses between tries.
    ///   - kind: Tells by the name of an instance what it is, on the same queue as events.
    ///   - events: Is told what is found, on a queue that it must not hold up for long.
    package init(
        type: String = "_phlist._tcp",
        limits: DiscoveryLimits = DiscoveryLimits(),
        random: sending any RandomNumberGenerator = SystemRandomNumberGenerator(),
        kind: @escaping @Sendable (String) -> InstanceKind = { _ in .member },
        events: @escaping @Sendable (DiscoveryEvent) -> Void
    ) {
        self.type = type
        self.limits = limits
        self.random = random
        self.kind = kind
        emit = events
        backOff = BackOff(limits: limits)
        table = InstanceTable(limits: limits)
        waiting = LookupQueue(limits: limits)
    }

    private var queue: DispatchQueue { service.queue }

    // MARK: - What may be asked for

    /// Makes a service known, in place of one that was made known before; when only its attributes are others, it stays
    /// known all the while.
    ///
    /// - Parameters:
    ///   - name: The wanted instance name, at most 60 bytes; `advertised` tells the name that it got.
    ///   - port: Where the service listens.
    ///   - text: The attributes, at most 256 bytes with their lengths.
    package func advertise(name: String, port: UInt16, text: [String: [UInt8]]) {
        queue.async { [self] in
            let former = advertisement
            advertisement = Advertisement(name: name, port: port, text: text)
            if let registration, let former, (former.name, former.port) == (name, port) {
                attempt { () throws(ServiceError) in try registration.update(text: encoded(text)) }
            } else {
                withdraw()
                start()
            }
        }
    }

    /// Takes the service back; the others notice within about a second.
    package func stopAdvertising() {
        queue.async { [self] in
            withdraw()
            advertisement = nil
        }
    }

    /// Looks for others, until `stop`.
    package func browse() {
        queue.async { [self] in
            wantsInstances = true
            start()
        }
    }

    /// Looks up all instances again, now.
    ///
    /// This happens by itself twice a minute; call it where somebody waits for a change, or when a dial failed.
    package func lookAgain() {
        queue.async { [self] in lookUpAll() }
    }

    /// Browses anew: names are of other kinds now than when avahi told of them.
    package func browseAnew() {
        queue.async { [self] in
            if browser != nil { browseAgain() }
        }
    }

    /// Takes the service back, stops looking, and returns when avahi was told so, or does not listen; no event follows
    /// in the first case.
    package func stop() async {
        await withCheckedContinuation { continuation in
            let stopped = Once(continuation)
            // Not on our queue: a call into avahi may be what holds it up.
            DispatchQueue.global().asyncAfter(deadline: .now() + limits.stopSecondsMax) { stopped.resume() }
            queue.async { [self] in
                advertisement = nil
                wantsInstances = false
                retry?.cancel()
                _ = tearDown()
                service.released.notify(queue: queue) { stopped.resume() }
            }
        }
    }

    /// Resumes a continuation the first time that it is asked to.
    private final class Once: Sendable {
        private let continuation: Mutex<CheckedContinuation<Void, Never>?>

        init(_ continuation: CheckedContinuation<Void, Never>) {
            self.continuation = Mutex(continuation)
        }

        func resume() {
            continuation.withLock { exchange(&$0, with: nil) }?.resume()
        }
    }

    // MARK: - Setting up and tearing down

    /// Sets up what is wanted and not there yet.
    private func start() {
        attempt { () throws(ServiceError) in
            if let advertisement, registration == nil {
                registration = try register(advertisement)
            }
            if wantsInstances, browser == nil {
                browser = try .browse(type: type, on: service) { [weak self] in self?.browsed($0) }
                refreshLater()
            }
        }
    }

    /// Does what needs avahi: when it fails everything is set up anew after a pause.
    private func attempt(_ action: () throws(ServiceError) -> Void) {
        do {
            try action()
            succeeded()
        } catch {
            failed(error)
        }
    }

    private func succeeded() {
        retry?.cancel()
        guard status != .available else { return }
        status = .available
        lastSetUp = .now()
        emit(.available)
    }

    private func failed(_ error: ServiceError) {
        perform(tearDown())
        if status != .unavailable {
            status = .unavailable
            emit(.unavailable(reason: error.description))
        }
        // What works only for moments has not succeeded.
        if let lastSetUp, lastSetUp + limits.retrySecondsMax <= .now() {
            backOff.succeeded()
        }
        lastSetUp = nil
        retry?.cancel()
        let item = DispatchWorkItem { [weak self] in self?.start() }
        retry = item
        queue.asyncAfter(deadline: .now() + backOff.failed(random: &random), execute: item)
    }

    /// Ends all requests, and gives what there is to tell about that.
    private func tearDown() -> [InstanceTable.Action] {
        browser?.cancel()
        browser = nil
        withdraw()
        refresh?.cancel()
        lookups.values.forEach { $0.cancel() }
        lookups = [:]
        waiting = LookupQueue(limits: limits)
        return table.cleared()
    }

    // MARK: - Our own service

    private func register(_ advertisement: Advertisement) throws(ServiceError) -> ServiceReference {
        let text = try encoded(advertisement.text)
        var tries = 1
        while true {
            // On another host avahi renames by itself, on this one it refuses.
            let name = tries == 1 ? advertisement.name : "\(advertisement.name)-\(tries)"
            do throws(ServiceError) {
                perform(table.ownNameChanged(to: name))
                return try .register(name: name, type: type, port: advertisement.port, text: text, on: service) {
                    [weak self] in self?.registered($0)
                }
            } catch .nameConflict where tries < limits.renamesMax {
                tries += 1
            }
        }
    }

    private func encoded(_ text: [String: [UInt8]]) throws(ServiceError) -> [UInt8] {
        guard let bytes = TextRecord.encode(text, sizeMax: limits.textSizeMax) else { throw .textTooLarge }
        return bytes
    }

    private func registered(_ answer: ServiceReference.Answer) {
        switch answer {
        case .registered(let name):
            perform(table.ownNameChanged(to: name))
            emit(.advertised(name: name, wanted: advertisement?.name ?? name))
        case .failed(let error):
            failed(error)
        case .added, .removed, .resolved, .address:
            break
        }
    }

    private func withdraw() {
        registration?.cancel()
        registration = nil
        perform(table.ownNameChanged(to: nil))
    }

    // MARK: - The others

    private func browsed(_ answer: ServiceReference.Answer) {
        switch answer {
        case .added(let sighting): perform(table.added(sighting, as: kind(sighting.name)))
        case .removed(let sighting): perform(table.removed(sighting))
        case .failed(let error): failed(error)
        case .registered, .resolved, .address: break
        }
    }

    private func perform(_ actions: [InstanceTable.Action]) {
        for action in actions {
            switch action {
            case .look(let sighting): waiting.add(sighting)
            case .forget(let sighting): endLookup(sighting)
            case .tell(let event): emit(event)
            }
        }
        let interfaces = table.ownInterfaces
        if interfaces != toldOwnInterfaces {
            toldOwnInterfaces = interfaces
            emit(.ownSeen(interfaces: interfaces))
        }
        startLookups()
    }

    private func startLookups() {
        while browser != nil, let sighting = waiting.next() {
            let lookup = Lookup(sighting, limits: limits, on: service) { [weak self] in self?.looked(sighting, $0) }
            lookups[sighting] = lookup
            lookup.start()
        }
    }

    private func looked(_ sighting: Sighting, _ answer: Lookup.Answer) {
        switch answer {
        case .resolved(let port, let text):
            let attributes = TextRecord.decode(text, sizeMax: limits.textSizeMax) ?? [:]
            perform(table.resolved(sighting, port: port, text: attributes))
        case .address(let address):
            perform(table.addressFound(address, of: sighting))
        case .ended:
            endLookup(sighting)
            perform(table.lookedUp(sighting))
        }
    }

    private func endLookup(_ sighting: Sighting) {
        lookups.removeValue(forKey: sighting)?.cancel()
        waiting.remove(sighting)
    }

    private func lookUpAll() {
        perform(table.sightings.map { .look($0) })
    }

    private func refreshAll() {
        perform(table.forgetUnseen())
        if table.missesInstances { browseAgain() }
        lookUpAll()
    }

    /// Lets avahi tell of everything once more: it told of what had no room then.
    private func browseAgain() {
        table.browsingAgain()
        browser?.cancel()
        browser = nil
        start()
    }

    private func refreshLater() {
        let item = DispatchWorkItem { [weak self] in
            self?.refreshAll()
            self?.refreshLater()
        }
        refresh?.cancel()
        refresh = item
        queue.asyncAfter(deadline: .now() + limits.refreshSeconds, execute: item)
    }
}
