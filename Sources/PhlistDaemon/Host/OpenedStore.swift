import Logging
import PhlistControl
import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTransport

/// The store of a start, and the replica that it was folded into.
struct OpenedStore: ~Copyable {
    var replica: Replica
    var store: Store

    /// Opens the log and folds it, and writes to the journal what was found.
    init(
        _ configuration: DaemonConfiguration,
        _ identity: DeviceIdentity,
        in directory: StateDirectory,
        _ report: StartReport?,
        _ logger: Logger
    ) throws(ControlError) {
        let emptyReplica = { Self.emptyReplica(configuration, identity) }
        var replica = emptyReplica()
        let salt = UInt32.random(in: .min ... .max)
        var store: Store
        do throws(LogError) {
            store = try Store(in: directory, device: replica.device, now: Now.read(), salt: salt)
        } catch {
            throw error.controlError("the store cannot be opened: \(error)")
        }
        let cacheFault: String?
        do throws(StoreError) {
            cacheFault = try store.restore(into: &replica, orElse: emptyReplica) { report?.tell(StartProgress($0)) }
        } catch {
            throw error.controlError
        }
        store.report.log(to: logger, in: directory, cacheFault: cacheFault)
        store.packing?.log(to: logger)
        self.replica = replica
        self.store = store
    }

    private static func emptyReplica(_ configuration: DaemonConfiguration, _ identity: DeviceIdentity) -> Replica {
        Replica(
            identity: Replica.Identity(
                publicKey: identity.key.publicKey,
                deviceName: configuration.deviceName,
                build: programVersion
            ),
            authority: P256HeadAuthenticator(key: identity.privateKey),
            random: SystemRandomNumberGenerator()
        )
    }
}

extension StartProgress {
    fileprivate init(_ step: Store.Step) {
        self =
            switch step {
            case .packing: .packing
            case .reading(let position, let size): .reading(percent: size > 0 ? position * 100 / size : 0)
            }
    }
}
