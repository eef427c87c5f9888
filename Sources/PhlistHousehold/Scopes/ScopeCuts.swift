import PhlistModel

/// The positions in a scope's log up to which signed heads vouch for everything.
///
/// Batches of authors who know each other's batches can only be stored together, with heads for all of them. Each chain
/// keeps its last head before each cut, so a peer that catches up never has to hold much more than the batches between
/// two cuts.
package struct ScopeCuts {
    /// The number of batches before each cut, ascending.
    private(set) var rows: [Int] = []
    /// The newest position that may become a cut.
    private var candidate: Place?
    private var end = Place(row: 0, byteCount: 0)
    private var lastCut = Place(row: 0, byteCount: 0)
    /// The chains that end with a batch for which no head vouches yet.
    private var open: Set<Int> = []

    private struct Place {
        var row: Int
        var byteCount: Int
    }

    /// Records a folded batch.
    ///
    /// - Parameters:
    ///   - chain: The chain of the batch.
    ///   - byteCount: The approximate size of the batch.
    ///   - isOwn: Whether the batch is by this device, which can sign it at any time.
    mutating func folded(in chain: Int, byteCount: Int, isOwn: Bool) {
        end = Place(row: end.row + 1, byteCount: end.byteCount + byteCount)
        if !isOwn { open.insert(chain) }
        if open.isEmpty { candidate = end }
        cutIfDue()
    }

    /// Records that a head vouches for the end of a chain.
    mutating func vouched(forEndOf chain: Int) {
        guard open.remove(chain) != nil, open.isEmpty else { return }
        candidate = end
        cutIfDue()
    }

    /// Cuts at the last possible position before the distance is too great, or at the first one after that.
    private mutating func cutIfDue() {
        let isFar =
            end.row - lastCut.row >= HouseholdLimits.batchesBetweenCutsMax
            || end.byteCount - lastCut.byteCount >= HouseholdLimits.bytesBetweenCutsMax
        guard isFar, let place = candidate, place.row > lastCut.row else { return }
        rows.append(place.row)
        lastCut = place
    }

    /// Whether there is or may be a cut after a batch and not after a later one.
    func mayDivide(_ row: Int, from later: Int) -> Bool {
        if let candidate, row < candidate.row, candidate.row <= later { return true }
        let index = rows.firstIndex(behind: row)
        return index < rows.count && rows[index] <= later
    }

    /// Returns the cuts after a batch.
    func cuts(behind row: Int) -> ArraySlice<Int> { rows[rows.firstIndex(behind: row)...] }
}

extension [Int] {
    /// Returns the index of the first number greater than another, in an ascending array.
    fileprivate func firstIndex(behind number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > number { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
