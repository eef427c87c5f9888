import PhlistTestKit
import PhlistVocabulary

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Seeded values of every kind that the messages and the log know.
extension SeededRandom {
    mutating func several<Value>(_ make: (inout SeededRandom) -> Value) -> [Value] {
        (0..<number(below: 4)).map { _ in make(&self) }
    }

    mutating func head() -> SignedHead {
        let number = batchNumber()
        return SignedHead(
            number: number,
            name: identifier(),
            signature: bytes(upTo: PhlistModel.Limits.signatureBytesMax)
        )
    }

    mutating func holding() -> Holding {
        Holding(vector: identifier(ScopeID.self).rawValue, state: identifier(ScopeID.self).rawValue)
    }

    mutating func vector() -> VersionVector {
        VersionVector(several { $0.reference() })
    }

    mutating func batchesMessage() -> Message.Batches {
        let devices = [device()] + several { $0.device() }
        return Message.Batches(
            scope: identifier(),
            tier: number(below: 2) == 0 ? .control : .content,
            isComplete: number(below: 2) == 0,
            holding: identifier(ScopeID.self).rawValue,
            devices: devices,
            batches: several { .init(device: $0.number(below: devices.count), bytes: $0.bytes(upTo: 30)) },
            heads: several { .init(device: $0.number(below: devices.count), head: $0.head()) }
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

    mutating func invitations() -> Invitations {
        var invitations = Invitations()
        invitations.open = several { random in
            Invitation(
                list: random.identifier(),
                dot: Dot(batch: random.identifier(), op: random.number(below: 512)),
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
        case 14: .invitations(invitations())
        case 15: .removal(removal())
        case 0: .hello(hello())
        case 1:
            .summary(
                several { .init(scope: $0.identifier(), holding: $0.holding()) },
                isRequest: number(below: 2) == 0
            )
        case 2:
            .versionVector(
                .init(
                    scope: identifier(),
                    vector: vector(),
                    pointed: Set(several { FeedHint(rawValue: $0.next()) }).sorted()
                )
            )
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
        switch number(below: 17) {
        case 13: .removal(number(below: 4) == 0 ? nil : removal(), from: device())
        case 14: .personSeen(identifier(), on: device())
        case 8: .requestOfBatch(requestTag(), flags: UInt8(number(below: 8)))
        case 12: .clockAhead(.init(milliseconds: Int64(next() >> 16), at: Int64(next() >> 16)))
        case 11: .invitations(from: device(), invitations())
        case 0: .household(identifier(), lineage: number(below: 2) == 0 ? nil : identifier())
        case 1: .introducer(publicKey: bytes(upTo: 256), deviceName: text())
        case 2: .binding(uid: UInt32(truncatingIfNeeded: next()), member: identifier())
        case 3: .address(device(), Endpoint(text()))
        case 4: .pairingAttempt(expiresAt: Int64(bitPattern: next()), used: number(below: 1000))
        case 5: .defaultList(uid: UInt32(truncatingIfNeeded: next()), number(below: 2) == 0 ? nil : identifier())
        case 15: .ownView(uid: UInt32(truncatingIfNeeded: next()), list: identifier(), view())
        case 17: .overallView(uid: UInt32(truncatingIfNeeded: next()), number(below: 3) == 0 ? nil : display())
        case 18: .savedFilter(identifier(), name: text(), number(below: 3) == 0 ? nil : filter())
        case 7: .givenUp(lostBytes: next(), changeCount: next(), at: Int64(bitPattern: next()))
        case 9: .deviceSeen(device())
        case 10: .letter(bytes(upTo: 128))
        case 6: .healed(lostBytes: next(), fetched: number(below: 1000), at: Int64(bitPattern: next()))
        default:
            .request(requestTag(), at: Int64(bitPattern: next()), outcome())
        }
    }

    private mutating func view() -> DefaultView? {
        guard number(below: 3) > 0 else { return nil }
        let sorts = ItemSort.allCases
        return DefaultView(
            sort: sorts[number(below: sorts.count)],
            isReversed: number(below: 2) == 0,
            showsDone: number(below: 2) == 0
        )
    }

    private mutating func display() -> ItemDisplay {
        let sorts = ItemSort.allCases
        return ItemDisplay(
            sort: number(below: 2) == 0 ? nil : sorts[number(below: sorts.count)],
            isReversed: answer(),
            showsDone: answer(),
            isFlat: answer(),
            isLong: answer()
        )
    }

    private mutating func answer() -> Bool? {
        [nil, true, false][number(below: 3)]
    }

    /// A filter with any conditions; names begin with accents, and end with what some systems end a line with.
    mutating func filter() -> ItemFilter {
        var filter = ItemFilter()
        filter.places = several { random in
            let section = random.number(below: 2) == 0 ? nil : EntityID(rawValue: max(1, random.next()))
            return .init(spot: .init(scope: random.identifier(), section: section), name: "\u{301}= a/b\r")
        }
        filter.state = [nil, .open, .done, .cancelled][number(below: 4)]
        filter.includesAll = number(below: 2) == 0
        filter.assignee = [nil, .me, .nobody, .member(identifier(), name: "Zoë =\u{301}")][number(below: 4)]
        filter.due = [nil, "next week", "none"][number(below: 3)]
        filter.tags = several { "\u{301}tag=\($0.number(below: 9))" }
        filter.priority = [nil, .low, .high][number(below: 3)]
        filter.display = display()
        return filter
    }

    private mutating func removal() -> Removal {
        Removal(household: identifier(), person: identifier(), device: device(), at: Int64(next() >> 16))
    }

    private mutating func requestTag() -> RequestTag {
        RequestTag(name: next(), digest: UInt32(truncatingIfNeeded: next()))
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
        let feed = FeedNumber(truncatingIfNeeded: number()) & FeedTable.numberMax
        return switch number(below: 4) {
        case 0: .feed(feed, Feed(scope: identifier(), device: device()))
        case 1: .batch(StoredBatch(feed: feed, isMinted: number(below: 2) == 0, batch: batch()))
        case 2: .head(feed, head())
        default: .local(fact())
        }
    }
}
