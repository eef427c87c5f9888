/// What somebody may do in a list: asked before anything is written, and again by everybody who takes it in.
///
/// | who | may |
/// | --- | --- |
/// | whoever may see the list | change what is in it, and its title |
/// | the owner | say what becomes of removed items; put the list into the trash, bring it back, empty the trash |
/// | everybody, while everybody may see the list | the same, apart from saying what becomes of removed items |
package struct ListRights: Hashable, Sendable {
    package var isOwner: Bool
    /// Whether they may see the list.
    package var isReader: Bool
    /// Whether they may put the list into the trash, bring it back, and empty its trash.
    package var mayTrash: Bool

    /// Creates the rights of somebody.
    package init(isOwner: Bool, isReader: Bool, mayTrash: Bool) {
        (self.isOwner, self.isReader, self.mayTrash) = (isOwner, isReader, mayTrash)
    }

    /// Whether they may do something; who may see the list is said elsewhere.
    package func allow(_ op: Op) -> Bool {
        guard isReader else { return false }
        return switch op {
        case .write(.root, let fields): fields.allSatisfy { allow($0.field) }
        case .purge: mayTrash
        case .write, .originate, .roster: true
        }
    }

    private func allow(_ field: FieldID) -> Bool {
        switch field {
        case .life: mayTrash
        case .deletionPolicy: isOwner
        default: true
        }
    }
}

/// What those who write in a list might do by what they knew: kept for as long as they know no more words.
struct KnownRights: Sendable {
    /// By chain, and by who acts there.
    private var verdicts: [Int: [MemberID: Verdict]] = [:]

    private struct Verdict {
        /// How much control the author knew; what one chain knows only becomes more.
        var controlCount: Int
        var rights: ListRights
    }

    /// What the author of a batch might do.
    ///
    /// - Parameters:
    ///   - header: The batch's.
    ///   - row: Where it is in the ledger, as the newest of its chain.
    ///   - ledger: All batches.
    ///   - origin: Whose list it is.
    ///   - sharing: What was said in it.
    /// - Returns: The rights by the author's past alone: what comes later changes no verdict.
    mutating func rights(
        by header: BatchHeader,
        ofRow row: Int,
        in ledger: Ledger,
        of origin: ListOrigin,
        _ sharing: Sharing
    ) -> ListRights {
        let (actor, chain) = (header.actor, ledger.chain(ofRow: row))
        guard actor != origin.owner else { return ListRights(isOwner: true, isReader: true, mayTrash: true) }
        let count = ledger.controlCount(knownBy: chain)
        if let verdict = verdicts[chain]?[actor], verdict.controlCount == count {
            return verdict.rights
        }
        let audience = Audience(sharing, owner: origin.owner, knownAt: ledger.positionBefore(newest: row))
        let rights = ListRights(isOwner: false, isReader: audience.sees(actor), mayTrash: audience.isEverybodys)
        verdicts[chain, default: [:]][actor] = Verdict(controlCount: count, rights: rights)
        return rights
    }
}
