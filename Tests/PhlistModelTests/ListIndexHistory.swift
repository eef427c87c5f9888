import PhlistTestKit

@testable import PhlistModel

/// A random history of a list with everything in it that views look at, on devices that meet now and then.
struct ListIndexHistory {
    private(set) var random: SeededRandom
    private(set) var devices: [Writer] = []
    private var tick: Int64 = 0
    private let purges: Bool

    static let members = [MemberID(rawValue: 11), MemberID(rawValue: 12)]
    static let titles = ["milk", "bread", "", "Milk", "mílk"]
    static let items = (1...12).map { EntityID(rawValue: UInt64($0) << 58 | 7) }
    static let sections = [EntityID(rawValue: 21), EntityID(rawValue: 22)]
    private static let others = [EntityID.root, EntityID(rawValue: 31), EntityID(rawValue: 32)]
    private static let nobody = EntityID(rawValue: 99)

    /// Starts the history of a seed.
    init(seed: UInt64, purges: Bool = true) {
        self.purges = purges
        random = SeededRandom(seed: seed)
        for number in 0..<Int.random(in: 1...3, using: &random) {
            let device = DeviceID(publicKey: [UInt8(number)])
            let offset: Int64 = [0, 0, -1_000_000_000][number]
            devices.append(Writer(scope: History.scope, device: device, clockOffset: offset))
        }
    }

    /// Lets one device write, or hear of one batch.
    ///
    /// - Returns: The number of the device.
    mutating func step() -> Int {
        tick += Int64.random(in: 0...2, using: &random)
        let number = random.number(below: devices.count)
        let other = random.number(below: devices.count)
        if random.happens(percent: 50), let news = devices[other].log.first(where: { devices[number].lacks($0) }) {
            // What its author knew comes first, or the batch could not be taken.
            let missing = devices[other].log.first { devices[number].lacks($0) && devices[number].mayTake($0) }
            devices[number].take(missing ?? news)
        } else {
            let count = random.happens(percent: 2) ? 100 : Int.random(in: 1...3, using: &random)
            let ops = (0..<count).map { _ in op() }
            let group = random.next()
            _ = devices[number].author(ops, at: 1_800_000_000_000 + tick, group: group)
        }
        return number
    }

    /// Lets every device take all that any other has.
    mutating func exchangeAll() {
        for number in devices.indices {
            for other in devices.indices {
                while let news = devices[other].log.first(where: { devices[number].lacks($0) }) {
                    let ready = devices[other].log.first { devices[number].lacks($0) && devices[number].mayTake($0) }
                    devices[number].take(ready ?? news)
                }
            }
        }
    }

    /// A draft of a few more ops of a device.
    mutating func draft(of number: Int) -> ScopeDraft {
        let ops = (0..<Int.random(in: 1...4, using: &random)).map { _ in op() }
        var draft = ScopeDraft()
        let stamp = Stamp(milliseconds: 1_900_000_000_000 + tick)
        let act = Act(stamp: stamp, by: .house, device: devices[number].device)
        draft.anticipate(ops, upon: devices[number].state, act: act)
        return draft
    }

    private mutating func op() -> Op {
        let entity = entity()
        guard !(purges && random.happens(percent: 3)) else { return .purge(entity) }
        return .write(entity, (0..<random.number(below: 5)).map { _ in field(of: entity) })
    }

    private mutating func entity() -> EntityID {
        switch random.number(below: 10) {
        case 0: pick(Self.others)
        case 1: pick(Self.sections)
        default: pick(Self.items)
        }
    }

    private mutating func field(of entity: EntityID) -> FieldWrite {
        switch random.number(below: 12) {
        case 0...2: FieldWrite(.life, [pick([1, 1, 1, 0, 9])])
        case 3: FieldWrite(.title, text: pick(Self.titles))
        case 4...5: FieldWrite(.place, place())
        case 6: FieldWrite(.state, [UInt8(random.number(below: 4))])
        case 7: FieldWrite(.due, pick([[], [7], [7, 227, 1, 1], [7, 227, 1, 2], [7, 227, 1, 1, 9, 30]]))
        case 8: FieldWrite(.assignee, pick([[], Self.members[0].bytes, Self.members[1].bytes]))
        case 9: FieldWrite(.percent, [pick([0, 30, 99, 100, 101])])
        case 10: rareField(of: entity)
        default: random.happens(percent: 50) ? FieldWrite(.note, text: pick(["", "a note"])) : amount()
        }
    }

    private mutating func amount() -> FieldWrite {
        FieldWrite(.quantity, text: pick(["", "2", "2"]))
    }

    private mutating func rareField(of entity: EntityID) -> FieldWrite {
        switch random.number(below: 6) {
        case 0: FieldWrite(.kind, [UInt8(random.number(below: 7))])
        case 1: FieldWrite(.kind, Self.sections.contains(entity) ? EntityKind.section : EntityKind.item)
        case 2: .insert(pick(["red", "blue"]), into: .tags)
        case 3: .remove(pick(["red", "blue"]), from: .tags)
        case 4: FieldWrite(.recordValue(of: Self.sections[0]), [UInt8(random.number(below: 2))])
        default: FieldWrite(.photo, random.bytes(upTo: 2))
        }
    }

    private mutating func place() -> [UInt8] {
        guard !random.happens(percent: 5) else { return [9] }
        let section = random.happens(percent: 60) ? nil : pick(Self.sections + [Self.nobody])
        let parent = random.happens(percent: 50) ? nil : pick(Self.items + [Self.nobody])
        return Place(section: section, parent: parent, key: random.bytes(upTo: 2)).encoded
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[random.number(below: values.count)]
    }
}
