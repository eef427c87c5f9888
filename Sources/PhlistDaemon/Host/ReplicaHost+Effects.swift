import Logging
import PhlistControl
import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistStore
import PhlistSync
import PhlistTransport
import Synchronization

/// Events and effects between the replica and the connections.
extension ReplicaHost {
    /// Returns the events for an input.
    func events(of happening: Happening) -> [Event] {
        switch happening {
        case .event(let event): [event]
        case .transport(.connected(let id, let key, let direction, let address)):
            connected(PhlistSync.ConnectionID(rawValue: id.rawValue), key, direction, address)
        case .transport(.received(let id, let frame)):
            [.received(PhlistSync.ConnectionID(rawValue: id.rawValue), type: frame.type, body: frame.body)]
        case .transport(.drained(let id)):
            drained(PhlistSync.ConnectionID(rawValue: id.rawValue))
        case .transport(.disconnected(let id, let reason)):
            disconnected(PhlistSync.ConnectionID(rawValue: id.rawValue), reason)
        case .transport(.refused(let address, let reason)):
            refused(address, reason)
        }
    }

    /// Lets a connection continue reading once its input is handled.
    func consume(_ happening: Happening) {
        guard case .transport(.received(let id, let frame)) = happening else { return }
        if silentConnections.remove(PhlistSync.ConnectionID(rawValue: id.rawValue)) != nil {
            transport?.authenticated(id)
        }
        transport?.consumed(cost: frame.cost, from: id)
    }

    private func connected(
        _ id: PhlistSync.ConnectionID,
        _ key: PeerKey,
        _ direction: Direction,
        _ address: NetworkAddress
    ) -> [Event] {
        silentConnections.insert(id)
        let role: ConnectionRole
        switch direction {
        case .outbound: role = .dialled(dials.removeValue(forKey: id) ?? Endpoint(address.description))
        case .inbound:
            role = .accepted(from: Endpoint(address.description))
            callers.insert(DeviceID(publicKey: key.publicKey))
        }
        dialFailures.reached(role.endpoint)
        return [.connected(id, DeviceID(publicKey: key.publicKey), role, letter: key.letter)]
    }

    private func disconnected(_ id: PhlistSync.ConnectionID, _ reason: DisconnectReason) -> [Event] {
        bulk[id] = nil
        silentConnections.remove(id)
        guard let endpoint = dials.removeValue(forKey: id) else {
            logger.debug("connection ended", metadata: ["connection": "\(id.rawValue)", "reason": "\(reason.detail)"])
            return [.disconnected(id)]
        }
        dialFailures.failed(endpoint, because: .init(reason))
        logger.debug("dial failed", metadata: ["address": "\(endpoint.text)", "reason": "\(reason.detail)"])
        return [.dialFailed(endpoint)]
    }

    private func refused(_ address: NetworkAddress?, _ reason: DisconnectReason) -> [Event] {
        refusals.tell("connection refused", from: address, because: reason.words)
        return []
    }

    private func drained(_ id: PhlistSync.ConnectionID) -> [Event] {
        sendBulk(on: id)
        return []
    }

    /// Performs an effect other than an append.
    func perform(_ effect: Effect) {
        switch effect {
        case .append: invariant(false, "appends are done together")
        case .reply(let id, let result): resume(id, with: result)
        case .notify: eventWaiters.wakeAll()
        case .send(let id, let message): send(message, on: id)
        case .sendInTurn(let id, let message): sendInTurn(id) { $0.add(message) }
        case .sendBatches(let id, let request): sendInTurn(id) { $0.add(request, places: store.locate(request)) }
        case .dropBatches(let id, let scope):
            bulk[id]?.drop(scope)
            reportSent(on: id)
        case .close(let id, let reason): close(id, reason)
        case .dial(let endpoint): dial(endpoint)
        case .searchAgain: searcher?()
        case .startTimer(let id, let milliseconds): startTimer(id, milliseconds: milliseconds)
        case .rosterChanged: rosterChanged()
        case .announcementChanged: announcementChanged()
        case .peersChanged: peersChanged()
        case .healthChanged: healthChanged()
        case .alarm(let scope, let device): alarm(scope, device)
        case .sendManifest(let id, let blob): sendManifest(of: blob, on: id)
        case .sendChunk(let id, let blob, let chunk): sendChunk(chunk, of: blob, on: id)
        case .beginBlob(let manifest): photos.begin(manifest)
        case .keepChunk(let blob, let chunk, let bytes): photos.keep(bytes, chunk: chunk, of: blob)
        case .finishBlob(let blob): photos.finish(blob)
        case .dropBlob(let blob): photos.drop(blob)
        case .blobsChanged: peerWaiters.wakeAll()
        }
    }

    @discardableResult
    private func send(_ message: Message, on id: PhlistSync.ConnectionID) -> Int {
        transport?.send([Frame(message)], to: PhlistTransport.ConnectionID(rawValue: id.rawValue)) ?? 0
    }

    private func sendInTurn(_ id: PhlistSync.ConnectionID, _ add: (inout BulkSender) -> Void) {
        let isIdle = bulk[id]?.isEmpty ?? true
        add(&bulk[id, default: BulkSender()])
        if isIdle {
            sendBulk(on: id)
        }
    }

    /// Sends until the connection's queue is above its low mark; `drained` continues.
    private func sendBulk(on id: PhlistSync.ConnectionID) {
        let low = TransportLimits().outboundQueueSizeLow
        defer { reportSent(on: id) }
        do throws(LogError) {
            while let message = try bulk[id]?.next(from: &store) {
                if send(message, on: id) > low { return }
            }
        } catch {
            logger.error("stored batch cannot be read", metadata: ["cause": "\(error)"])
            bulk[id] = nil
            close(id, .stopping)
        }
    }

    private func reportSent(on id: PhlistSync.ConnectionID) {
        for scope in bulk[id]?.takeFinished() ?? [] { report(.event(.batchesSent(id, scope))) }
    }

    private func close(_ id: PhlistSync.ConnectionID, _ reason: Message.Goodbye) {
        bulk[id] = nil
        send(.goodbye(reason), on: id)
        transport?.close(PhlistTransport.ConnectionID(rawValue: id.rawValue))
    }

    private func dial(_ endpoint: Endpoint) {
        guard let transport,
            let address = NetworkAddress(endpoint.text, defaultPort: UInt16(DaemonConfiguration.standardPort))
        else {
            report(.event(.dialFailed(endpoint)))
            return
        }
        dials[PhlistSync.ConnectionID(rawValue: transport.connect(to: address).rawValue)] = endpoint
    }

    private func rosterChanged() {
        let (door, letter) = (replica.door, replica.membership.letter)
        entrance.withLock { $0 = Entrance(door: door, letter: letter) }
        transport?.recheck()
        let keys = replica.library.announcementKeys
        let former = announcementKeys.withLock { exchange(&$0, with: keys) }
        if former != keys { browser?() }
    }

    private func announcementChanged() {
        let current = replica.announcement
        guard current != announced else { return }
        announced = current
        announcer?(current)
    }

    func peersChanged() {
        publishPeers()
        peerWaiters.wakeAll()
    }

    private func alarm(_ scope: ScopeID, _ device: DeviceID) {
        alarms.insert(device)
        logger.error(
            "states differ under equal vectors: please report this",
            metadata: ["scope": "\(scope)", "device": "\(device)"]
        )
    }
}
