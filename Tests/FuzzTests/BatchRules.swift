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
            number: 1,
            previous: .none,
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
        guard batch.header.number == 1, batch.header.context.isEmpty else { return }
        let feed = Feed(scope: ScopeID(rawValue: 1), tier: .content, device: DeviceID(publicKey: [1]))
        let named = NamedBatch(batch, of: feed)
        for kind in [ScopeState.Kind.list, .household] {
            var states = [ScopeState(kind, feed.scope), ScopeState(kind, feed.scope)]
            for index in states.indices {
                marks.expect(states[index].ledger.isReady(named), "a first batch waits for nothing")
                states[index].apply(named)
                marks.expect(states[index].ledger.contains(named.reference), "a batch is known by its name")
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
    case write, originate, purge, found, admit, remove, assign, rename, list, rotate

    init(_ op: Op) {
        self =
            switch op {
            case .write: .write
            case .originate: .originate
            case .purge: .purge
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
        _ = ledger.batches.indices.map { ledger.known(behind: ledger.place(ofBatch: $0)) }
        _ = ledger.chains.map { ledger.points(ofFeedsWithHint: $0.hint) }
    }
}

extension BatchHeader {
    fileprivate var headerIsWithinLimits: Bool {
        opCount <= Limits.batchOpsMax && context.count <= Limits.contextEntriesMax && number > 0
            && number <= Limits.batchNumberMax && (number == 1) == (previous == .none)
            && encoded().count <= Limits.headerBytesMax
    }
}

extension Op {
    /// Whether bytes may be lost: a name that is no text.
    fileprivate var isRepaired: Bool {
        switch self {
        case .roster(.found(let founding)): founding.deviceName.isRepaired(limit: Limits.nameBytesMax)
        case .roster(.admit(let admission)): admission.deviceName.isRepaired(limit: Limits.nameBytesMax)
        case .roster(.rename(_, let name)): name.isRepaired(limit: Limits.nameBytesMax)
        case .roster, .write, .originate, .purge: false
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
        case .roster(.rename(_, let name)): name.utf8.count <= Limits.nameBytesMax
        case .roster(.list(let members, _)): members.count <= Limits.deviceMembersMax
        case .roster, .originate, .purge: true
        }
    }

    fileprivate func addDetails(to marks: inout Marks) {
        guard case .write(_, let fields) = self else { return }
        for field in fields {
            marks.add(field.field.mergeClass == .set ? "set" : "register")
        }
    }
}
