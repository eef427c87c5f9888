import Logging
import PhlistControl
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTransport
import Synchronization

/// The household's beginning and its end.
extension Household {
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
        let isFounding = replica.householdID == nil
        openPhotos()
        report(.event(.started))
        for peer in configuration.peers {
            report(.event(.endpointConfigured(Endpoint(peer))))
        }
        watchNetwork()
        // A command that changes nothing comes back behind the founding.
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
        // It asks this household whom to admit; without it the store is let go with the last that knows the household.
        transport = nil
        photos.close()
        closeStore()
    }

    /// Where announcements go, and how to look for those of others, from now on.
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

    /// What this device tells the household that it wants to join.
    func newDevice(for name: String?) throws(ControlError) -> NewDevice {
        do throws(CommandError) {
            return try replica.newDevice(for: name)
        } catch {
            throw explain(error)
        }
    }

    /// The members as whom a new device wants to join, and nobody here has said that it may.
    func peopleClaimed(by device: NewDevice) -> [(id: MemberID, name: String)] {
        replica.peopleClaimed(by: device).map { ($0, name(of: $0)) }
    }

    /// The names under which a new device wants to join, and those of whom its code is for, where these are others.
    func mismatch(of device: NewDevice, with use: DeviceUse) -> (wished: [String], members: [String])? {
        guard case .people(let members) = use else { return nil }
        let wished = replica.names(of: device, apartFrom: members)
        return wished.isEmpty ? nil : (wished, members.map { name(of: $0) })
    }

    /// Finds out for whom a new device is to be: nobody in particular when no name is given.
    func use(for name: String?) throws(ControlError) -> DeviceUse? {
        guard let name else { return nil }
        return try explaining { () throws(CommandError) in try replica.deviceUse(for: name) }
    }

    /// Lets a device in, durably.
    func admit(_ device: NewDevice, as role: DeviceRole, for use: DeviceUse) async throws(CommandError) -> Welcome {
        let command = Command.admitDevice(device, as: role, for: use)
        guard case .admitted(var welcome) = try await perform(command) else { throw .notAdmin }
        welcome.port = port
        return welcome
    }

    /// Whether this device may let others in.
    func checkMayPair() throws(ControlError) {
        guard replica.removal == nil else { throw explain(.deviceRemoved) }
        guard replica.household?.roster.devices[replica.device]?.role == .admin else {
            throw explain(.notAdmin)
        }
    }

    /// Enters a household, durably, and goes there at once.
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
