import Crypto
import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTestKit
import PhlistVocabulary

/// One run of the daemon on one device: a replica and a store on a disk, as in the daemon, without sockets.
///
/// When its last reference goes, the run ends as if it were killed: nothing is sealed, closed or sent.
final class DeviceRun {
    let device: DeviceID
    private(set) var replica: Replica
    private var store: Store
    private var bulk = BulkSender()
    private var said: [Effect] = []
    private var reply: Result<CommandResult, CommandError>?
    let principal: Principal
    private var commandCount: UInt64 = 0

    /// Starts a device from its directory; the number determines its key and its name.
    init(_ number: Int, in directory: String, at time: Int64) throws {
        let key = try P256.Signing.PrivateKey(rawRepresentation: Self.keyBytes(of: number))
        let emptyReplica = {
            Replica(
                identity: Replica.Identity(
                    publicKey: Array(key.publicKey.derRepresentation),
                    deviceName: "device \(number)",
                    build: "bench"
                ),
                authority: P256HeadAuthenticator(key: key),
                random: SeededRandom(seed: UInt64(time) << 8 | UInt64(number))
            )
        }
        principal = Principal(uid: 1000, name: "person \(number)", isOwner: true)
        replica = emptyReplica()
        device = replica.device
        store = try Store(
            in: try StateDirectory.open(directory, on: PosixFileSystem()),
            device: device,
            now: Self.now(time),
            salt: UInt32(truncatingIfNeeded: time)
        )
        _ = try store.restore(into: &replica, orElse: emptyReplica)
        try turn([.started], at: time)
        said = []
    }

    /// Returns the private key of a device.
    static func keyBytes(of number: Int) -> [UInt8] {
        [UInt8](repeating: UInt8(number + 1), count: 32)
    }

    /// The size of the log, in bytes.
    var logSize: Int { store.byteCount }

    private static func now(_ time: Int64) -> Now {
        Now(monotonic: time, wall: 1_800_000_000_000 + time)
    }

    /// Handles events in one turn, as the daemon does.
    private func turn(_ events: [Event], at time: Int64) throws {
        var effects = events.flatMap { replica.handle($0, now: Self.now(time)) }
        while !effects.isEmpty {
            for case .reply(_, let result) in effects { reply = result }
            said += effects.filter { $0.append == nil }
            let appends = effects.compactMap(\.append)
            guard !appends.isEmpty else { return }
            let commit = store.commit(appends, of: &replica, now: Self.now(time))
            if let failure = commit.failure { throw failure }
            effects = commit.effects
        }
    }

    /// Writes a snapshot and returns the size of its file.
    func writeSnapshot() throws -> Int {
        guard let snapshot = replica.snapshot else { throw TimedProcess.Failure(description: "there is no snapshot") }
        try store.snapshotJob(snapshot).run(on: store.directory.fileSystem)
        return fileSize(store.directory.path(of: SnapshotFile.name))
    }
}

/// Commands and messages.
extension DeviceRun {
    /// Gives a command and returns its result.
    @discardableResult
    func give(_ command: Command, at time: Int64) throws -> CommandResult {
        commandCount += 1
        reply = nil
        try turn([.command(CommandID(rawValue: commandCount), command)], at: time)
        guard let reply else { throw TimedProcess.Failure(description: "no reply to \(command)") }
        return try reply.get()
    }

    /// Gives a user's command with a request key, as `phlistctl` does.
    @discardableResult
    func give(_ command: UserCommand, at time: Int64) throws -> CommandResult {
        let key = RequestKey(text: "\(device) \(time) \(commandCount)", digest: UInt32(truncatingIfNeeded: time))
        return try give(.user(command, principal, CommandOptions(request: key)), at: time)
    }

    /// Ticks an item, or unticks it.
    func toggle(_ item: ItemState, at time: Int64) throws {
        let change = ItemChange(state: item.state == .open ? .done : .open)
        try give(.items(.change([item.entity.description], change)), at: time)
    }

    /// Reports a new connection; messages for an earlier one are dropped.
    func connected(_ id: ConnectionID, to peer: DeviceRun, _ role: ConnectionRole, at time: Int64) throws {
        (said, bulk) = ([], BulkSender())
        try turn([.connected(id, peer.device, role, letter: peer.replica.membership.letter)], at: time)
    }

    func disconnected(_ id: ConnectionID, at time: Int64) throws {
        try turn([.disconnected(id)], at: time)
    }

    func received(_ frame: (type: UInt8, body: [UInt8]), on id: ConnectionID, at time: Int64) throws {
        try turn([.received(id, type: frame.type, body: frame.body)], at: time)
    }

    /// The messages to send since the last call, including batches read from the log.
    func takeMessages(on id: ConnectionID, at time: Int64) throws -> [Message] {
        var messages: [Message] = []
        for effect in said {
            switch effect {
            case .send(id, let message): messages.append(message)
            case .sendInTurn(id, let message): bulk.add(message)
            case .sendBatches(id, let request): bulk.add(request, places: store.locate(request))
            case .dropBatches(id, let scope): bulk.drop(scope)
            case .close, .alarm: throw TimedProcess.Failure(description: "unexpected effect: \(effect)")
            default: break
            }
            while let message = try bulk.next(from: &store) { messages.append(message) }
        }
        said = []
        try turn(bulk.takeFinished().map { .batchesSent(id, $0) }, at: time)
        return messages
    }
}
