import Logging
import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTransport
import Synchronization

/// Start and stop of the host.
extension ReplicaHost {
    /// Listens, dials, and founds a household at the first start; returns when its first records are durable.
    func start() async throws(ControlError) {
        let settings = TransportConfiguration(
            identity: identity,
            applicationProtocol: "phlist/2",
            letter: { [self] in entrance.withLock { $0?.letter ?? [] } },
            admission: { [self] key in
                let door = entrance.withLock { $0?.door }
                return door?.opens(to: DeviceID(publicKey: key.publicKey), with: key.letter) ?? false
            }
        )
        let transport = Transport(settings) { [weak self] event in
            self?.report(.transport(event))
        }
        self.transport = transport
        do throws(TransportError) {
            port = try await transport.listen(
                on: configuration.listenPlaces,
                port: UInt16(clamping: configuration.port)
            )
        } catch {
            throw ControlError(.unavailable, "cannot listen for other devices: \(error)")
        }
        let isFounding = replica.library.householdID == nil
        openPhotos()
        report(.event(.started))
        for peer in configuration.peers {
            report(.event(.endpointConfigured(Endpoint(peer))))
        }
        watchNetwork()
        // A command without changes returns after the founding.
        _ = try await run(.synchronize)
        guard !isFounding || store.lastFailure == nil else {
            throw ControlError(
                .inputOutput,
                "the household cannot be founded: \(store.lastFailure.map { "\($0)" } ?? "")"
            )
        }
        if configuration.port != 0, Int(port) != configuration.port {
            logger.notice("port taken, using another", metadata: ["port": "\(port)"])
        }
    }

    /// Says goodbye to the peers and marks the log as closed in order.
    func stop() async {
        report(.event(.stopping))
        eventWaiters.end()
        await transport?.shutdown()
        // The transport refers to this host for admission; without it the last reference to the host frees
        // the store.
        transport = nil
        photos.close()
        closeStore()
    }

    /// Sets the functions that announce this device and look for others.
    func setDiscovery(
        announcer: @escaping @Sendable (Announcement?) -> Void,
        searcher: @escaping @Sendable () -> Void,
        browser: @escaping @Sendable () -> Void
    ) {
        (self.announcer, self.searcher, self.browser) = (announcer, searcher, browser)
        announced = replica.announcement
        announcer(announced)
    }

    func setDiscovery(_ state: StatusReply.Discovery) {
        discoveryState = state
        discoveryListener?(state.state)
    }
}
