import PhlistVocabulary
import Testing

@testable import PhlistModel

/// What people do at the same time without knowing of each other.
struct ConcurrencyScenarioTests {
    private static let milk = EntityID(rawValue: 1)
    private static let bread = EntityID(rawValue: 2)
    private static let month: Int64 = 30 * 86_400_000
    private static let alive = FieldWrite(.life, Life.alive)
    private static let dead = FieldWrite(.life, Life.dead)

    /// Three devices that all know of milk.
    private static func devices() -> [Writer] {
        var devices = [Writer.device(1), Writer.device(2), Writer.device(3)]
        devices[0].write(milk, alive, FieldWrite(.title, text: "milk"), FieldWrite(.state, WorkState.open))
        devices[1].hear(devices[0])
        devices[2].hear(devices[0])
        return devices
    }

    /// Lets everybody hear everything, and expects that all agree.
    private static func meet(_ devices: inout [Writer], sourceLocation: SourceLocation = #_sourceLocation) {
        for index in devices.indices {
            for other in devices { devices[index].hear(other) }
        }
        for device in devices {
            #expect(device.state.versionVector == devices[0].state.versionVector, sourceLocation: sourceLocation)
            #expect(device.state.digest == devices[0].state.digest, sourceLocation: sourceLocation)
        }
    }

    @Test func `title edited on three devices offline for three months: the newest is shown, all three are kept`() {
        var devices = Self.devices()
        for (index, title) in ["oat milk", "soy milk", "whole milk"].enumerated() {
            devices[index].write(Self.milk, FieldWrite(.title, text: title), after: Int64(index + 1) * Self.month)
        }
        Self.meet(&devices)
        #expect(devices[0].text(.title, of: Self.milk) == "whole milk")
        #expect(devices[0].item(Self.milk)?.conflicts.map(\.siblings.count) == [3])
        devices[1].write(Self.milk, FieldWrite(.title, text: "milk"), after: 4 * Self.month)
        Self.meet(&devices)
        #expect(devices[2].values(.title, of: Self.milk) == ["milk"])
    }

    @Test(arguments: [Int64(-1), 1])
    func `rename ∥ delete: the item stays, with its new name`(renameAfter: Int64) {
        var devices = Self.devices()
        devices[0].write(Self.milk, Self.alive, FieldWrite(.title, text: "oat milk"), after: 10 + renameAfter)
        devices[1].write(Self.milk, Self.dead, after: 10)
        Self.meet(&devices)
        #expect(devices[2].item(Self.milk)?.isTrashed == false)
        #expect(devices[2].text(.title, of: Self.milk) == "oat milk")
    }

    @Test(arguments: [Int64(-1), 1])
    func `done ∥ delete: the item is in the trash, done`(doneAfter: Int64) {
        var devices = Self.devices()
        devices[0].write(Self.milk, FieldWrite(.state, WorkState.done), after: 10 + doneAfter)
        devices[1].write(Self.milk, Self.dead, after: 10)
        Self.meet(&devices)
        #expect(devices[2].item(Self.milk)?.isTrashed == true)
        #expect(devices[2].item(Self.milk)?.state == .done)
    }

    @Test func `50 moves of one item: it stands once, where the newest of the last moves put it`() {
        var devices = Self.devices()
        for number in 0..<50 {
            let place = Place(key: [UInt8(number + 1)])
            devices[number % 3].write(Self.milk, FieldWrite(.place, place.encoded), after: Int64(number))
        }
        Self.meet(&devices)
        #expect(devices[0].state.list?.items.map(\.entity) == [Self.milk])
        #expect(devices[0].item(Self.milk)?.place.key == [50])
        #expect(devices[0].state.entry(of: Self.milk)?[.place].siblings.count == 3)
    }

    @Test func `renumber ∥ move: keys written anew move nothing, and the move stands`() {
        var devices = Self.devices()
        let items = (1...6).map { EntityID(rawValue: $0) }
        devices[0].act(items.map { .write($0, [Self.alive, Self.place($0.rawValue)]) }, after: 1)
        Self.meet(&devices)
        devices[0].act(items[1...3].map { .write($0, [Self.place($0.rawValue * 16)]) }, after: 2)
        devices[1].write(items[5], Self.place(1, 8), after: 2)
        Self.meet(&devices)
        #expect(devices[2].state.list?.items.map(\.entity.rawValue) == [1, 6, 5, 2, 3, 4])
        #expect(devices[2].state.list?.items.count == items.count)
    }

