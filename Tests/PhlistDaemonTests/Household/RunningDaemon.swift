import Logging
import PhlistControl
import PhlistHousehold
import ServiceLifecycle

@testable import PhlistDaemon

/// A whole daemon in this process: household, store and control socket in a directory that outlives it.
struct RunningDaemon: Sendable {
    let service: DaemonService
    let socketPath: String
    private let group: ServiceGroup

    static let owner = Caller(uid: 1000, loginName: "anna", isOwner: true)

    private init(in directory: TestDirectory, desk: ConfigurationDesk?) async throws {
        let configuration = DaemonConfiguration(
            stateDirectory: "\(directory.path)/state",
            socket: try .at("\(directory.path)/s/control.sock"),
            socketMode: 0o600,
            port: 0,
            isDiscoveryEnabled: false,
            peers: [],
            deviceName: "laptop",
            logLevel: .info
        )
        let socket = try ControlSocket.open(configuration.socket, mode: configuration.socketMode)
        service = try await Self.open(configuration, desk)
        socketPath = socket.path
        // A stream that nobody reads is cut after a 25th of it, and until then the whole run waits.
        let listener = ControlListener(
            socket: socket,
            service: service,
            drainMilliseconds: 50_000,
            isOpenToOthers: false,
            logger: .silent
        )
        let services = [service, listener] as [any Service]
        group = ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: .silent))
    }

    /// Opens a household as soon as the one before it has let go of the directory.
    private static func open(
        _ configuration: DaemonConfiguration,
        _ desk: ConfigurationDesk?
    ) async throws -> DaemonService {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let service = try? await DaemonService.open(configuration, desk: desk, logger: .silent)
            if let service { return service }
            await Task.yield()
        }
        return try await DaemonService.open(configuration, desk: desk, logger: .silent)
    }

    /// Runs a test against a daemon and waits for the daemon's end.
    static func run(
        in directory: TestDirectory,
        desk: ConfigurationDesk? = nil,
        _ test: (RunningDaemon) async throws -> Void
    ) async throws {
        let daemon = try await RunningDaemon(in: directory, desk: desk)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await daemon.group.run() }
            let result: Result<Void, any Error>
            do { result = .success(try await test(daemon)) } catch { result = .failure(error) }
            await daemon.group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
    }

    /// Adds items one command after the other, each with ten of them.
    func add(_ numbers: Range<Int>) async throws {
        for first in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 10) {
            let titles = (first..<min(first + 10, numbers.upperBound)).map { "item \($0)" }
            let request = AddItemsRequest(list: nil, titles: titles)
            _ = try await ItemCalls(host: service.host).add(request, Asker(Self.owner, actsAs: nil))
        }
    }

    /// What is heard behind a cursor without waiting for more than the wanted count.
    func events(after cursor: String?, count: Int, caller: Caller = owner) async throws -> [ControlEvent] {
        var events: [ControlEvent] = []
        var iterator = try await service.events(after: cursor, for: Principal(caller)).makeAsyncIterator()
        while events.count < count, let event = await iterator.next() { events.append(event) }
        return events
    }

    /// The cursor of now.
    func cursor() async throws -> String {
        try await events(after: nil, count: 1)[0].cursor
    }

    /// What is heard at first behind a cursor; a second word only if it is there already.
    func kinds(after cursor: String) async throws -> [ControlEvent.Kind] {
        let kinds = try await events(after: cursor, count: 1).map(\.event)
        guard kinds == [.ready], try await self.cursor() != cursor else { return kinds }
        return try await events(after: cursor, count: 2).map(\.event)
    }

    /// Whether so many clients wait for events, now or soon.
    func hasWaiters(_ count: Int) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(20)
        while await service.host.eventWaiters.count != count {
            guard ContinuousClock.now < deadline else { return false }
            await Task.yield()
        }
        return true
    }
}
