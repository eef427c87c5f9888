import PhlistModel

/// Who may see what by some batches alone: it knows what each author knew from the chronicle, not from a replica.
struct Witness {
    private var rosters: [BatchSet: Roster] = [:]
    private var sharings: [Words: Sharing] = [:]

    private struct Words: Hashable {
        var scope: ScopeID
        var batches: BatchSet
    }

    /// What is remembered: a history asks for the same again and again, and for old ones no more.
    private static let rememberedMax = 256

    /// Who is in a household.
    mutating func roster(by batches: BatchSet, of annals: Annals, in household: ScopeID) -> Roster {
        if let known = rosters[batches] { return known }
        var roster = Roster()
        annals.forEachOp(of: batches) { op, dot, act, position in
            guard case .roster(let change) = op else { return }
            if case .found(let founding) = change, founding.scope != household || founding.device != act.device {
                return
            }
            roster.take(change, dot, act, at: position)
        }
        if rosters.count >= Self.rememberedMax { rosters = [:] }
        rosters[batches] = roster
        return roster
    }

    /// Who may see a list; nil when nobody has said whose it is.
    mutating func audience(of list: ScopeID, by batches: BatchSet, of annals: Annals, in roster: Roster) -> Audience? {
        let owner = annals.owner(of: list, by: batches)
        let words = Words(scope: list, batches: batches)
        let sharing = sharings[words] ?? annals.sharing(by: batches)
        if sharings.count >= Self.rememberedMax { sharings = [:] }
        sharings[words] = sharing
        return owner.map { Audience(sharing, owner: $0, in: roster) }
    }
}

extension Annals {
    /// Hands over the ops of some batches, each after those that its author knew.
    fileprivate func forEachOp(of batches: BatchSet, _ body: (Op, Dot, Act, CausalPosition) -> Void) {
        for number in batches.members {
            let entry = entries[number]
            guard entry.speaks else { continue }
            let act = Act(stamp: entry.batch.header.stamp, by: entry.batch.header.by, device: entry.batch.device)
            var known = [UInt32](repeating: 0, count: number)
            for other in entry.known.members { known[other] = 1 }
            for (index, op) in entry.ops.enumerated() {
                let position = CausalPosition(chain: number, number: 1, op: index, known: known)
                body(op, Dot(batch: entry.batch.name, op: index), act, position)
            }
        }
    }

    fileprivate func sharing(by batches: BatchSet) -> Sharing {
        var sharing = Sharing()
        forEachOp(of: batches) { op, dot, act, position in
            guard case .write(.root, let writes) = op else { return }
            for word in writes.compactMap({ SharingWord($0) }) {
                sharing.take(word, dot, act, at: position)
            }
        }
        return sharing
    }

    fileprivate func owner(of list: ScopeID, by batches: BatchSet) -> MemberID? {
        for number in batches.members {
            for case .originate(let origin) in entries[number].ops where origin.scope == list { return origin.owner }
        }
        return nil
    }
}
