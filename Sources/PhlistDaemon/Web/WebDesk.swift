import Logging
import NIOCore
import NIOSSL
import PhlistControl
import PhlistPresentation
import PhlistTransport
import PhlistWeb
import ServiceLifecycle
import Synchronization

/// Serves the page for phones as the configuration says, and goes along with its changes and those of the network.
final class WebDesk: Sendable {
    let phones: PhoneDesk
    let state = WebState()
    private let host: ReplicaHost
    private let hostName: String
    private let certificates: WebCertificates
    private let logger: Logger
    private let wanted: Mutex<Wanted>
    private let news: AsyncStream<Void>
    private let newsSource: AsyncStream<Void>.Continuation
    /// The next look without any news.
    private let nextLook = Mutex<Task<Void, Never>?>(nil)

    /// The configuration and the network that the page depends on.
    private struct Wanted: Sendable {
        var configuration: WebConfiguration
        var addresses: [IPAddress] = []
        /// Whether avahi runs, so that names that end in `.local` are found.
        var isAnnounced = false
    }

    /// The page while it is served.
    private struct Running {
        var listener: WebListener
        var server: any Channel
        var port: Int
        /// The configured port.
        var wantedPort: Int
    }

    /// Certificates are looked at every ten minutes: a clock that is set right may make one too old.
    private static let renewalPeriod = Duration.seconds(600)
    /// A port may be taken by a program that is just ending.
    private static let retryPeriod = Duration.seconds(30)
    /// Requests of phones are short.
    private static let drainTime = TimeAmount.milliseconds(500)

    init(_ host: ReplicaHost, hostName: String, logger: Logger) {
        let directory = host.configuration.stateDirectory
        phones = PhoneDesk(in: directory)
        certificates = WebCertificates(in: directory)
        (self.host, self.hostName, self.logger) = (host, hostName, logger)
        wanted = Mutex(Wanted(configuration: host.configuration.web))
        (news, newsSource) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.expectChange()
        newsSource.yield()
    }

    /// Takes a changed configuration.
    func configure(_ configuration: WebConfiguration) {
        change { $0.configuration = configuration }
    }

    /// Takes the addresses of this machine.
    func network(has addresses: [IPAddress]) {
        change { $0.addresses = addresses }
    }

    /// Takes the state of discovery.
    func discovery(is state: StatusReply.Discovery.State) {
        let isAnnounced = state == .running
        guard wanted.withLock({ $0.isAnnounced }) != isAnnounced else { return }
        change { $0.isAnnounced = isAnnounced }
    }

    private func change(_ edit: (inout Wanted) -> Void) {
        wanted.withLock { edit(&$0) }
        state.expectChange()
        newsSource.yield()
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter service: The calls behind the control API.
    func run(_ service: any ControlService) async {
        let responder = WebResponder(
            host: host,
            desk: phones,
            routes: ControlRoutes(service: service).responder(),
            state: state,
            logger: logger
        )
        await withDiscardingTaskGroup { group in
            var running: Running?
            for await _ in news {
                let number = state.changeCount
                running = await adjust(running, responder, &group)
                state.applied(number)
            }
            await stop(running)
            nextLook.withLock { $0 }?.cancel()
            state.applied(.max)
            group.cancelAll()
        }
    }

    /// Starts, changes or stops what is running.
    private func adjust(
        _ running: Running?,
        _ responder: WebResponder,
        _ group: inout DiscardingTaskGroup
    ) async -> Running? {
        let wanted = wanted.withLock { $0 }
        var running = running
        if let present = running, !wanted.configuration.isOn || wanted.configuration.port != present.wantedPort {
            await stop(present)
            running = nil
        }
        guard wanted.configuration.isOn else {
            state.set(PageView(state: .off), PageReport(.off, port: wanted.configuration.port))
            return nil
        }
        do throws(ControlError) {
            if let fault = phones.fault { throw fault }
            let result = try await serve(wanted, running, responder, &group)
            lookAgain(after: Self.renewalPeriod)
            return result
        } catch {
            if state.page.problem != error.line {
                logger.error("the page for phones is not served", metadata: ["cause": "\(error.line)"])
            }
            let report = PageReport(.failed(error), port: wanted.configuration.port)
            state.set(PageView(state: .failed, problem: error.line), report)
            await stop(running)
            lookAgain(after: Self.retryPeriod)
            return nil
        }
    }

    private func serve(
        _ wanted: Wanted,
        _ running: Running?,
        _ responder: WebResponder,
        _ group: inout DiscardingTaskGroup
    ) async throws(ControlError) -> Running {
        let configuration = wanted.configuration
        let identity = WebIdentity(
            hostName: hostName,
            configured: configuration.names,
            addresses: wanted.addresses
        )
        let (tls, authority, expiresAt) = try settings(configuration, identity)
        let policy = WebPolicy(names: identity.names, isForAnyAddress: configuration.isForAnyAddress)
        let surroundings = WebListener.Surroundings(
            http: try WebListener.http(tls, responder),
            policy: policy,
            addresses: wanted.addresses,
            isEverywhere: host.configuration.listen.isEmpty
        )
        state.set(policy, authority: authority?.credential.der)
        let result = try await open(running, surroundings, configuration.port, &group)
        let page = PageView(
            state: .on,
            addresses: identity.pages(port: result.port, isAnnounced: wanted.isAnnounced),
            fingerprint: authority?.credential.fingerprint
        )
        if page != state.page { logger.notice("page for phones", metadata: ["address": "\(page.addresses[0])"]) }
        state.set(page, PageReport(.on(address: page.addresses[0], expiresAt: expiresAt), port: result.port))
        return result
    }

    /// Returns TLS with the authority of this machine, or with files and the end of their certificate.
    private func settings(
        _ configuration: WebConfiguration,
        _ identity: WebIdentity
    ) throws(ControlError) -> (TLSConfiguration, CertificateAuthority?, expiresAt: Int64?) {
        if let path = configuration.certificatePath {
            let keyPath = configuration.keyPath ?? path
            let (tls, expiresAt) = try certificates.settings(certificatePath: path, keyPath: keyPath)
            return (tls, nil, expiresAt)
        }
        let authority = try certificates.authority(for: host.configuration.deviceName)
        return (try certificates.settings(of: authority, for: identity), authority, nil)
    }

    private func open(
        _ running: Running?,
        _ surroundings: WebListener.Surroundings,
        _ port: Int,
        _ group: inout DiscardingTaskGroup
    ) async throws(ControlError) -> Running {
        if let running {
            running.listener.change(to: surroundings)
            return running
        }
        let listener = WebListener(connections: phones.connections, surroundings: surroundings, logger: logger)
        let server = try await listener.open(port: port)
        group.addTask { await listener.serve(server) }
        let actual = server.localAddress?.port ?? port
        return Running(listener: listener, server: server, port: actual, wantedPort: port)
    }

    private func lookAgain(after time: Duration) {
        let look = Task { [newsSource] in
            guard (try? await ContinuousClock().sleep(for: time)) != nil else { return }
            newsSource.yield()
        }
        nextLook.withLock { exchange(&$0, with: look) }?.cancel()
    }

    private func stop(_ running: Running?) async {
        guard let running else { return }
        await running.listener.close(running.server, within: Self.drainTime)
    }
}
