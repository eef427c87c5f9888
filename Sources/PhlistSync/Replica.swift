package import PhlistModel

/// One device of a household, with all its state and decisions.
///
/// Events come in, effects go out, and the shell executes them. The laws:
/// 1. Persist before publish. Nothing is replied, acknowledged, notified or sent before its append is durable: what a
///    person was told is never lost, and a device branches only if its disk lied.
/// 2. State is the fold of the log. `restore` takes the same path as `appended`, without publishing.
/// 3. No clock, randomness, file or socket in here: time comes with each event, randomness from the shell's generator.
/// 4. The order of hashing never affects an effect.
package struct Replica: ~Copyable {
    package let identity: Identity
    var random: any RandomNumberGenerator & Sendable

    /// Lists and people, folded from the log.
    package internal(set) var library: Library
    package internal(set) var membership = MembershipNotes()
    var repair = LogRepair()
    var minter: Minter
    var appends = AppendQueue()
    var exchange: Exchange
    var peers = PeerDirectory()
    var blobs = BlobExchange()
    var upkeep: Upkeep
    var effects: [Effect] = []

    /// The identity of this device.
    package struct Identity: Sendable {
        /// DER SubjectPublicKeyInfo.
        package var publicKey: [UInt8]
        package var deviceName: String
        package var build: String

        /// Creates an identity.
        package init(publicKey: [UInt8], deviceName: String, build: String) {
            self.publicKey = publicKey
            self.deviceName = deviceName
            self.build = build
        }

        package var device: DeviceID {
            DeviceID(publicKey: publicKey)
        }
    }

    static let protocolVersion: UInt64 = 1

    /// Creates an empty replica; restore the log into it, then report `started`.
    package init(
        identity: Identity,
        authority: any HeadAuthenticator,
        random: any RandomNumberGenerator & Sendable,
        model: ModelVersion = .current
    ) {
        self.identity = identity
        self.random = random
        library = Library(publicKey: identity.publicKey, model: model)
        minter = Minter(HeadSigner(device: library.device, authority: authority))
        exchange = Exchange(identity, minter.signer, runNonce: self.random.next())
        upkeep = Upkeep(nonce: self.random.next())
    }

    /// Handles an event and returns the effects to execute.
    package mutating func handle(_ event: Event, now: Now) -> [Effect] {
        let progress = repair.progress
        switch event {
        case .started: start(now: now)
        case .command(let id, let command): perform(command, id: id, now: now)
        case .appended(let id): appended(id, now: now)
        case .appendFailed(let id, let failure): appendFailed(id, failure, now: now)
        case .instanceFound(let instance): instanceFound(instance)
        case .instanceLost(let name): peers.lost(name)
        case .announcementNameTaken(let name): announcementNameTaken(name, now: now)
        case .endpointConfigured(let endpoint): endpointConfigured(endpoint)
        case .networkChanged(let endpoints): networkChanged(to: endpoints, now: now)
        case .looked: looked(now: now)
        case .dialFailed(let endpoint): dialFailed(endpoint, now: now)
        case .connected(let id, let device, let role, let letter):
            show(letter, of: device)
            connected(id, to: device, role: role, now: now)
        case .received(let id, let type, let body): received(type, body, on: id, now: now)
        case .batchesSent(let id, let scope): perform(exchange.sentBatches(of: scope, to: id, access))
        case .disconnected(let id): disconnected(id, now: now)
        case .timerFired(let id): timerFired(id, now: now)
        case .blobsFound(let holdings): effects += blobs.found(holdings, in: library).map(\.effect)
        case .chunkWritten: blobs.chunkWritten()
        case .blobStored(let id): effects += blobs.stored(id, access).map(\.effect)
        case .blobLost(let id): effects += blobs.lost(id, among: exchange.openSessions, access).map(\.effect)
        case .blobRefused(let id): blobs.refused(id)
        case .blobDemanded(let id): blobs.demanded(id)
        case .blobPolicyChanged(let policy): blobs.follow(policy)
        case .stopping: stop()
        }
        if blobs.hasSteps {
            effects += blobs.step(access, time: time(at: now), now: now.monotonic).map(\.effect)
        }
        if repair.hasHoles { followRepair(since: progress, now: now) }
        defer { effects = [] }
        return effects
    }

    private mutating func start(now: Now) {
        // A log with holes may have lost the household's id: another household would split this device from its peers.
        if library.householdID == nil, !repair.hasHoles {
            foundHousehold(now: now)
        }
        restateFacts()
        for scope in library.scopes.keys.sorted() {
            appendPending(of: scope)
        }
        for endpoint in peers.lastReached.values.sorted() {
            dialSoon(endpoint)
        }
        startUpkeep(now: now)
        effects.append(.rosterChanged)
        effects.append(.announcementChanged)
        if repair.isOpen {
            effects.append(.healthChanged)
        }
    }

    private mutating func followRepair(since progress: LogRepair.Progress, now: Now) {
        for action in repair.step(since: progress, in: library, exchange.openSessions, now: now) {
            switch action {
            case .name(let members): name(members, now: now)
            case .noteWhole(let fact): append([.local(fact)])
            case .report: effects.append(.healthChanged)
            }
        }
    }

    private mutating func stop() {
        for id in exchange.sessions.keys.sorted() {
            effects.append(.close(id, .stopping))
        }
    }
}
