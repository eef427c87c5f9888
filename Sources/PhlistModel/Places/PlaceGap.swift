/// The room between two keys for one writer.
struct PlaceGap {
    /// The key before the gap; an empty one is before all others.
    let left: PlacePath
    /// The key after the gap; nil for the end of the list.
    let right: PlacePath?
    let writer: UInt32

    /// Returns `count` keys between the two, none longer than `bytesMax`; nil if there is no room.
    func run(of count: Int, bytesMax: Int) -> PlaceRun? {
        for way in [countedOn, countedDown, steppedAside, steppedBelow, halved] {
            if let run = way(count), run.bytesMax <= bytesMax, isInside(run) {
                return run
            }
        }
        return nil
    }

    private func isInside(_ run: PlaceRun) -> Bool {
        guard left.bytes.lexicographicallyPrecedes(run.firstKey) else { return false }
        guard let right else { return true }
        return run.lastKey.lexicographicallyPrecedes(right.bytes)
    }

    /// Continues after the writer's own last item.
    private func countedOn(_ count: Int) -> PlaceRun? {
        guard let own = left.levels.last, own.writer == writer, right?.isInRun(of: left) != true else { return nil }
        return PlaceRun(prefix: left.bytesOfRun, first: own.count + PlaceRun.stride, count: count)
    }

    /// Continues before the writer's own first item.
    private func countedDown(_ count: Int) -> PlaceRun? {
        guard let right, let own = right.levels.last, own.writer == writer, !left.isInRun(of: right) else { return nil }
        return PlaceRun(prefix: right.bytesOfRun, first: own.count - PlaceRun.stride * count, count: count)
    }

    /// Starts a run where the two keys diverge: keys stay short when several writers append in turn.
    private func steppedAside(_ count: Int) -> PlaceRun? {
        let depth = levelsShared
        return started(count, below: left.levels.prefix(depth), left.position(at: depth), right?.position(at: depth))
    }

    /// Starts a run one level further down.
    ///
    /// Below the left item, or inside a run below the odd number before the right one, so that items that others append
    /// to the left one concurrently stay before all that its writer continued with.
    private func steppedBelow(_ count: Int) -> PlaceRun? {
        let depth = levelsShared
        guard depth < left.levels.count else { return nil }
        var level = left.levels[depth]
        if let next = right?.levels.dropFirst(depth).first, next.position == level.position, next.writer == level.writer
        {
            level.count = next.count - 1
        }
        let isShared = level == left.levels[depth]
        return started(
            count,
            below: left.levels.prefix(depth) + [level],
            isShared ? left.position(at: depth + 1) : nil,
            nil
        )
    }

    /// Starts a run between keys that this scheme did not make.
    private func halved(_ count: Int) -> PlaceRun? {
        guard let prefix = left.bytes.halfway(to: right?.bytes) else { return nil }
        let level = PlaceLevel(position: 0, writer: writer, count: 0)
        return PlaceRun(prefix: prefix + level.bytesOfRun, first: 0, count: count)
    }

    private var levelsShared: Int {
        zip(left.levels, right?.levels ?? []).prefix { $0 == $1 }.count
    }

    private func started(
        _ count: Int,
        below levels: some Sequence<PlaceLevel>,
        _ low: Int?,
        _ high: Int?
    ) -> PlaceRun? {
        guard let position = PlaceNumber.between(low, high) else { return nil }
        let level = PlaceLevel(position: position, writer: writer, count: 0)
        return PlaceRun(prefix: levels.flatMap(\.bytes) + level.bytesOfRun, first: 0, count: count)
    }
}

/// Ascending keys of one writer that differ only in their last number.
struct PlaceRun {
    /// The distance of items, which have even numbers; keys between two of them go below the odd one.
    static let stride = 2

    private let prefix: [UInt8]
    private let first: Int
    let firstKey: [UInt8]
    let lastKey: [UInt8]

    /// Creates a run; nil if its numbers are out of range.
    init?(prefix: [UInt8], first: Int, count: Int) {
        let last = first + Self.stride * (count - 1)
        guard PlaceNumber.range.contains(first), PlaceNumber.range.contains(last) else { return nil }
        self.prefix = prefix
        self.first = first
        firstKey = prefix + PlaceNumber.bytes(first)
        lastKey = prefix + PlaceNumber.bytes(last)
    }

    /// The length of the longest key, in bytes: numbers far from zero are longer.
    var bytesMax: Int {
        max(firstKey.count, lastKey.count)
    }

    func key(_ index: Int) -> [UInt8] {
        prefix + PlaceNumber.bytes(first + Self.stride * index)
    }
}
