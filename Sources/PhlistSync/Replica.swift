package import PhlistModel

/// One device of a household: all that it knows, and all that it decides.
///
/// Events come in, effects go out; the shell obeys. The laws:
/// 1. Persist before publish. Nothing is replied, acknowledged, notified or sent before its append is durable: what a
///    person was told is never lost, and a device branches off only when its disk lied.
/// 2. State is the fold of the log. `restore` takes the same way as `appended`, without publishing.
/// 3. No clock, randomness, file or socket in here: time comes with each event, randomness from the generator that the
///    shell hands over.
/// 4. The order of hashing never reaches an effect.
package struct Replica: ~Copyable {
    package let identity: Identity
    /// A hash of the key, asked for in every turn.
    package let device: DeviceID
    let authority: any HeadAuthenticator
    var random: any RandomNumberGenerator & Sendable
    let runNonce: UInt64
    /// The nonces of other runs that this device's key was seen in.
    package internal(set) var twins: Set<UInt64> = []

    /// What the log says about lists and people.
    package internal(set) var library: Library
    /// The devices that said, when they last connected, that this one is out.
    package internal(set) var removalClaims: Set<DeviceID> = []
    /// The devices that joined later than this one and that a person has seen here.
    var seenDevices: Set<DeviceID> = []
    /// Those of them, and others, that people of this device may use too, as a person has seen here.
    var seenPeople: [DeviceID: Set<MemberID>] = [:]
    /// The number of this device's own batches that peers have given back since the start, though the log has no holes:
    /// it was put back to an older state, or its disk forgot what it had made durable.
    package internal(set) var returnedCount = 0
    /// See `takeFolded`.
    var folded: [ScopeID?] = []
    /// What it has signed for those who have not heard of this device; empty for a device that founded its household.
    package internal(set) var letter: [UInt8] = []
    /// The devices that have shown such a letter and are not in the roster here yet.
    var letters: [DeviceID: [UInt8]] = [:]
    /// How many records the log has behind the newest that says which household this device is in.
    var recordsSinceFacts = 0
    /// What is done about holes in the log; nil when it has none.
    var healing: Healing?
    package internal(set) var pairingAttempt: (expiresAt: Int64, used: Int)?
    var lastStamp = Stamp(rawValue: 0)
    var clock = HouseholdClock()

    var appendsInFlight: [AppendInFlight] = []
    /// Commands that look at what has happened, and so wait for what is on its way to the disk.
    var waitingCommands: [(id: CommandID, command: Command)] = []
    var appendsStarted: UInt64 = 0
    var sessions: [ConnectionID: Session] = [:]
    /// By device; of those that may connect.
    var budgets: [DeviceID: PeerBudget] = [:]
    var peers = PeerDirectory()
    /// What is known of the bytes of photos.
    var blobs = BlobBook()
    var upkeep: Upkeep
    var effects: [Effect] = []

    /// Who this device is.
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

    /// An append that is on its way to the disk, and what to say when it is there.
    struct AppendInFlight {
        var id: AppendID
        var reply: (CommandID, CommandResult)?
        /// Who sent them, and waits for an acknowledgement.
        var source: ConnectionID?
        /// Whether the device is in another household behind them.
        var isMoving = false
    }

    static let protocolVersion: UInt64 = 1

    /// Creates a replica that knows nothing; restore the log into it, then report `started`.
    package init(
        identity: Identity,
        authority: any HeadAuthenticator,
        random: any RandomNumberGenerator & Sendable,
        model: ModelVersion = .current
    ) {
        self.identity = identity
        device = identity.device
        self.authority = authority
        self.random = random
        runNonce = self.random.next()
        library = Library(publicKey: identity.publicKey, model: model)
        upkeep = Upkeep(nonce: self.random.next())
    }

    /// Takes in what has happened and says what to do.
    package mutating func handle(_ event: Event, now: Now) -> [Effect] {
        let progress = healing?.progress
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
        case .batchesSent(let id, let scope): batchesSent(of: scope, to: id)
        case .disconnected(let id): disconnected(id, now: now)
        case .timerFired(let id): timerFired(id, now: now)
        case .blobsFound(let holdings): blobsFound(holdings)
        case .chunkWritten: chunkWritten()
        case .blobStored(let id): blobStored(id)
        case .blobLost(let id): blobLost(id)
        case .blobRefused(let id): blobRefused(id)
        case .blobDemanded(let id): blobDemanded(id)
        case .blobPolicyChanged(let policy): blobPolicyChanged(policy)
        case .stopping: stop()
        }
        followBlobs(now: now)
        watchHealing(since: progress, now: now)
        defer { effects = [] }
        return effects
    }

    private mutating func start(now: Now) {
        // A log with holes may have lost the household's name: another one would split this device from its peers.
        if library.householdID == nil, healing == nil {
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
        if healing?.isOpen ?? false {
            effects.append(.healthChanged)
        }
    }

    private mutating func stop() {
        for id in sessions.keys.sorted() {
            effects.append(.close(id, .stopping))
        }
    }
}
