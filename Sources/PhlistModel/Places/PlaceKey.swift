/// Keys for `Place`: byte strings that order the items of a list, ties by item id.
///
/// ```
/// key   = level+
/// level = position, a number | writer u24 | count, a number
/// ```
///
/// A writer starts a run with a position between its neighbours' and its own mark, and counts on inside that run as
/// long as it types or pastes after, or before, an item of its own: all keys of a run share their first bytes, so two
/// runs written concurrently at one spot end up one after the other and never interleave. If no number is left between
/// two neighbours, a level is added below the left one. Runs marked with their writer are the waypoints of Weidner's
/// list CRDTs; "The Art of the Fugue" (Weidner and Kleppmann, 2023) describes the interleaving.
///
/// No randomness is needed: writers that insert at the same spot at the same time have different marks.
package enum PlaceKey {
    /// Orders entities by key, ties by id.
    static func isBefore(_ left: (key: [UInt8], entity: EntityID), _ right: (key: [UInt8], entity: EntityID)) -> Bool {
        left.key == right.key ? left.entity < right.entity : left.key.lexicographicallyPrecedes(right.key)
    }

    /// An item of the list and its key.
    package typealias Neighbour = (entity: EntityID, key: [UInt8])

    /// The keys of new items, and of the neighbours that must move for them.
    package struct Placement: Sendable {
        /// The keys of the new items, ascending.
        package var keys: [[UInt8]]
        /// New keys of items that were too close, to be written in the same batch; almost always empty.
        package var moves: [Neighbour]
    }

    /// Finds keys for new items between two neighbours.
    ///
    /// If no key of `Limits.placeKeyBytesMax` bytes fits between them, a window of items around the gap is rewritten:
    /// the first of 1, 2, 4, … items whose new keys are so short that the next rewrite is far off.
    ///
    /// - Parameters:
    ///   - count: The number of new items.
    ///   - neighbours: The entities in the same order, sorted; including the trash, which may be restored, and without
    ///     the items that are being placed.
    ///   - index: The index for the first new item.
    ///   - writer: The mark that distinguishes concurrent writers in one gap; 24 bits.
    /// - Returns: One key for each new item, and the moves that must be written with them.
    package static func place<Neighbours: RandomAccessCollection<Neighbour>>(
        _ count: Int,
        among neighbours: Neighbours,
        at index: Int,
        by writer: UInt32
    ) -> Placement where Neighbours.Index == Int {
        guard count > 0 else { return Placement(keys: [], moves: []) }
        var size = 0
        while true {
            let starts = max(neighbours.startIndex, index - size)...min(index, neighbours.endIndex - size)
            for start in stride(from: starts.lowerBound, through: starts.upperBound, by: max(1, size / 4)) {
                let window = neighbours[start..<start + size]
                let left = start > neighbours.startIndex ? neighbours[start - 1].key : []
                let right = window.endIndex < neighbours.endIndex ? neighbours[window.endIndex].key : nil
                let gap = PlaceGap(left: PlacePath(left), right: right.map { PlacePath($0) }, writer: writer)
                guard let run = gap.run(of: count + size, bytesMax: bytesMax(size)) else { continue }
                return placement(of: count, at: index - start, in: run, moving: window)
            }
            invariant(size < neighbours.count, "no keys for \(count) items among \(neighbours.count)")
            size = min(max(1, size * 2), neighbours.count)
        }
    }

    /// Returns keys for new items between two neighbours, as `place` finds them, if no other item must move for them.
    ///
    /// - Parameters:
    ///   - count: The number of new items.
    ///   - left: The item before them; nil at the beginning.
    ///   - right: The item behind them; nil at the end.
    ///   - writer: The mark that distinguishes concurrent writers in one gap; 24 bits.
    /// - Returns: One key for each new item; nil if there is no room.
    package static func keys(
        _ count: Int,
        between left: Neighbour?,
        and right: Neighbour?,
        by writer: UInt32
    ) -> [[UInt8]]? {
        let right = right.map { PlacePath($0.key) }
        let run = PlaceGap(left: PlacePath(left?.key ?? []), right: right, writer: writer)
            .run(of: count, bytesMax: bytesMax(0))
        return run.map { run in (0..<count).map(run.key) }
    }

    /// Larger windows must get shorter keys, by a level for each doubling, so that most windows are small.
    private static func bytesMax(_ windowSize: Int) -> Int {
        let doublings = Int.bitWidth - windowSize.leadingZeroBitCount
        return max(Limits.placeKeyBytesMax / 4, Limits.placeKeyBytesMax - 5 * doublings)
    }

    private static func placement(
        of count: Int,
        at offset: Int,
        in run: PlaceRun,
        moving window: some Collection<Neighbour>
    ) -> Placement {
        let moves = window.enumerated().map { number, neighbour in
            (entity: neighbour.entity, key: run.key(number < offset ? number : number + count))
        }
        return Placement(keys: (offset..<offset + count).map(run.key), moves: moves)
    }
}
