import Logging
import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPairing
import PhlistSync
import PhlistTransport

/// Joins this device to the household that shows a code.
struct JoiningDesk: Sendable {
    let replicaHost: ReplicaHost
    let logger: Logger

    /// Runs the pairing with one host, once: a wrong code is never retried automatically.
    func join(
        _ request: PhlistControl.JoinRequest,
        secret: PairingSecret,
        at address: NetworkAddress
    ) async throws(ControlError) -> JoinReply {
        let device = try await PairingCommands(host: replicaHost).newDevice(for: request.member)
        let (events, continuation) = AsyncStream.makeStream(of: TransportEvent.self)
        let payloadSizeMax = PairingLimits.welcomePayloadSizeMax
        let transport = Transport(.pairing(replicaHost.identity, payloadSizeMax: payloadSizeMax)) {
            continuation.yield($0)
        }
        let id = transport.connect(to: address)
        var run = Run(replicaHost: replicaHost, transport: transport, id: id, secret: secret, device: device)
        let result = await run.result(of: events, request: request, address: address)
        await transport.shutdown()
        return try result.get()
    }

    /// A run of the protocol with one host.
    private struct Run: ~Copyable {
        let replicaHost: ReplicaHost
        let transport: Transport
        let id: PhlistTransport.ConnectionID
        let secret: PairingSecret
        let device: NewDevice
        private var joiner: PairingJoiner?
        private var host: PeerKey?
        private var reply: JoinReply?

        init(
            replicaHost: ReplicaHost,
            transport: Transport,
            id: PhlistTransport.ConnectionID,
            secret: PairingSecret,
            device: NewDevice
        ) {
            self.replicaHost = replicaHost
            self.transport = transport
            self.id = id
            self.secret = secret
            self.device = device
        }

        mutating func result(
            of events: AsyncStream<TransportEvent>,
            request: PhlistControl.JoinRequest,
            address: NetworkAddress
        ) async -> Result<JoinReply, ControlError> {
            for await event in events {
                var action: PairingJoiner.Action
                switch event {
                case .connected(_, let key, _, _): action = begin(with: key)
                case .received(_, let frame):
                    action = joiner?.received(PairingFrame(frame)) ?? .doNothing
                    if joiner?.isHostProven ?? false { transport.takesLargeFrames(from: id) }
                    transport.consumed(cost: frame.cost, from: id)
                case .disconnected(_, let reason):
                    guard joiner != nil else { return .failure(Self.unreachable(address, reason)) }
                    action = joiner?.disconnected() ?? .doNothing
                case .drained, .refused: continue
                }
                if case .welcomed(let payload) = action {
                    do throws(ControlError) {
                        reply = try await enter(payload, request: request, address: address)
                        action = joiner?.stored() ?? .doNothing
                    } catch {
                        return .failure(error)
                    }
                }
                if let result = perform(action) { return result }
            }
            return .failure(ControlError(.unavailable, "the connection to \(address) ended"))
        }

        private mutating func begin(with key: PeerKey) -> PairingJoiner.Action {
            guard
                let own = KeyFingerprint(bytes: replicaHost.identity.key.fingerprint.bytes),
                let peer = KeyFingerprint(bytes: key.fingerprint.bytes)
            else { return .fail(.sameDevice) }
            var random = SystemRandomNumberGenerator()
            host = key
            joiner = PairingJoiner(
                secret: secret,
                ownFingerprint: own,
                peerFingerprint: peer,
                joinPayload: device.encoded,
                entropy: PairingEntropy(using: &random)
            )
            return joiner?.connected() ?? .doNothing
        }

        /// Makes the welcome durable.
        private func enter(
            _ payload: [UInt8],
            request: PhlistControl.JoinRequest,
            address: NetworkAddress
        ) async throws(ControlError) -> JoinReply {
            guard let host, let welcome = try? Welcome(decoding: payload, publicKey: host.publicKey) else {
                throw ControlError(.unavailable, "the other device speaks another version of phlist")
            }
            let joining = try await PairingCommands(host: replicaHost).join(
                welcome,
                with: device,
                at: address.with(port: welcome.port),
                shareLists: request.shareLists
            )
            return JoinReply(
                householdName: welcome.householdName,
                deviceCount: welcome.deviceCount,
                viaName: welcome.deviceName,
                viaID: DeviceID(publicKey: host.publicKey).description,
                members: joining.users,
                sharedLists: joining.shared,
                privateLists: joining.private,
                listsWithOthers: joining.withOthers,
                listsLeftBehind: joining.leftBehind,
                hiddenListsLeftBehind: joining.hiddenLeftBehindCount == 0 ? nil : joining.hiddenLeftBehindCount
            )
        }

