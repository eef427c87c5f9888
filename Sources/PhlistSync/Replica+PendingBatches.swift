import PhlistModel

/// Putting batches that wait after holes in the log back in place.
extension Replica {
    /// Appends the batches that waited for returned ones, so that the log stays in a causal order.
    ///
    /// One part at a time: the next one follows once this one is durable.
    mutating func appendPending(of scope: ScopeID) {
        guard let pending = healing?.pending, pending.count > 0, !library.isLeft(scope) else { return }
        guard let slot = library.scopes[scope] else { return }
        var (entries, byteCount): ([LogEntry], Int) = ([], 0)
        for entry in pending.inOrder where byteCount < SyncLimits.heldBackBytesMax {
            guard let feed = entry.feed, let batch = entry.batch, feed.scope == scope, !slot.holds(batch) else {
                continue
            }
            guard isProven(batch, in: slot, isMinted: entry.stored.isMinted), slot.isReady(batch) else { continue }
            if healing?.lostNumbers.remove(entry.stored.feed) != nil {
                entries.append(.feed(entry.stored.feed, feed))
            }
            slot.started(batch)
            entries.append(.batch(StoredBatch(feed: entry.stored.feed, isMinted: entry.stored.isMinted, batch)))
            byteCount += batch.batch.bytes.count
            // Peers send this batch, too; the copy in the inbox no longer waits, and its head is kept.
            if let head = slot.inbox.noteStored(batch)?.head { entries.append(.head(entry.stored.feed, head)) }
        }
        guard !entries.isEmpty else { return }
        append(entries, source: slot.newestSource)
    }

    /// Holds back a batch of the log that cannot be folded yet.
    mutating func hold(_ stored: StoredBatch) {
        let feed = library.feeds[stored.feed] ?? feedShown(by: stored)
        healing?.pending.insert(stored, of: feed)
    }

    /// Finds the feed of a batch whose number is not introduced, by its first ops or by the batches that it names.
    private mutating func feedShown(by stored: StoredBatch) -> Feed? {
        guard stored.isMinted else { return nil }
        let ops = (try? stored.batch.decodedOps()) ?? []
        for op in ops {
            guard case .originate(let origin) = op else { continue }
            return learn(stored.feed, Feed(scope: origin.scope, tier: .control, device: device))
        }
        let header = stored.batch.header
        for scope in library.scopes.keys.sorted() where header.number > 1 {
            for feed in Tier.allCases.map({ Feed(scope: scope, tier: $0, device: device) }) {
                let reference = BatchReference(feed.hint, number: header.number - 1, name: header.previous)
                guard library.scopes[scope]?.state.ledger.contains(reference) ?? false else { continue }
                return learn(stored.feed, feed)
            }
        }
        // The first content batch of a list knows the list's beginning.
        guard ops.contains(where: { $0.part(of: .content) != nil }) else { return nil }
        for scope in library.listScopes {
            guard header.context.contains(where: { library.scopes[scope]?.state.ledger.contains($0) ?? false }) else {
                continue
            }
            return learn(stored.feed, Feed(scope: scope, tier: .content, device: device))
        }
        return nil
    }

    private mutating func learn(_ number: FeedNumber, _ feed: Feed) -> Feed {
        library.apply(number, feed)
        healing?.lostNumbers.insert(number)
        healing?.pending.name(number, feed)
        return feed
    }

    /// Removes a folded batch from the waiting ones, and keeps the heads that vouch for it.
    mutating func forgetPending(_ batch: NamedBatch, in slot: ScopeSlot) {
        guard healing?.pending.count ?? 0 > 0 else { return }
        let lostNumber = healing?.pending.numberShown(by: batch)
        for head in healing?.pending.remove(batch.name) ?? [] {
            slot.keep(head, of: batch.hint)
        }
        if let number = lostNumber {
            _ = learn(number, Feed(scope: slot.state.id, tier: batch.tier, device: batch.device))
            _ = healing?.pending.remove(batch.name)
        }
    }
}
