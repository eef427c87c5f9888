@testable import PhlistModel

/// What must hold of the bytes of a batch.
enum BatchRules {
    /// Any bytes are refused, or the only encoding of a header.
    static func examine(_ input: [UInt8], _ marks: inout Marks) throws(CodecError) {
        let batch = try Batch(bytes: input)
        let header = batch.header
        marks.add("header")
        var writer = ByteWriter()
        writer.write(counted: header.encoded())
        writer.write(raw: batch.opsBytes)
        marks.expect(batch.bytes == input && writer.bytes == input, "a header has one encoding")
        marks.expect(header.headerIsWithinLimits, "a header is within its limits")
        if !header.context.isEmpty { marks.add("context") }
        fold(batch, &marks)
        try examine(batch, &marks)
    }

    /// Ops under a header that says nothing, so that the search is for ops alone.
    static func examineOps(_ input: [UInt8], _ marks: inout Marks) throws(CodecError) {
        let header = BatchHeader(
            by: .house,
            firstSequence: 1,
            opCount: Int(input.first ?? 0),
            stamp: Stamp(rawValue: 1),
            group: 0,
            context: []
        )
        var writer = ByteWriter()
        writer.write(counted: header.encoded())
        writer.write(raw: input.dropFirst())
        try examine(writer.bytes, &marks)
    }

    private static func examine(_ batch: Batch, _ marks: inout Marks) throws(CodecError) {
        let ops: [Op]
        do throws(CodecError) {
            ops = try batch.decodedOps()
        } catch {
            marks.add("opaque")
            throw error
        }
        marks.expect(ops.count == batch.header.opCount, "there are as many ops as the header says")
        let again = Batch(header: batch.header, ops: ops)
        if ops.contains(where: \.isRepaired) {
            marks.add("repaired name")
            marks.expect((try? again.decodedOps()) == ops, "repaired names stay as they are")
        } else {
            marks.expect(again.bytes == batch.bytes, "ops have one encoding")
            let sizes = ops.reduce(0) { $0 + $1.encodedSize }
            marks.expect(sizes == batch.opsBytes.count, "the lengths add up")
        }
        for op in ops {
            marks.add("op \(OpKind(op))")
            marks.expect(op.isWithinLimits, "an op is within its limits")
            op.addDetails(to: &marks)
        }
    }

    /// Folds the first batch of a feed, into a list and into a household.
    private static func fold(_ batch: Batch, _ marks: inout Marks) {
        guard batch.header.firstSequence == 1, batch.header.context.isEmpty else { return }
        let origin = FeedOrigin(scope: ScopeID(rawValue: 1), device: DeviceID(publicKey: [1]), incarnation: 1)
        for kind in [ScopeState.Kind.list, .household] {
            var states = [ScopeState(kind, origin.scope), ScopeState(kind, origin.scope)]
            for index in states.indices {
                states[index].open(origin)
                states[index].apply(batch, of: origin.feed)
            }
            marks.expect(states[0].digest == states[1].digest, "equal batches fold to equal states")
            let isOpaque = (try? batch.decodedOps()) == nil
            marks.expect(states[0].opaqueCount == (isOpaque ? 1 : 0), "a batch is folded or counted as opaque")
            states[0].readEverything()
        }
        marks.add("folded")
    }
}

/// The kinds of ops; a new one does not compile before it is here, and fails the tests until the corpus has it.
enum OpKind: String, CaseIterable {
    case write, originate, purge, lose, found, admit, remove, assign, rename, list, unite, rotate

    init(_ op: Op) {
        self =
            switch op {
            case .write: .write
            case .originate: .originate
            case .purge: .purge
            case .lose: .lose
            case .roster(let act): OpKind(act)
            }
    }

    private init(_ act: RosterAct) {
        self =
            switch act {
            case .found: .found
            case .admit: .admit
            case .remove: .remove
            case .assign: .assign
            case .rename: .rename
            case .list: .list
            case .unite: .unite
            case .rotate: .rotate
            }
    }
}

extension ScopeState {
    /// Whatever was folded can be shown.
    func readEverything() {
        _ = list?.items.map { ($0.title, $0.isTrashed, $0.conflicts.count) }
        _ = list?.title
        _ = household?.members.map { household?.memberName($0) }
        _ = household?.roster.sorted.count
        if let list, let owner = list.owner { _ = Audience(list.sharing, owner: owner, in: Roster()).invited }
        _ = ledger.knownFeeds.map { ledger.context(of: $0.id) }
    }
}

extension BatchHeader {
    fileprivate var headerIsWithinLimits: Bool {
        opCount <= Limits.batchOpsMax && context.count <= Limits.contextEntriesMax && firstSequence > 0
            && lastSequence < Limits.sequenceMax && encoded().count <= Limits.headerBytesMax
    }
}

extension Op {
    /// Whether bytes may be lost: a name that is no text.
    fileprivate var isRepaired: Bool {
        switch self {
        case .roster(.found(let founding)): founding.deviceName.isRepaired(limit: Limits.nameBytesMax)
        case .roster(.admit(let admission)): admission.deviceName.isRepaired(limit: Limits.nameBytesMax)
        case .roster(.rename(_, let name)): name.isRepaired(limit: Limits.nameBytesMax)
        case .roster, .write, .originate, .purge, .lose: false
        }
    }

    fileprivate var isWithinLimits: Bool {
        switch self {
        case .write(_, let fields):
            fields.reduce(0) { $0 + $1.value.count } <= Limits.opBytesMax
        case .roster(.found(let founding)):
            founding.publicKey.count <= Limits.publicKeyBytesMax
                && founding.deviceName.utf8.count <= Limits.nameBytesMax
        case .roster(.admit(let admission)):
            admission.publicKey.count <= Limits.publicKeyBytesMax
                && admission.deviceName.utf8.count <= Limits.nameBytesMax
                && admission.members.count <= Limits.deviceMembersMax
        case .lose(let range):
            range.first > 0 && range.first <= range.end.sequence && range.end.sequence <= Limits.sequenceMax
                && range.origin.branchesAreWithinLimits
        case .roster(.rename(_, let name)): name.utf8.count <= Limits.nameBytesMax
        case .roster(.list(let members, _)): members.count <= Limits.deviceMembersMax
        case .roster, .originate, .purge: true
        }
    }

    fileprivate func addDetails(to marks: inout Marks) {
        switch self {
        case .write(_, let fields):
            for field in fields {
                marks.add(field.field.mergeClass == .set ? "set" : "register")
            }
        case .lose(let range) where !range.origin.branches.isEmpty:
            marks.add("branch")
        case .lose, .originate, .purge, .roster: break
        }
    }
}

extension FeedOrigin {
    /// Splits are numbered from one, each behind the one before.
    var branchesAreWithinLimits: Bool {
        let sequences = [0] + branches.map(\.sequence)
        return branches.count <= Limits.branchesMax && sequences.last.map { $0 <= Limits.sequenceMax } ?? true
            && zip(sequences, sequences.dropFirst()).allSatisfy { $0 < $1 }
    }
}
