import Logging
import PhlistControl
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTransport
import Synchronization

/// Start and stop of the household.
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
        do throws(CommandError) {
            _ = try await perform(.synchronize)
        } catch {
            throw explain(error)
        }
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
        // The transport refers to this household for admission; without it the last reference to the household frees
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
    }

    /// Returns this device's request to join a household.
    func newDevice(for name: String?) throws(ControlError) -> NewDevice {
        do throws(CommandError) {
            return try replica.newDevice(for: name)
        } catch {
            throw explain(error)
        }
    }

    /// Returns the members as whom a new device wants to join without confirmation by anybody here.
    func peopleClaimed(by device: NewDevice) -> [(id: MemberID, name: String)] {
        replica.peopleClaimed(by: device).map { ($0, name(of: $0)) }
    }

    /// Returns the names under which a new device wants to join and those its code is for, if they differ.
    func mismatch(of device: NewDevice, with use: DeviceUse) -> (wished: [String], members: [String])? {
        guard case .people(let members) = use else { return nil }
        let wished = replica.names(of: device, apartFrom: members)
        return wished.isEmpty ? nil : (wished, members.map { name(of: $0) })
    }

    /// Returns the people that a new device is for; nil without a name.
    func use(for name: String?) throws(ControlError) -> DeviceUse? {
        guard let name else { return nil }
        return try explaining { () throws(CommandError) in try replica.deviceUse(for: name) }
    }

    /// Admits a device, durably.
    func admit(_ device: NewDevice, as role: DeviceRole, for use: DeviceUse) async throws(CommandError) -> Welcome {
        let command = Command.admitDevice(device, as: role, for: use)
        guard case .admitted(var welcome) = try await perform(command) else { throw .notAdmin }
        welcome.port = port
        return welcome
    }

    /// Throws an error unless this device may admit others.
    func checkMayPair() throws(ControlError) {
        guard replica.library.removal == nil else { throw explain(.deviceRemoved) }
        guard replica.library.household?.roster.devices[replica.device]?.role == .admin else {
            throw explain(.notAdmin)
        }
    }

    /// Joins a household, durably, and dials the device that admitted this one at once.
    func join(
        _ welcome: Welcome,
        with device: NewDevice,
        at address: NetworkAddress,
        shareLists: Bool
    ) async throws(CommandError) -> Joining {
        let endpoint = Endpoint(address.description)
        let command = Command.joinHousehold(welcome, with: device, shareLists: shareLists, at: endpoint)
        guard case .joined(let joining) = try await perform(command) else { throw .alreadyInHousehold }
        report(.event(.endpointConfigured(endpoint)))
        return joining
    }
}
