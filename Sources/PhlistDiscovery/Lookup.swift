import Dispatch

/// Looks up one sighting: first its host, port and text, then the addresses of the host.
///
/// The first request ends as soon as it is answered, because each is a thread and a connection to D-Bus.
final class Lookup {
    /// An answer of a lookup; `ended` is the last.
    enum Answer {
        case resolved(port: UInt16, text: [UInt8])
        case address(InstanceAddress)
        case ended
    }

    private let sighting: Sighting
    private let limits: DiscoveryLimits
    private let queue: ServiceQueue
    private let answer: (Answer) -> Void
    private var requests: [ServiceReference] = []
    private var timer: DispatchWorkItem?
    private var hasAddress = false

    init(_ sighting: Sighting, limits: DiscoveryLimits, on queue: ServiceQueue, answer: @escaping (Answer) -> Void) {
        self.sighting = sighting
        self.limits = limits
        self.queue = queue
        self.answer = answer
    }

    func start() {
        endAfter(limits.lookupTimeoutSeconds)
        request { () throws(ServiceError) in
            try .resolve(sighting, on: queue) { [weak self] in self?.received($0) }
        }
    }

    /// Ends the lookup without a further answer.
    func cancel() {
        requests.forEach { $0.cancel() }
        requests = []
        timer?.cancel()
        timer = nil
    }

    private func received(_ received: ServiceReference.Answer) {
        switch received {
        case .resolved(let host, let port, let text):
            requests.forEach { $0.cancel() }
            requests = []
            answer(.resolved(port: port, text: text))
            query(host, ipv6: false)
            query(host, ipv6: true)
        case .address(let address):
            if !hasAddress {
                hasAddress = true
                endAfter(limits.lookupSettleSeconds)
            }
            answer(.address(address))
        case .failed:
            end()
        case .registered, .added, .removed:
            break
        }
    }

    private func query(_ host: String, ipv6: Bool) {
        request { () throws(ServiceError) in
            try .query(host: host, ipv6: ipv6, interface: sighting.interface, on: queue) { [weak self] in
                self?.received($0)
            }
        }
    }

    /// Makes a request; failure ends the lookup, and `Discovery` notices on its own if avahi is gone.
    private func request(_ make: () throws(ServiceError) -> ServiceReference) {
        do {
            requests.append(try make())
        } catch {
            endAfter(0)
        }
    }

    private func endAfter(_ seconds: Double) {
        timer?.cancel()
        let item = DispatchWorkItem { [weak self] in self?.end() }
        timer = item
        queue.queue.asyncAfter(deadline: .now() + seconds, execute: item)
    }

    private func end() {
        guard timer != nil else { return }
        cancel()
        answer(.ended)
    }
}
