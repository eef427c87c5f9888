import Testing

@testable import PhlistModel

/// A list as one device sees it: items with keys, in order.
struct PlacedList {
    private(set) var items: [PlaceKey.Neighbour] = []
    /// How many items had to move so far.
    private(set) var moveCount = 0
    /// How many placements moved any.
    private(set) var rewriteCount = 0

    init(keys: [[UInt8]] = []) {
        for key in keys {
            items.append((EntityID(rawValue: UInt64(items.count + 1)), key))
        }
        items.sort(by: Self.isOrdered)
    }

    var entities: [EntityID] { items.map(\.entity) }

    func entities(_ start: Int, _ count: Int) -> [EntityID] {
        Array(entities[start...].prefix(count))
    }

    var bytesMax: Int { items.map(\.key.count).max() ?? 0 }

    /// Places new items, and checks that all around them stands where it should.
    mutating func insert(_ entities: [EntityID], at index: Int, by writer: UInt32) {
        let placement = PlaceKey.place(entities.count, among: items, at: index, by: writer)
        let moves = Dictionary(uniqueKeysWithValues: placement.moves.map { ($0.entity, $0.key) })
        moveCount += moves.count
        rewriteCount += moves.isEmpty ? 0 : 1
        let new = zip(entities, placement.keys).map { (entity: $0, key: $1) }
        // A look at what can have changed, and one on either side, is enough.
        let touched = max(0, index - moves.count - 1)..<min(items.count, index + moves.count + 1)
        for position in touched {
            items[position].key = moves[items[position].entity] ?? items[position].key
        }
        items.insert(contentsOf: new, at: index)
        let checked = items[touched.lowerBound..<touched.upperBound + new.count]
        let isRight =
            new.count == entities.count && zip(checked, checked.dropFirst()).allSatisfy(Self.isOrdered)
            && (placement.keys + placement.moves.map(\.key)).allSatisfy(Self.isFit)
        if !isRight {
            Issue.record("\(placement) among \(checked)")
        }
    }

    mutating func append(_ entity: EntityID, by writer: UInt32) {
        insert([entity], at: items.count, by: writer)
    }

    /// Takes in what another device has added to the same list.
    mutating func merge(_ other: PlacedList) {
        let known = Set(entities)
        items.append(contentsOf: other.items.filter { !known.contains($0.entity) })
        items.sort(by: Self.isOrdered)
    }

    mutating func remove(at index: Int) -> EntityID {
        items.remove(at: index).entity
    }

    /// One to sixty-four bytes, and room behind them.
    private static func isFit(_ key: [UInt8]) -> Bool {
        (1...Limits.placeKeyBytesMax).contains(key.count) && key.last != 0
    }

    private static func isOrdered(_ left: PlaceKey.Neighbour, _ right: PlaceKey.Neighbour) -> Bool {
        left.key == right.key ? left.entity < right.entity : left.key.lexicographicallyPrecedes(right.key)
    }
}

/// Who writes keys.
extension UInt32 {
    static let ann: UInt32 = 0xA1_0203
    static let ben: UInt32 = 0xB4_0506
}
