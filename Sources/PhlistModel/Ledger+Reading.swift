/// What the ledger knows.
extension Ledger {
    /// By feed number: the last op of each feed that the author of a batch knew, its own before the batch included.
    func known(before batch: Int) -> [UInt32] {
        let row = batches[batch]
        var known = feeds[Int(row.feed)].known
        known += repeatElement(0, count: max(0, feeds.count - known.count))
        known[Int(row.feed)] = row.firstSequence - 1
        for base in ancestors(of: Int(row.feed)) {
            known[base.feed] = max(known[base.feed], UInt32(clamping: base.end))
        }
        return known
    }

    /// Whether an author who knew so much knew that an op was given up: then it need not have seen the op, and what it
    /// wrote supersedes nothing of it.
    func isGivenUp(_ sequence: UInt32, ofFeed feed: Int, known: [UInt32]) -> Bool {
        guard !losses.isEmpty else { return false }
        return losses.contains { loss in
            loss.feed == feed && known[loss.author] >= loss.sequence
                && (loss.range.first...loss.range.end.sequence).contains(UInt64(sequence))
        }
    }

    /// How many batches are folded.
    package var batchCount: Int { batches.count }

    /// All that the author of a feed had applied of others by its newest batch.
    package func context(of feed: FeedID) -> VersionVector {
        guard let number = feedNumbers[feed] else { return [:] }
        var context: VersionVector = [:]
        for (other, sequence) in feeds[number].known.enumerated() where sequence > 0 {
            let tag = tag(of: other, at: UInt64(sequence)) ?? 0
            context[feeds[other].id] = FeedVersion(sequence: UInt64(sequence), tag: tag)
        }
        return context
    }

    /// Whether a version is part of what is known here: the feed is as long, and its history is the same.
    package func covers(_ entry: BatchHeader.ContextEntry) -> Bool {
        guard let number = feedNumber(of: entry) else { return false }
        let sequence = entry.version.sequence
        guard sequence <= feeds[number].head.sequence else { return false }
        return feeds[number].gaps.contains { $0 ~= sequence } || tag(of: number, at: sequence) == entry.version.tag
    }

    /// The tag of a feed's chain behind a batch that ends with this number.
    func tag(of number: Int, at sequence: UInt64) -> UInt64? {
        let rows = feeds[number].batches
        let index = rows.partitioningIndex { batches[Int($0)].lastSequence >= sequence }
        guard index < rows.endIndex, batches[Int(rows[index])].lastSequence == sequence else { return nil }
        return batches[Int(rows[index])].tag
    }

    func feedNumber(ofBatch batch: Int) -> Int {
        Int(batches[batch].feed)
    }

    func dot(batch: Int, op: Int) -> Dot {
        Dot(feed: feed(of: batch).id, sequence: UInt64(batches[batch].firstSequence) + UInt64(op))
    }

    func device(of batch: Int) -> DeviceID {
        feed(of: batch).origin.device
    }

    func act(of batch: Int) -> Act {
        let row = batches[batch]
        return Act(stamp: row.stamp, by: members[Int(row.by)], device: feeds[Int(row.feed)].origin.device)
    }

    func member(of batch: Int) -> MemberID {
        members[Int(batches[batch].by)]
    }

    func feed(of batch: Int) -> FeedState {
        feeds[Int(batches[batch].feed)]
    }

    /// Whether a batch comes before another in the order of acts: by time; then by who.
    func isEarlier(_ left: UInt32, _ right: UInt32) -> Bool {
        guard left != right else { return false }
        let (first, second) = (batches[Int(left)].stamp, batches[Int(right)].stamp)
        return first == second ? act(of: Int(left)) < act(of: Int(right)) : first < second
    }

    /// Whether an author who knew so much of each feed knew an op.
    func isKnown(_ dot: Dot, known: [UInt32]) -> Bool {
        guard let feed = feedNumbers[dot.feed], feed < known.count, dot.sequence <= known[feed] else { return false }
        return !isGivenUp(UInt32(dot.sequence), ofFeed: feed, known: known)
    }
}

extension Ledger.FeedState {
    /// What the feed adds to the digest of the vector; nothing while it has no batches.
    var digest: UInt64 {
        head.sequence == 0 ? 0 : version.digest(of: id)
    }

    /// How much is known; a feed with lost ranges is never equal to one without.
    package var version: FeedVersion {
        var mixer = DigestMixer()
        for gap in gaps {
            mixer.add(gap.lowerBound)
            mixer.add(gap.upperBound)
        }
        let mark = gaps.isEmpty ? 0 : UInt64(truncatingIfNeeded: mixer.sum)
        return FeedVersion(sequence: head.sequence, tag: head.tag ^ mark)
    }
}
