package import Logging
package import PhlistControl
import PhlistLog
import PhlistPairing
import PhlistSync
import PhlistTransport
import ServiceLifecycle

/// The daemon behind its control API: the household, pairing and discovery.
package struct DaemonService: ControlService, Service {
    private let household: Household
    private let pairing: PairingDesk
    private let joining: JoiningDesk

    /// Opens the store, folds it, and starts to listen and to dial.
    ///
    /// - Throws: `ControlError` with one line for the person who started the daemon.
    package static func open(
        _ configuration: DaemonConfiguration,
        logger: Logger
    ) async throws(ControlError) -> DaemonService {
        let (directory, identity) = try openState(configuration)
        let household = try Household(
            configuration: configuration,
            identity: identity,
            directory: directory,
            logger: logger
        )
        let pairing = PairingDesk(household: household, logger: logger) { _ in }
        try await household.start()
        return DaemonService(
            household: household,
            pairing: pairing,
            joining: JoiningDesk(household: household, logger: logger)
        )
    }

    /// Holds the state directory and reads this device's key, or makes both at the first start.
    private static func openState(
        _ configuration: DaemonConfiguration
    ) throws(ControlError) -> (StateDirectory, DeviceIdentity) {
        do {
            let directory = try StateDirectory.open(configuration.stateDirectory, on: PosixFileSystem())
            let fresh = try DeviceIdentity.generate()
            let bytes = try KeyFile.load(from: directory) { fresh.privateKeyBytes }
            return (directory, try DeviceIdentity(privateKeyBytes: bytes))
        } catch let error as LogError {
            throw ControlError(error.code, "\(error)")
        } catch {
            throw ControlError(.configuration, "\(error)")
        }
    }

    /// Runs until the task is told to shut down gracefully, then says goodbye and closes the log.
    package func run() async throws {
        try? await gracefulShutdown()
        await pairing.close()
        await household.stop()
    }

    package func status(caller: Caller) async throws(ControlError) -> StatusReply {
        await household.status(of: Principal(caller))
    }

    package func lists(caller: Caller) async throws(ControlError) -> ListsReply {
        await household.lists(caller: Principal(caller))
    }

    package func addList(_ request: NewListRequest, caller: Caller) async throws(ControlError) -> ListReply {
        try await household.addList(request, caller: Principal(caller))
    }

    package func items(_ query: ItemsQuery, caller: Caller) async throws(ControlError) -> ItemsReply {
        try await household.items(query, caller: Principal(caller))
    }

    package func addItems(_ request: AddItemsRequest, caller: Caller) async throws(ControlError) -> AddItemsReply {
        try await household.addItems(request, caller: Principal(caller))
    }

    package func changeItems(
        _ request: ChangeItemsRequest,
        caller: Caller
    ) async throws(ControlError) -> ChangeItemsReply {
        try await household.changeItems(request, caller: Principal(caller))
    }

    package func events(after cursor: String?, caller: Caller) async throws(ControlError) -> ControlEventStream {
        await household.events(after: cursor, caller: Principal(caller))
    }

    package func peers(caller: Caller) async throws(ControlError) -> PeersReply {
        await household.peers()
    }

    package func sync(_ request: SyncRequest, caller: Caller) async throws(ControlError) -> PeersReply {
        try await household.sync(request, caller: Principal(caller))
    }

    package func openPairing(caller: Caller) async throws(ControlError) -> PairingReply {
        try await pairing.open()
    }

    package func pairing(waitMilliseconds: Int, caller: Caller) async throws(ControlError) -> PairingReply {
        await pairing.state(waitMilliseconds: waitMilliseconds)
    }

    package func closePairing(caller: Caller) async throws(ControlError) -> PairingReply {
        await pairing.close()
        return await pairing.state(waitMilliseconds: 0)
    }

    package func join(
        _ request: PhlistControl.JoinRequest,
        caller: Caller
    ) async throws(ControlError) -> JoinReply {
        let code: PairingCode
        do throws(PairingCodeError) {
            code = try PairingCode(parsing: request.code)
        } catch {
            throw ControlError(.invalid, "\(error)", hint: "the code has nine digits, like 482 177 302")
        }
        let address = try await findHost(request.host)
        return try await joining.join(request, code: code, at: address, caller: Principal(caller))
    }

    private func findHost(_ host: String?) async throws(ControlError) -> NetworkAddress {
        guard let host else {
            throw ControlError(
                .unavailable,
                "no device with an open code was found",
                hint: "name it with --host ADDRESS"
            )
        }
        guard let address = NetworkAddress(host, defaultPort: PairingDesk.standardPort) else {
            throw ControlError(.invalid, "\"\(host)\" is no address", hint: "for example --host 192.168.1.7")
        }
        return address
    }
}

extension Principal {
    init(_ caller: Caller) {
        self.init(uid: caller.uid, name: caller.loginName ?? "user \(caller.uid)", isOwner: caller.isOwner)
    }
}
