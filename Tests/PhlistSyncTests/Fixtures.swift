import PhlistTestKit

@testable import PhlistModel
@testable import PhlistSync

/// Seeded values of every kind that the messages and the log know.
extension SeededRandom {
    mutating func several<Value>(_ make: (inout SeededRandom) -> Value) -> [Value] {
        (0..<number(below: 4)).map { _ in make(&self) }
    }

    mutating func origin(in scope: ScopeID) -> FeedOrigin {
        FeedOrigin(scope: scope, device: device(), incarnation: next())
    }

    mutating func head() -> SignedHead {
        SignedHead(sequence: sequence(), signature: bytes(upTo: PhlistModel.Limits.signatureBytesMax))
    }

    mutating func holding() -> Holding {
        Holding(vector: next(), state: next())
    }

    mutating func vector() -> VersionVector {
        let entries = several { ($0.identifier(FeedID.self), FeedVersion(sequence: $0.sequence(), tag: $0.next())) }
        return Dictionary(entries) { $1 }
    }

    mutating func batchesMessage() -> Message.Batches {
        let scope = identifier(ScopeID.self)
        let feeds = [origin(in: scope)] + several { $0.origin(in: scope) }
        return Message.Batches(
            scope: scope,
            holding: next(),
            feeds: feeds,
            batches: several { .init(feed: $0.number(below: feeds.count), bytes: $0.bytes(upTo: 30)) },
            heads: several { .init(feed: $0.number(below: feeds.count), head: $0.head()) }
        )
    }

    mutating func hello() -> Message.Hello {
        Message.Hello(
            protocolMin: number(),
            protocolMax: number(),
            features: number(),
            runNonce: next(),
            modelVersion: number(),
            wallMilliseconds: Int64(next() >> 16),
            build: text(),
            overview: holding()
        )
    }

    mutating func blob() -> BlobID {
        let low = identifier(ScopeID.self)
        return BlobID(bytes: identifier(ScopeID.self).bytes + low.bytes) ?? blob()
    }

    mutating func trail() -> Message.FeedTrail {
        var end = UInt64(number(below: 50))
        let start = end
        let marks = several { random in
            end += 1 + UInt64(random.number(below: 9))
            return FeedVersion(sequence: end, tag: random.next())
        }
        let trail = Trail(start: start, marks: marks, isComplete: number(below: 2) == 0)
        return Message.FeedTrail(scope: identifier(), feed: identifier(), trail: trail)
    }

    mutating func forkProof() -> ForkProof {
        let claims = [forkClaim(), forkClaim()]
        return ForkProof(origin: claims[0].origin, common: claims[0].common, claims[0].run, claims[1].run)
    }

    mutating func forkClaim() -> ForkClaim {
        let signature = bytes(upTo: PhlistModel.Limits.signatureBytesMax)
        return ForkClaim(
            origin: origin(in: identifier()),
            common: ChainHead(sequence: UInt64(number(below: 100)), hash: hashName()),
            run: ForkProof.Run(several { $0.batch() }, signature: signature)
        )
    }

    mutating func invitations() -> Invitations {
        var invitations = Invitations()
        invitations.open = several { random in
            Invitation(
                list: random.identifier(),
                dot: Dot(feed: random.identifier(), sequence: random.next()),
                member: random.identifier(),
                inviter: random.identifier(),
                title: random.text()
            )
        }
        invitations.ended = several { $0.identifier() }
        return invitations
    }

    /// A message of any kind.
    mutating func message() -> Message {
        switch number(below: 19) {
        case 17: .invitations(invitations())
        case 14: .forkProof(forkProof())
        case 15: .trail(trail())
        case 16: .forkClaim(forkClaim())
        case 0: .hello(hello())
        case 1:
            .summary(
                several { .init(scope: $0.identifier(), holding: $0.holding()) },
                isRequest: number(below: 2) == 0
            )
        case 2: .versionVector(identifier(), vector())
        case 3: .batches(batchesMessage())
        case 4: .ack(.init(scope: identifier(), holding: holding(), modelVersion: number(), opaqueCount: 3))
        case 5: .ping
        case 6: .pong
        case 7: .blobWant(identifier(), blob())
        case 8: BlobManifest(hashes: several { $0.blob().bytes }.flatMap(\.self)).map { .blobHave($0) } ?? .ping
        case 9: .blobCredit(identifier(), blob(), chunk: number(below: 256))
        case 10: .blobChunk(blob(), chunk: number(below: 256), bytes(upTo: 100))
        case 11: .blobCancel(blob())
        case 12: .overview(holding())
        case 13:
            .addresses(
                several { .init(device: $0.device(), endpoints: $0.several { Endpoint("10.0.0.1:\($0.number())") }) }
            )
        default: .goodbye(Message.Goodbye(rawValue: UInt8(number(below: 8))) ?? .stopping)
        }
    }

    /// A fact of any kind.
    mutating func fact() -> LocalFact {
        switch number(below: 13) {
        case 11: .invitations(from: device(), invitations())
        case 0: .household(identifier())
        case 1: .introducer(publicKey: bytes(upTo: 256), deviceName: text())
        case 2: .binding(uid: UInt32(truncatingIfNeeded: next()), member: identifier())
        case 3: .address(device(), Endpoint(text()))
        case 4: .pairingAttempt(expiresAt: Int64(bitPattern: next()), used: number(below: 1000))
        case 5: .defaultList(uid: UInt32(truncatingIfNeeded: next()), number(below: 2) == 0 ? nil : identifier())
        case 7: .givenUp(lostBytes: next(), changeCount: next(), at: Int64(bitPattern: next()))
        case 8: .setAside(several { $0.identifier() })
        case 9: .deviceSeen(device())
        case 10: .letter(bytes(upTo: 128))
        case 6: .healed(lostBytes: next(), fetched: number(below: 1000), at: Int64(bitPattern: next()))
        default:
            .request(
                RequestKey(text: text(), digest: next()),
                uid: UInt32(truncatingIfNeeded: next()),
                at: Int64(bitPattern: next()),
                outcome()
            )
        }
    }

    /// What an action may have done.
    mutating func outcome() -> Outcome {
        var outcome = Outcome()
        outcome.list = number(below: 2) == 0 ? nil : identifier()
        outcome.isNewList = number(below: 2) == 0
        for _ in 0..<number(below: 4) {
            outcome.changed.append(EntityReference(scope: identifier(), entity: EntityID(rawValue: next())))
            outcome.unchanged.append(EntityReference(scope: identifier(), entity: EntityID(rawValue: next())))
            let entity = EntityID(rawValue: next())
            outcome.leftAlone.append(FieldReference(scope: identifier(), entity: entity, field: .due))
        }
        return outcome
    }

    /// An entry of any kind.
    mutating func entry() -> LogEntry {
        switch number(below: 5) {
        case 4: .fork(forkProof())
        case 0: .feed(origin(in: identifier()))
        case 1: .batch(identifier(), batch())
        case 2: .head(identifier(), head())
        default: .local(fact())
        }
    }
}
