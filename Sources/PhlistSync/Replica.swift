package import PhlistHousehold
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
    var random: RandomSource
    var journal: Journal
    var appends = AppendQueue()
    var exchange: Exchange
    var peers: PeerDirectory
    var blobs = BlobExchange()
    var effects: [Effect] = []

    /// The identity of this device.
    package struct Identity: Sendable {
        /// DER SubjectPublicKeyInfo.
        package var publicKey: [UInt8]
        package var deviceName: String
        package var build: String

        package init(publicKey: [UInt8], deviceName: String, build: String) {
            self.publicKey = publicKey
            self.deviceName = deviceName
            self.build = build
        }
    }

    static let protocolVersion: UInt64 = 1

    /// Creates an empty replica; restore the log into it, then report `started`.
    package init(
        identity: Identity,
        authority: any HeadAuthenticator,
        random: RandomSource,
        model: ModelVersion = .current
    ) {
        self.random = random
        journal = Journal(identity, authority, model)
        exchange = Exchange(identity, journal.minter.signer, runNonce: self.random.next())
        peers = PeerDirectory(nonce: self.random.next())
    }

    // MARK: Restoring

    /// Allows `restore` to hold back records that do not follow, because the log has lost some.
    ///
    /// Must be called before the first `restore`, including that of a snapshot, whenever the log has holes, even if
    /// they were healed long ago. Without it, a record that does not follow is an error.
    ///
    /// - Parameter lostBytes: Number of bytes that the log has lost in all; an earlier note of recovery, made when they
    ///   were fewer, does not cover the others.
    package mutating func expectHoles(lostBytes: UInt64) { journal.expectHoles(lostBytes: lostBytes) }

    /// Restores a snapshot at the start, before the later records of the log.
    ///
    /// - Parameter bytes: The bytes of `ReplicaSnapshot.encoded`.
    /// - Throws: If the bytes are of another version or device, or malformed; nothing has changed then.
    package mutating func restore(snapshot bytes: [UInt8]) throws(CodecError) {
        hear(journal.restore(try ReplicaSnapshot(decoding: bytes, of: device)))
    }

    /// Folds one record of the log at the start.
    ///
    /// - Throws: If this version cannot read the record although its checksum is right, or the record does not follow.
    package mutating func restore(_ record: Record) throws(CodecError) {
        if let entry = try LogEntry(record) { try restore(entry) }
    }

    /// Folds one entry of the log at the start.
    ///
    /// - Throws: If the entry does not follow.
    package mutating func restore(_ entry: LogEntry) throws(CodecError) { hear(try journal.restore(entry)) }

    // MARK: Events

    /// Handles an event and returns the effects to execute.
    package mutating func handle(_ event: Event, now: Now) -> [Effect] {
        let progress = journal.repair.progress
        switch event {
        case .started: start(now: now)
        case .command(let id, let command): perform(command, id: id, now: now)
        case .appended(let id): appended(id, now: now)
        case .appendFailed(let id, let failure): appendFailed(id, failure, now: now)
        case .instanceFound(let instance):
            perform(peers.found(instance, besides: exchange.connectedDevices, journal.library, &random))
        case .instanceLost(let name): peers.lost(name)
        case .announcementNameTaken(let name): perform(peers.nameTaken(name, journal.library, now: now, &random))
        case .endpointConfigured(let endpoint):
            peers.configured(endpoint)
            perform(peers.dial(endpoint, besides: exchange.connectedDevices, &random))
        case .endpointUnconfigured(let endpoint): peers.unconfigured(endpoint)
        case .networkChanged(let endpoints): networkChanged(to: endpoints, now: now)
        case .looked: perform(peers.looked(besides: exchange.connectedDevices, now: now, &random))
        case .dialFailed(let endpoint):
            perform(peers.dialFailed(endpoint, now: now, &random))
            effects.append(.peersChanged)
        case .connected(let id, let device, let role, let letter):
            connected(id, to: device, role: role, letter: letter, now: now)
        case .received(let id, let type, let body): received(type, body, on: id, now: now)
        case .batchesSent(let id, let scope): perform(exchange.sentBatches(of: scope, to: id, access))
        case .disconnected(let id): disconnected(id, now: now)
        case .timerFired(let id): timerFired(id, now: now)
        case .blobsFound(let holdings): perform(blobs.found(holdings, in: journal.library))
        case .chunkWritten: blobs.chunkWritten()
        case .blobStored(let id): perform(blobs.stored(id, access))
        case .blobLost(let id): perform(blobs.lost(id, among: exchange.openSessions, access))
        case .blobRefused(let id): blobs.refused(id)
        case .blobDemanded(let id): blobs.demanded(id)
        case .blobPolicyChanged(let policy): blobs.follow(policy)
        case .stopping: effects += exchange.sessions.keys.sorted().map { .close($0, .stopping) }
        }
        if blobs.hasSteps {
            perform(blobs.step(access, time: time(at: now), now: now.monotonic))
        }
        if journal.repair.hasHoles { followRepair(since: progress, now: now) }
        defer { effects = [] }
        return effects
    }

    private mutating func start(now: Now) {
        // A log with holes may have lost the household's id: another household would split this device from its peers.
        if journal.library.householdID == nil, !journal.repair.hasHoles {
            append(journal.foundHousehold(&random, now: now))
        }
        if let facts = journal.factsToRestate { append((facts + peers.facts).map(LogEntry.local)) }
        for scope in journal.library.scopes.keys.sorted() {
            appendPending(of: scope)
        }
        perform(peers.started(now: now, &random))
        effects.append(.startTimer(.upkeep, milliseconds: SyncLimits.upkeepMilliseconds))
        effects.append(.rosterChanged)
        effects.append(.announcementChanged)
        if journal.repair.isOpen { effects.append(.healthChanged) }
    }

    private mutating func followRepair(since progress: LogRepair.Progress, now: Now) {
        for action in journal.stepOfRepair(since: progress, exchange.openSessions, now: now) {
            switch action {
            case .name(let members): for member in members { append(journal.name(member, &random, now: now)) }
            case .noteWhole(let fact): append([.local(fact)])
            case .report: effects.append(.healthChanged)
            }
        }
    }
}
