package import Logging
package import PhlistControl
package import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistPairing
import PhlistPresentation
import PhlistSync
import PhlistTransport
import PhlistVocabulary
import ServiceLifecycle

/// The daemon behind its control API: the host of the replica, pairing and discovery.
package struct DaemonService: ControlService, Service {
    let host: ReplicaHost
    private let pairing: PairingDesk
    private let joining: JoiningDesk
    /// Nil when the configuration turns discovery off.
    let discovery: DiscoveryDesk?
    /// Nil for a daemon without a configuration file, as in tests.
    let desk: ConfigurationDesk?
    private let web: WebDesk
    package let requests = RequestCounts()
    /// The time that a joining device looks for one that shows a code: longer than avahi takes to probe and announce.
    private static let searchTime = Duration.seconds(10)

    /// Opens the store, replays it, and starts to listen and to dial.
    ///
    /// - Throws: `ControlError` with one line for the person who started the daemon.
    package static func open(
        _ configuration: DaemonConfiguration,
        desk: ConfigurationDesk? = nil,
        report: StartReport? = nil,
        logger: Logger
    ) async throws(ControlError) -> DaemonService {
        let (directory, identity) = try openState(configuration)
        let host = try ReplicaHost(
            configuration: configuration,
            identity: identity,
            directory: directory,
            report: report,
            logger: logger
        )
        try await host.start()
        let discovery = configuration.isDiscoveryEnabled ? DiscoveryDesk(host: host, logger: logger) : nil
        desk?.onPeers { added, removed in
            for peer in removed { host.report(.event(.endpointUnconfigured(Endpoint(peer)))) }
            for peer in added { host.report(.event(.endpointConfigured(Endpoint(peer)))) }
        }
        let web = WebDesk(host, hostName: ProcessSetup.hostName, logger: logger)
        await host.onNetworkChange { [weak web] in web?.network(has: $0) }
        await host.onDiscoveryChange { [weak web] in web?.discovery(is: $0) }
        desk?.onWeb { [weak web] in web?.configure($0) }
        desk?.onPhotos { host.report(.event(.blobPolicyChanged($0))) }
        if let name = desk?.deviceName, let remark = await host.present({ $0.remark(onConfiguredName: name) }) {
            logger.notice("the configured name is not used", metadata: ["reason": "\(remark)"])
        }
        return DaemonService(
            host: host,
            pairing: PairingDesk(replicaHost: host, discovery: discovery, logger: logger),
            joining: JoiningDesk(replicaHost: host, logger: logger),
            discovery: discovery,
            desk: desk,
            web: web
        )
    }

    /// Opens the state directory and reads this device's key, or creates both at the first start.
    private static func openState(
        _ configuration: DaemonConfiguration
    ) throws(ControlError) -> (StateDirectory, DeviceIdentity) {
        try checkFolders(of: configuration.stateDirectory)
        do {
            let directory = try StateDirectory.open(configuration.stateDirectory, on: PosixFileSystem())
            BackupInbox(in: configuration.stateDirectory).clear()
            PhotoImport(in: configuration.stateDirectory).clear()
            let fresh = try DeviceIdentity.generate()
            let bytes = try KeyFile.load(from: directory) { fresh.privateKeyBytes }
            return (directory, try DeviceIdentity(privateKeyBytes: bytes))
        } catch let error as LogError {
            throw error.controlError("\(error)")
        } catch {
            throw ControlError(.configuration, "\(error)")
        }
    }

    /// Refuses a state directory that another user could change, and one whose folders lead elsewhere.
    private static func checkFolders(of path: String) throws(ControlError) {
        try PrivateDirectory.checkIfPresent(path)
        for folder in ["blobs", "blobs/partial", "import", "quarantine"] {
            try PrivateDirectory.checkIfPresent("\(path)/\(folder)")
        }
    }

    /// Runs until the task is told to shut down gracefully, then says goodbye and closes the log.
    package func run() async throws {
        await withTaskGroup { group in
            group.addTask { await discovery?.run() }
            group.addTask { await web.run(self) }
            try? await gracefulShutdown()
            group.cancelAll()
            // Not after the end of discovery, which may have to wait for avahi.
            await pairing.close()
            await host.stop()
        }
    }

    /// The handlers of the calls.
    package var table: ControlTable {
        var table = ControlTable { asker throws(ControlError) in
            host.report(.event(.looked))
            try await host.present { presenter throws(ControlError) in try presenter.checkReader(asker.principal) }
        }
        ItemCalls(host: host).register(in: &table)
        PhotoCalls(host: host).register(in: &table)
        ListCalls(host: host).register(in: &table)
        FilterCalls(host: host).register(in: &table)
        SectionCalls(host: host).register(in: &table)
        SharingCalls(host: host).register(in: &table)
        FormCalls(host: host).register(in: &table)
        RecordCalls(host: host).register(in: &table)
        PortableCalls(host: host).register(in: &table)
        HistoryCalls(host: host).register(in: &table)
        MemberCalls(host: host).register(in: &table)
        DeviceCalls(host: host).register(in: &table)
        HouseholdCalls(host: host).register(in: &table)
        PhoneCalls(host: host, web: web).register(in: &table)
        BackupCalls(host: host).register(in: &table)
        doctor.register(in: &table)
        ConfigurationCalls(host: host, desk: desk).register(in: &table)
        return table
    }

    var doctor: DoctorCalls { DoctorCalls(host: host, discovery: discovery, desk: desk, web: web) }

    package func takeTurn() async {
        _ = await host.port
    }

    package func status(for principal: Principal) async throws(ControlError) -> StatusReply {
        host.report(.event(.looked))
        return try await host.look { host throws(ControlError) in
            if principal.actsAs != nil { try host.presenter.checkReader(principal) }
            return host.presenter.status(of: principal, host.healthReport)
        }
    }

    package func events(
        after cursor: String?,
        for principal: Principal
    ) async throws(ControlError) -> ControlEventStream {
        try await host.look { host throws(ControlError) in
            if principal.actsAs != nil { try host.presenter.checkReader(principal) }
            return host.events(after: cursor, caller: principal)
        }
    }

    package func peers(caller: Caller) async throws(ControlError) -> PeersReply {
        host.report(.event(.looked))
        return PeersReply(peers: await host.peers.views)
    }

    package func sync(_ request: SyncRequest, caller: Caller) async throws(ControlError) -> PeersReply {
        let device = request.device
        let isKnown = await host.look { device == nil || !$0.peers.views(matching: device).isEmpty }
        guard isKnown else {
            throw ControlError(.personNotFound, "no device \"\(device ?? "")\" in this household")
        }
        _ = try await host.run(.synchronize)
        await host.waitForPeers(before: .now + .milliseconds(request.waitMilliseconds ?? 0)) {
            $0.peers.views(matching: device).allSatisfy { $0.isInSync ?? false }
        }
        return PeersReply(peers: await host.look { $0.peers.views(matching: device) })
    }

    package func openPairing(
        asTicket: Bool,
        asAdmin: Bool,
        for member: String?
    ) async throws(ControlError) -> PairingReply {
        try await pairing.open(asTicket: asTicket, as: asAdmin ? .admin : .member, for: member)
    }

    package func answerPairing(_ answer: PairingAnswer) async throws(ControlError) -> PairingReply {
        try await pairing.answer(isAllowed: answer.isAllowed)
    }

    package func pairing(waitMilliseconds: Int) async throws(ControlError) -> PairingReply {
        await pairing.state(waitMilliseconds: waitMilliseconds)
    }

    package func closePairing() async throws(ControlError) -> PairingReply {
        await pairing.close()
        return await pairing.state(waitMilliseconds: 0)
    }

    package func join(_ request: PhlistControl.JoinRequest) async throws(ControlError) -> JoinReply {
        let secret: PairingSecret
        do throws(PairingCodeError) {
            secret = try PairingSecret(parsing: request.code)
        } catch {
            let code: ErrorCode = error == .mistyped ? .wrongCode : .invalid
            throw ControlError(code, "\(error)", hint: "the code has nine digits, like 482 177 302")
        }
        if let host = request.host {
            return try await join(request, secret: secret, at: [try Self.address(host)])
        }
        return try await joinOpenHost(request, secret: secret)
    }

    /// Joins the device that has a code open; a code that was just closed may still be announced.
    private func joinOpenHost(
        _ request: PhlistControl.JoinRequest,
        secret: PairingSecret
    ) async throws(ControlError) -> JoinReply {
        guard let discovery else {
            throw ControlError(.unavailable, "discovery is off", hint: "name the other device: --host ADDRESS")
        }
        let deadline = ContinuousClock.now + Self.searchTime
        var tried: [String: Set<NetworkAddress>] = [:]
        var refusal: ControlError?
        while true {
            let host: (name: String, addresses: [NetworkAddress])
            do throws(ControlError) {
                host = try await discovery.findOpenHost(before: deadline, except: tried)
            } catch {
                throw refusal ?? error
            }
            do throws(ControlError) {
                return try await join(request, secret: secret, at: host.addresses)
            } catch {
                guard error.code == .unavailable else { throw error }
                refusal = error
                tried[host.name, default: []].formUnion(host.addresses)
            }
        }
    }

    /// Tries the addresses of one host; the first that answers decides.
    private func join(
        _ request: PhlistControl.JoinRequest,
        secret: PairingSecret,
        at addresses: [NetworkAddress]
    ) async throws(ControlError) -> JoinReply {
        for address in addresses.dropLast() {
            do throws(ControlError) {
                return try await joining.join(request, secret: secret, at: address)
            } catch {
                guard error.code == .unavailable else { throw error }
            }
        }
        guard let last = addresses.last else { throw .unexpected }
        return try await joining.join(request, secret: secret, at: last)
    }

    private static func address(_ host: String) throws(ControlError) -> NetworkAddress {
        guard let address = NetworkAddress(host, defaultPort: PairingDesk.standardPort) else {
            throw ControlError(.invalid, "\"\(host)\" is not a valid address", hint: "for example --host 192.168.1.7")
        }
        return address
    }
}
