import PhlistModel

/// The places in the log of a scope up to which signed heads vouch for all that is there.
///
/// Batches of several authors who know each other's can be stored only together, with heads for all of them. Each chain
/// keeps the head that it ends with at each of these places, so a peer that catches up never has to hold much more than
/// what lies between two of them.
struct ScopeCuts {
    /// The numbers of batches before each cut, ascending.
    private(set) var rows: [Int] = []
    /// The newest place that may become a cut.
    private var candidate: Place?
    private var end = Place(row: 0, byteCount: 0)
    private var lastCut = Place(row: 0, byteCount: 0)
    /// The chains that end with a batch for which no head vouches yet.
    private var open: Set<Int> = []

    private struct Place {
        var row: Int
        var byteCount: Int
    }

    /// A batch was folded in.
    ///
    /// - Parameters:
    ///   - chain: Its chain.
    ///   - byteCount: About its size.
    ///   - isOwn: Whether it is by this device, which can sign it at any time.
    mutating func folded(in chain: Int, byteCount: Int, isOwn: Bool) {
        end = Place(row: end.row + 1, byteCount: end.byteCount + byteCount)
        if !isOwn { open.insert(chain) }
        if open.isEmpty { candidate = end }
        cutIfDue()
    }

    /// A head vouches for the end of a chain.
    mutating func vouched(forEndOf chain: Int) {
        guard open.remove(chain) != nil, open.isEmpty else { return }
        candidate = end
        cutIfDue()
    }

    /// Cuts at the last possible place before the distance becomes too great, or at the first one behind it.
    private mutating func cutIfDue() {
        let isFar =
            end.row - lastCut.row >= SyncLimits.batchesBetweenCutsMax
            || end.byteCount - lastCut.byteCount >= SyncLimits.bytesBetweenCutsMax
        guard isFar, let place = candidate, place.row > lastCut.row else { return }
        rows.append(place.row)
        lastCut = place
    }

    /// Whether there may be a cut behind a batch and not behind a later one.
    func mayDivide(_ row: Int, from later: Int) -> Bool {
        if let candidate, row < candidate.row, candidate.row <= later { return true }
        let index = rows.firstIndex(behind: row)
        return index < rows.count && rows[index] <= later
    }

    /// The cuts behind a batch.
    func cuts(behind row: Int) -> ArraySlice<Int> { rows[rows.firstIndex(behind: row)...] }
}

extension [Int] {
    /// The index of the first number above another one, of ascending ones.
    fileprivate func firstIndex(behind number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > number { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
