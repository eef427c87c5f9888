/// The fields of one entity, and the acts that first and last touched it.
package struct RegisterEntry: Hashable, Sendable {
    /// The registers, in the order of the field ids; an entity has few.
    private var registers: [Slot] = []
    package private(set) var created: Act
    package private(set) var updated: Act

    /// Most items have a title, a place and a state; few have more than twice as many fields.
    private static let usualFieldCount = 8

    private struct Slot: Hashable, Sendable {
        var field: FieldID
        var register: Register
    }

    /// Creates an entry that an act touched first.
    init(created act: Act) {
        created = act
        updated = act
        registers.reserveCapacity(Self.usualFieldCount)
    }

    /// The fields that have a value, in the order of their ids.
    package var fields: [FieldID] {
        registers.filter { !$0.register.siblings.isEmpty }.map(\.field)
    }

    package subscript(field: FieldID) -> Register {
        registers.first { $0.field == field }?.register ?? Register()
    }

    /// The value that everybody shows for a field.
    package func shown(_ field: FieldID) -> Sibling? {
        self[field].shown
    }

    /// The shown value of a text field.
    package func text(_ field: FieldID) -> String? {
        shown(field).map { String(repairing: $0.value) }
    }

    /// The shown value of a one-byte field; nil for a value of a later version.
    package func value<Value: RawRepresentable<UInt8>>(_ field: FieldID, as _: Value.Type = Value.self) -> Value? {
        shown(field).flatMap { Self.decode($0) }
    }

    /// All values of a one-byte field that no later write has superseded.
    package func values<Value: RawRepresentable<UInt8>>(_ field: FieldID, as _: Value.Type = Value.self) -> [Value] {
        self[field].siblings.compactMap { Self.decode($0) }
    }

    /// The elements of a set.
    package func elements(_ field: FieldID) -> Set<String> {
        Set(self[field].siblings.map { String(decoding: $0.value.dropFirst(), as: UTF8.self) })
    }

    private static func decode<Value: RawRepresentable<UInt8>>(_ sibling: Sibling) -> Value? {
        sibling.value.count == 1 ? Value(rawValue: sibling.value[0]) : nil
    }

    // MARK: Changing

    /// Applies the fields of an op whose author knew everything here.
    mutating func anticipate(_ writes: [FieldWrite], _ dot: Dot, _ act: Act) {
        for write in writes {
            let isInsertion = write.field.mergeClass == .register || write.value.first == SetChange.insert.rawValue
            update(write.field) { register in
                register.removeAll {
                    write.field.mergeClass == .register || $0.value.dropFirst() == write.value.dropFirst()
                }
                if isInsertion {
                    register.insert(Sibling(dot: dot, act: act, value: write.value))
                }
            }
        }
        touch(act)
    }

    mutating func insert(_ sibling: Sibling, into field: FieldID) {
        update(field) { $0.insert(sibling) }
    }

    mutating func touch(_ act: Act) {
        created = min(created, act)
        updated = max(updated, act)
    }

    private mutating func update(_ field: FieldID, _ change: (inout Register) -> Void) {
        let index = registers.partitioningIndex { $0.field >= field }
        if index == registers.endIndex || registers[index].field != field {
            registers.insert(Slot(field: field, register: Register()), at: index)
        }
        change(&registers[index].register)
    }
}
