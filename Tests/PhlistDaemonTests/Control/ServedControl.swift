import Logging
import PhlistControl
import PhlistDaemon
import ServiceLifecycle

/// A listener that serves a socket in a directory of its own, for as long as a test runs.
struct ServedControl: Sendable {
    let directory: TestDirectory
    let path: String
    let service: FakeService
    fileprivate let group: ServiceGroup

    func client() throws -> RawClient {
        try RawClient(path: path)
    }

    /// Tells the listener to stop, as SIGTERM does.
    func stop() async {
        await group.triggerGracefulShutdown()
    }
}

/// Runs a test against a listener, and waits for the listener's end.
///
/// Its times are longer than any test: what a test sees end has not ended for want of time.
func withControl(
    _ service: FakeService = FakeService(),
    idleMilliseconds: Int64 = 3_600_000,
    streamIdleMilliseconds: Int64 = 3_600_000,
    drainMilliseconds: Int64 = 3_600_000,
    isOwner: @escaping @Sendable (UInt32) -> Bool = Caller.isOwner(uid:),
    isOpenToOthers: Bool = true,
    logger: Logger = .silent,
    _ test: (ServedControl) async throws -> Void
) async throws {
    let directory = try TestDirectory()
    let socket = try ControlSocket.open(.at("\(directory.path)/s/control.sock"), mode: 0o600)
    let listener = ControlListener(
        socket: socket,
        service: service,
        idleMilliseconds: idleMilliseconds,
        streamIdleMilliseconds: streamIdleMilliseconds,
        drainMilliseconds: drainMilliseconds,
        isOwner: isOwner,
        isOpenToOthers: isOpenToOthers,
        logger: logger
    )
    let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [listener], logger: .silent))
    let control = ServedControl(directory: directory, path: socket.path, service: service, group: group)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        let result: Result<Void, any Error>
        do { result = .success(try await test(control)) } catch { result = .failure(error) }
        await control.stop()
        try await tasks.waitForAll()
        try result.get()
    }
}

extension Logger {
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension SocketPath {
    /// The path of a socket that a test names.
    static func at(_ path: String) throws(PathError) -> SocketPath {
        let nowhere = Surroundings(environment: [:], userID: 0, home: "/") { _ in false }
        return try SocketPath(option: path, profile: .standard, surroundings: nowhere)
    }
}
