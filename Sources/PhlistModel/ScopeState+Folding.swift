/// A batch with the name that its feed had when it was stored.
package struct StoredBatch: Sendable {
    package var origin: FeedOrigin
    package var batch: Batch

    /// Creates a stored batch.
    package init(origin: FeedOrigin, batch: Batch) {
        self.origin = origin
        self.batch = batch
    }
}

extension ScopeState {
    /// The same scope folded anew from its batches: another fork has become known, lost batches have turned up, or more
    /// ops can be read.
    ///
    /// Batches come in any order, as long as those stored under one name before a split was known are of one branch:
    /// the log of one device is. What cannot be applied, since batches before it are missing, is left out.
    ///
    /// - Parameters:
    ///   - batches: All batches of the scope.
    ///   - forks: All splits that are known by now.
    ///   - newDecode: Reads the ops; that of this state when nothing is given.
    /// - Returns: The state, with the same planted defect if there is one.
    package func folded(
        from batches: some Sequence<StoredBatch>,
        forks: [Fork],
        decode newDecode: Decoder? = nil
    ) -> ScopeState {
        guard table.defect != .lateOpsWithoutRefold || newDecode == nil else {
            return applyingLateOps(of: batches, newDecode ?? decode)
        }
        var state = ScopeState(kind, id, forks: forks, decode: newDecode ?? decode, defect: table.defect)
        state.isFolding = true
        var waiting = Array(batches)
        var names = waiting.map(\.origin.feed)
        repeat {
            (waiting, names) = state.applyReady(waiting, names)
        } while state.skipLoss(unless: Waiting(waiting).isAtHand)
        state.isFolding = false
        return state
    }

    /// Applies what can be applied, in the order given as far as possible.
    ///
    /// - Returns: What still waits for other batches.
    private mutating func applyReady(
        _ batches: [StoredBatch],
        _ names: [FeedID]
    ) -> (waiting: [StoredBatch], names: [FeedID]) {
        var (waiting, waitingNames): ([StoredBatch], [FeedID]) = (batches, names)
        var count = 0
        repeat {
            count = waiting.count
            var (rest, restNames): ([StoredBatch], [FeedID]) = ([], [])
            for (stored, name) in zip(waiting, waitingNames) {
                open(stored.origin)
                if ledger.isNext(stored.batch, of: name) {
                    apply(stored.batch, of: name)
                } else {
                    rest.append(stored)
                    restNames.append(name)
                }
            }
            (waiting, waitingNames) = (rest, restNames)
        } while waiting.count < count
        return (waiting, waitingNames)
    }

    /// The planted defect.
    private func applyingLateOps(of batches: some Sequence<StoredBatch>, _ newDecode: Decoder) -> ScopeState {
        var state = self
        for stored in batches where (try? decode(stored.batch)) == nil {
            guard let ops = try? newDecode(stored.batch) else { continue }
            let number = state.ledger.batches.firstIndex { row in
                row.group == stored.batch.header.group && row.stamp == stored.batch.header.stamp
            }
            if let number { state.apply(ops, ofBatch: number) }
        }
        return state
    }
}

/// The first ops of the batches that wait, for whoever asks whether one of them comes next.
private struct Waiting {
    private var firsts: Set<Dot> = []

    init(_ batches: [StoredBatch]) {
        firsts = Set(batches.map { Dot(feed: $0.origin.feed, sequence: $0.batch.header.firstSequence) })
    }

    func isAtHand(_ feed: FeedID, _ sequence: UInt64) -> Bool {
        firsts.contains(Dot(feed: feed, sequence: sequence))
    }
}
