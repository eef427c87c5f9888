import CAvahiAllocator
import CDNSSD
import Dispatch
import Glibc

/// The queue on which requests to libdns_sd run.
struct ServiceQueue {
    /// Serial: the library counts its references without a lock.
    let queue: DispatchQueue
    /// Entered by each request and left when the library has released it.
    let released = DispatchGroup()
}

/// A running request to libdns_sd; only this file calls the library.
///
/// A request is released in the cancel handler of the source that watches its socket, after which nothing calls into
/// it. Until `cancel` it keeps itself alive.
final class ServiceReference {
    /// An answer to a request, which may get any number of them.
    enum Answer {
        case registered(name: String)
        case added(Sighting)
        case removed(Sighting)
        case resolved(host: String, port: UInt16, text: [UInt8])
        case address(InstanceAddress)
        /// The request is dead.
        case failed(ServiceError)
    }

    private let answer: (Answer) -> Void
    private var reference: DNSServiceRef?
    private var source: (any DispatchSourceRead)?

    /// Evaluated once, before the first call: silences the library's advice on standard error, and makes it survive the
    /// end of avahi-daemon.
    private static let prepared: Void = {
        setenv("AVAHI_COMPAT_NOWARN", "1", 1)
        phlist_avahi_zeroing_allocator()
    }()

    private init(
        on queue: ServiceQueue,
        answer: @escaping (Answer) -> Void,
        start: (inout DNSServiceRef?, UnsafeMutableRawPointer) -> DNSServiceErrorType
    ) throws(ServiceError) {
        _ = Self.prepared
        self.answer = answer
        var new: DNSServiceRef?
        let code = start(&new, Unmanaged.passUnretained(self).toOpaque())
        guard code == 0, let new else { throw ServiceError(code: code) }
        reference = new
        watch(new, on: queue)
    }

    private func watch(_ reference: DNSServiceRef, on queue: ServiceQueue) {
        let socket = DNSServiceRefSockFD(reference)
        let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue.queue)
        source.setEventHandler { [self] in readable() }
        queue.released.enter()
        // Retains this object until the library has released the request.
        source.setCancelHandler { [self] in
            DNSServiceRefDeallocate(self.reference)
            queue.released.leave()
        }
        self.source = source
        source.activate()
    }

    private func readable() {
        guard source?.isCancelled == false else { return }
        let code = DNSServiceProcessResult(reference)
        if code != 0 {
            report(.failed(ServiceError(code: code)))
        }
    }

    /// Ends the request; no answer follows.
    func cancel() {
        source?.cancel()
        source = nil
    }

    private func report(_ answer: Answer) {
        guard source?.isCancelled == false else { return }
        self.answer(answer)
    }
}

// MARK: - The five requests

extension ServiceReference {
    /// Advertises a service.
    static func register(
        name: String,
        type: String,
        port: UInt16,
        text: [UInt8],
        on queue: ServiceQueue,
        answer: @escaping (Answer) -> Void
    ) throws(ServiceError) -> ServiceReference {
        try ServiceReference(on: queue, answer: answer) { reference, context in
            DNSServiceRegister(
                &reference,
                0,
                0,
                name,
                type,
                nil,
                nil,
                port.bigEndian,
                UInt16(text.count),
                text,
                { _, _, code, name, _, _, context in
                    ServiceReference.from(context, code)?.report(.registered(name: ServiceReference.string(name)))
                },
                context
            )
        }
    }

    /// Changes the TXT record of a registered service.
    func update(text: [UInt8]) throws(ServiceError) {
        let code = DNSServiceUpdateRecord(reference, nil, 0, UInt16(text.count), text, 0)
        guard code == 0 else { throw ServiceError(code: code) }
    }

    /// Browses for services of a type.
    static func browse(
        type: String,
        on queue: ServiceQueue,
        answer: @escaping (Answer) -> Void
    ) throws(ServiceError) -> ServiceReference {
        try ServiceReference(on: queue, answer: answer) { reference, context in
            DNSServiceBrowse(
                &reference,
                0,
                0,
                type,
                nil,
                { _, flags, interface, code, name, type, domain, context in
                    let sighting = Sighting(
                        name: ServiceReference.string(name),
                        type: ServiceReference.string(type),
                        domain: ServiceReference.string(domain),
                        interface: interface
                    )
                    let isThere = ServiceReference.isAdded(flags)
                    ServiceReference.from(context, code)?.report(isThere ? .added(sighting) : .removed(sighting))
                },
                context
            )
        }
    }

    /// Resolves a sighting to its host, port and text.
    static func resolve(
        _ sighting: Sighting,
        on queue: ServiceQueue,
        answer: @escaping (Answer) -> Void
    ) throws(ServiceError) -> ServiceReference {
        try ServiceReference(on: queue, answer: answer) { reference, context in
            DNSServiceResolve(
                &reference,
                0,
                sighting.interface,
                sighting.name,
                sighting.type,
                sighting.domain,
                { _, _, _, code, _, host, port, length, text, context in
                    let host = ServiceReference.string(host)
                    let text = ServiceReference.bytes(text, count: length)
                    let port = UInt16(bigEndian: port)
                    ServiceReference.from(context, code)?.report(.resolved(host: host, port: port, text: text))
                },
                context
            )
        }
    }

    /// Queries the IPv4 or the IPv6 addresses of a host on an interface.
    static func query(
        host: String,
        ipv6: Bool,
        interface: UInt32,
        on queue: ServiceQueue,
        answer: @escaping (Answer) -> Void
    ) throws(ServiceError) -> ServiceReference {
        let type = UInt16(ipv6 ? kDNSServiceType_AAAA : kDNSServiceType_A)
        return try ServiceReference(on: queue, answer: answer) { reference, context in
            DNSServiceQueryRecord(
                &reference,
                0,
                interface,
                host,
                type,
                UInt16(kDNSServiceClass_IN),
                { _, flags, interface, code, _, _, _, length, data, _, context in
                    let bytes = ServiceReference.bytes(data, count: length)
                    guard let self = ServiceReference.from(context, code), ServiceReference.isAdded(flags),
                        let address = InstanceAddress(bytes: bytes, interface: interface)
                    else { return }
                    self.report(.address(address))
                },
                context
            )
        }
    }

    // MARK: - From C

    /// Returns the request that a callback is for; reports an error and returns nil if the callback carries one.
    private static func from(_ context: UnsafeMutableRawPointer?, _ code: DNSServiceErrorType) -> ServiceReference? {
        guard let context else { return nil }
        let reference = Unmanaged<ServiceReference>.fromOpaque(context).takeUnretainedValue()
        guard code != 0 else { return reference }
        reference.report(.failed(ServiceError(code: code)))
        return nil
    }

    private static func isAdded(_ flags: DNSServiceFlags) -> Bool {
        flags & DNSServiceFlags(kDNSServiceFlagsAdd) != 0
    }

    private static func string(_ text: UnsafePointer<CChar>?) -> String {
        text.map { String(cString: $0) } ?? ""
    }

    private static func bytes(_ start: UnsafeRawPointer?, count: UInt16) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
    }
}