    private static func place(_ key: UInt64...) -> FieldWrite {
        FieldWrite(.place, Place(key: key.map { UInt8($0) }).encoded)
    }

    @Test func `list trashed ∥ 30 adds: the list is in the trash with all thirty, and a restore brings them back`() {
        var devices = Self.devices()
        devices[0].write(.root, Self.dead, after: 1)
        for number in 10..<40 {
            let item = EntityID(rawValue: UInt64(number))
            devices[1].write(item, Self.alive, FieldWrite(.title, text: "\(number)"), after: Int64(number))
        }
        devices[1].write(.root, Self.alive, FieldWrite(.title, text: "shopping"), after: 50)
        Self.meet(&devices)
        #expect(devices[2].state.list?.isTrashed == true)
        devices[2].write(.root, Self.alive, after: 60)
        Self.meet(&devices)
        #expect(devices[0].state.list?.isTrashed == false)
        #expect(devices[0].state.list?.items.filter { !$0.isTrashed }.count == 31)
    }

    @Test func `cross-list move ∥ edit ∥ move: copies stand in both lists, and the edited item is not lost`() {
        var devices = Self.devices()
        var others = [Writer.device(1, scope: ScopeID(rawValue: 4)), Writer.device(2, scope: ScopeID(rawValue: 5))]
        for index in others.indices {
            // A move to another list is a new item there and the trash here.
            others[index].write(Self.milk, Self.alive, FieldWrite(.title, text: "milk"), after: 1)
            devices[index].write(Self.milk, Self.dead, after: 1)
        }
        devices[2].write(Self.milk, Self.alive, FieldWrite(.note, text: "two litres"), after: 0)
        Self.meet(&devices)
        #expect(devices[0].item(Self.milk)?.isTrashed == false)
        #expect(devices[0].text(.note, of: Self.milk) == "two litres")
        #expect(others.allSatisfy { $0.item(Self.milk)?.isTrashed == false })
    }

    @Test
    func `form change ∥ value that no longer fits: the value is kept under its field, the new field stands beside`() {
        var devices = Self.devices()
        let (size, newSize, record) = (EntityID(rawValue: 20), EntityID(rawValue: 21), EntityID(rawValue: 30))
        devices[0].write(size, FieldWrite(.kind, EntityKind.formField), FieldWrite(.type, FormFieldType.text))
        Self.meet(&devices)
        let trashed = Op.write(size, [Self.dead])
        let new = Op.write(newSize, [FieldWrite(.kind, EntityKind.formField), FieldWrite(.type, FormFieldType.choice)])
        devices[0].act([trashed, new], after: 1)
        devices[1].write(record, FieldWrite(.kind, EntityKind.record), FieldWrite(.recordValue(of: size), text: "XL"))
        Self.meet(&devices)
        #expect(devices[2].text(.recordValue(of: size), of: record) == "XL")
        #expect(devices[2].state.entry(of: size)?.value(.type, as: FormFieldType.self) == .text)
        #expect(devices[2].state.entry(of: newSize)?.value(.type, as: FormFieldType.self) == .choice)
    }

    @Test func `clear-done ∥ newly done: only what was seen to be done is cleared`() {
        var devices = Self.devices()
        devices[0].write(Self.bread, Self.alive, FieldWrite(.state, WorkState.done), after: 1)
        Self.meet(&devices)
        // Clearing names the items that it saw.
        devices[0].write(Self.bread, Self.dead, after: 2)
        devices[1].write(Self.milk, FieldWrite(.state, WorkState.done), after: 2)
        Self.meet(&devices)
        #expect(devices[2].item(Self.bread)?.isTrashed == true)
        #expect(devices[2].item(Self.milk)?.isTrashed == false)
        #expect(devices[2].item(Self.milk)?.state == .done)
    }

    @Test func `same record key saved on two devices: one record, merged field by field`() {
        var devices = Self.devices()
        let (name, size) = (FieldID.recordValue(of: EntityID(rawValue: 20)), FieldID.recordValue(of: Self.bread))
        let keys = ["A-17", " a-17"].map { RecordKey.entity(form: Writer.scope, key: $0) }
        devices[0].write(keys[0], Self.alive, FieldWrite(name, text: "Ann"), after: 1)
        devices[1].write(keys[1], Self.alive, FieldWrite(size, text: "XL"), after: 1)
        Self.meet(&devices)
        #expect(devices[2].text(name, of: keys[0]) == "Ann")
        #expect(devices[2].text(size, of: keys[0]) == "XL")
        #expect(keys[0] == keys[1])
    }
}
