/// The rights of a member in a list: checked before a write, and again by everybody who applies it.
///
/// | who | may |
/// | --- | --- |
/// | a member who sees the list | change what is in it, and its title |
/// | the owner | set the deletion policy; put the list into the trash, bring it back, empty the trash |
/// | everybody, while the list is everybody's | the same, except setting the deletion policy |
package struct ListRights: Hashable, Sendable {
    package var isOwner: Bool
    /// Whether the member may see the list.
    package var isReader: Bool
    /// Whether the member may put the list into the trash, bring it back, and empty its trash.
    package var mayTrash: Bool

    package init(isOwner: Bool, isReader: Bool, mayTrash: Bool) {
        (self.isOwner, self.isReader, self.mayTrash) = (isOwner, isReader, mayTrash)
    }

    /// Whether the member may write an op; rights to see the list are decided elsewhere.
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

/// The rights of a list's authors by what they knew, cached for as long as an author knows no more words.
struct KnownRights: Sendable {
    /// Verdicts by chain and actor.
    private var verdicts: [Int: [MemberID: Verdict]] = [:]

    private struct Verdict {
        /// The number of control batches that the author knew; what one chain knows only grows.
        var controlCount: Int
        var rights: ListRights
    }

    /// Returns the rights of the author of a batch.
    ///
    /// - Parameters:
    ///   - header: The batch's header.
    ///   - row: The batch's row in the ledger, as the newest of its chain.
    ///   - ledger: All batches.
    ///   - origin: The owner of the list.
    ///   - sharing: The sharing words of the list.
    /// - Returns: The rights by the author's past alone: later changes alter no verdict.
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
