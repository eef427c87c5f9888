import PhlistHousehold
import PhlistModel

/// Conclusions from batches about records that the log has lost.
extension Library {
    /// Finds the feed of a batch whose number is not introduced, by its first ops or by the batches that it names.
    func feedShown(by stored: StoredBatch) -> Feed? {
        guard stored.isMinted else { return nil }
        let (ops, header) = ((try? stored.batch.decodedOps()) ?? [], stored.batch.header)
        for case .originate(let origin) in ops {
            return Feed(scope: origin.scope, tier: .control, device: device)
        }
        for scope in scopes.keys.sorted() where header.number > 1 {
            let feeds = Tier.allCases.map { Feed(scope: scope, tier: $0, device: device) }
            let known = feeds.first { feed in
                let reference = BatchReference(feed.hint, number: header.number - 1, name: header.previous)
                return scopes[scope]?.state.ledger.contains(reference) ?? false
            }
            if let known { return known }
        }
        // The first content batch of a list knows the list's beginning.
        guard ops.contains(where: { $0.part(of: .content) != nil }) else { return nil }
        let list = listScopes.first { scope in
            header.context.contains { scopes[scope]?.state.ledger.contains($0) ?? false }
        }
        return list.map { Feed(scope: $0, tier: .content, device: device) }
    }
}

extension ScopeSlot {
    /// Whether the kind of the batch's scope is proved: the fact that names the household may be lost.
    ///
    /// An answer to an invitation may be in the log before the beginning of its list, and only lists have answers.
    func isProven(_ batch: NamedBatch) -> Bool {
        state.kind == .household || state.origin != nil || batch.begins(state.id) == .list || batch.batch.answers
    }
}