        /// Performs an action of the protocol.
        ///
        /// - Returns: The result, if the action ends the run.
        private func perform(_ action: PairingJoiner.Action) -> Result<JoinReply, ControlError>? {
            switch action {
            case .send(let frame):
                transport.send([Frame(frame)], to: id)
                return nil
            case .complete(let farewell):
                transport.send([Frame(farewell)], to: id)
                return reply.map { .success($0) }
            case .fail(let failure):
                return .failure(explain(failure))
            case .welcomed, .doNothing:
                return nil
            }
        }

        private static func unreachable(_ address: NetworkAddress, _ reason: DisconnectReason) -> ControlError {
            let isPeerPort = address.port == UInt16(DaemonConfiguration.standardPort)
            // What answers may be phlistd on another port for peers.
            guard reason != .wrongProtocol, !isPeerPort else {
                let words = isPeerPort ? "that is not the port for pairing" : "no code is offered on this port"
                return ControlError(
                    .unavailable,
                    "no pairing at \(address): \(words)",
                    hint: "leave the port out, which means \(PairingDesk.standardPort), or type the address that "
                        + "phlistctl pair prints"
                )
            }
            // The lists need the other port next.
            let isStandard = address.port == PairingDesk.standardPort
            let ports = isStandard ? "\(DaemonConfiguration.standardPort):\(address.port)" : "\(address.port)"
            return ControlError(
                .unavailable,
                "no pairing at \(address): \(reason.words)",
                hint: "is the code still open? run phlistctl pair on the other device; if a firewall runs there: "
                    + "ufw allow \(ports)/tcp"
            )
        }

        /// Advice for a device that was not let in; one of several people cannot join as one of them.
        private var admissionHint: String {
            let users = device.people.filter(\.isUser).map(\.name)
            guard users.count > 1 else {
                return "there: phlistctl pair --for NAME; or say here who uses this device: phlistctl join --as NAME"
            }
            return "there: phlistctl pair \(users.asValue(of: "--for") ?? "--for NAME,NAME")"
        }

        /// Refusals of what was asked for, by the other device too, and what to do about them.
        private func explain(_ failure: PairingFailure) -> ControlError {
            switch failure {
            case .wrongCode, .refused(.code):
                ControlError(
                    .wrongCode,
                    "wrong code, or someone is between the devices",
                    hint: "look at the code again; after three wrong tries make a new one: phlistctl pair"
                )
            case .refused(.notOpen):
                ControlError(
                    .notPermitted,
                    "the code is no longer open",
                    hint: "make a new one on the other device: phlistctl pair"
                )
            case .refused(.declined):
                ControlError(
                    .notPermitted,
                    "the other device did not let this one in as who it said it is for",
                    hint: admissionHint
                )
            case .refused(.unable):
                // The device answers, so its other addresses are not tried.
                ControlError(
                    .notPermitted,
                    "pairing failed: \(failure)",
                    hint: "phlistctl pair there says why; a device that left that household, or was removed from it, "
                        + "comes back with a new key only: phlistctl household leave --help"
                )
            case .malformedFrame, .unexpectedFrame, .sameDevice, .otherHost, .otherVersion, .refused(.version),
                .notOpen, .reflected, .invalidShare, .damagedPayload, .payloadTooLarge, .writeFailed, .declined,
                .disconnected, .unacknowledged, .cryptographyUnavailable, .calledOutOfTurn:
                ControlError(.unavailable, "pairing failed: \(failure)", hint: "try again with a new code")
            }
        }
    }
}

extension NetworkAddress {
    /// Returns the same host at another port.
    func with(port: UInt16) -> NetworkAddress {
        switch host {
        case .address(let address): NetworkAddress(address, port: port)
        case .name(let name): NetworkAddress(name, defaultPort: port) ?? self
        }
    }
}
