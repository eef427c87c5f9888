import Dispatch
import Synchronization

/// Advertises this device in the local network and finds the others, by DNS-SD through avahi.
///
/// avahi and dbus may be missing, slow or restarted at any time: then everything found is lost, `unavailable` is
/// emitted, and all requests are made again automatically once they are back. All methods but `stop` return at once;
/// all may be called from any thread. Events arrive one at a time on a private queue.
package final class Discovery: @unchecked Sendable {  // Mutable state is used on `queue` only.
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
    ///   - type: The service type to advertise and to browse for.
    ///   - limits: The limits on resources, sizes and times.
    ///   - random: The source of jitter for the pauses between attempts.
    ///   - kind: Classifies an instance by its name; called on the same queue as `events`.
    ///   - events: Receives the events, on a queue that it must not block for long.
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

    // MARK: - Requests

    /// Advertises a service, replacing any earlier one; if only the attributes differ, it stays advertised throughout.
    ///
    /// - Parameters:
    ///   - name: The wanted instance name, at most 60 bytes; `advertised` reports the name it got.
    ///   - port: The port on which the service listens.
    ///   - text: The attributes, at most 256 bytes including their length bytes.
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

    /// Withdraws the service; other devices notice within about a second.
    package func stopAdvertising() {
        queue.async { [self] in
            withdraw()
            advertisement = nil
        }
    }

    /// Browses for other devices until `stop` is called.
    package func browse() {
        queue.async { [self] in
            wantsInstances = true
            start()
        }
    }

    /// Looks up all instances again, now.
    ///
    /// This happens automatically twice a minute; call it when a person waits for a change, or after a failed dial.
    package func lookAgain() {
        queue.async { [self] in lookUpAll() }
    }

    /// Restarts browsing, because names may now be of another kind than when avahi reported them.
    package func browseAnew() {
        queue.async { [self] in
            if browser != nil { browseAgain() }
        }
    }

    /// Withdraws the service and stops browsing; returns once avahi has released everything, after which no event
    /// follows, or after `stopSecondsMax`.
    package func stop() async {
        await withCheckedContinuation { continuation in
            let stopped = Once(continuation)
            // Not on our queue, which a call into avahi may be blocking.
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

    /// Resumes a continuation on the first call and ignores later ones.
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

    /// Starts the requests that are wanted and not running.
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

    /// Performs an action that needs avahi; if it fails, everything is set up again after a pause.
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
        // A set-up that failed again within the longest pause does not count as a success.
        if let lastSetUp, lastSetUp + limits.retrySecondsMax <= .now() {
            backOff.succeeded()
        }
        lastSetUp = nil
        retry?.cancel()
        let item = DispatchWorkItem { [weak self] in self?.start() }
        retry = item
        queue.asyncAfter(deadline: .now() + backOff.failed(random: &random), execute: item)
    }

    /// Ends all requests and returns the actions that report the lost instances.
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
            // avahi resolves a conflict with another host by renaming, but refuses a name taken on this host.
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

    /// Restarts browsing, so that avahi reports again the instances for which there was no room.
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
