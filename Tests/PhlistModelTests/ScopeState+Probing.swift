import PhlistTestKit

@testable import PhlistModel

extension ScopeState {
    /// The bytes of the snapshot.
    var snapshot: [UInt8] {
        var writer = ByteWriter()
        encode(into: &writer)
        return writer.bytes
    }

    /// Reads exactly one state.
    init(
        snapshot bytes: [UInt8],
        decode: @escaping Decoder = { batch throws(CodecError) in try batch.decodedOps() }
    )
        throws(CodecError)
    {
        var reader = ByteReader(bytes)
        try self.init(from: &reader, decode: decode)
        try reader.expectEnd()
    }

    /// All that the state is made of, but for what is made when somebody reads, and the code that it is given.
    var everything: String {
        fullText(of: self, leavingOut: ["index", "decode"])
    }

    /// Whatever can be asked of a state, and the answers.
    var views: String { fullText(of: answers) }

    var answers: [Any] {
        var answers: [Any] = [
            versionVector, ledger.ends, ledger.chains.map { ledger.points(ofFeedsWithHint: $0.hint) },
        ]
        answers += [table.entities.map { entry(of: $0) }]
        answers += [table.entities.map { life(of: $0) }, ledger.batches.indices.map { ledger.pastOfBatch($0) }]
        for member in [MemberID.house] + ledger.members {
            answers += [newestAction(by: member) as Any, newestStep(by: member) as Any]
        }
        for batch in ledger.batches.suffix(4) {
            answers += [
                plan(takingBack: [batch.group], as: 1), plan(takingBack: Set(ledger.batches.map(\.group)), as: 1),
            ]
        }
        if let list { answers += list.answers }
        if let household {
            answers += [household.everybody, household.roster.sorted, household.name]
        }
        return answers
    }
}

extension ListState {
    fileprivate var answers: [Any] {
        var answers: [Any] = [
            items, trash, dueItems, outline, sections, conflicts, progress, counts, overview, standings,
        ]
        answers += [lastKey as Any, origin as Any, title, visibility, defaultView]
        answers += [history(atMost: 5).entries, history(of: .root, atMost: 50).entries]
        answers += [history(atMost: 500).entries, openItems(titled: fold("milk")).map(\.entity)]
        answers += EntityKind.allKinds.map { entries(of: $0).map(\.entity) }
        return answers
    }
}

extension EntityKind {
    fileprivate static var allKinds: [EntityKind] {
        (0...UInt8.max).compactMap(EntityKind.init)
    }
}

extension Ledger {
    /// What the author of a batch knew, that batch included.
    fileprivate func pastOfBatch(_ row: Int) -> [UInt32] {
        known(behind: place(ofBatch: row))
    }
}
