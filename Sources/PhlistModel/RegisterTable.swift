import Crypto

/// All registers of a scope, with a digest that costs an edit the size of the edit.
package struct RegisterTable<Owner: RegisterOwner>: Sendable {
    package private(set) var entries: [Owner: RegisterEntry] = [:]
    /// Σ over all registers of the first 128 bits of SHA-256(owner ‖ field ‖ siblings), modulo 2^128.
    package private(set) var digest: UInt128 = 0

    /// Creates an empty table.
    package init() {}

    /// Takes in the fields of one op; of several writes to one field the last counts, and none touch nothing.
    mutating func apply(_ writes: [FieldWrite], to owner: Owner, dot: Dot, act: Act, knowing context: Context) {
        guard !writes.isEmpty else { return }
        var change: UInt128 = 0
        for write in writes {
            let sibling = Sibling(dot: dot, act: act, value: write.value)
            entries[owner, default: RegisterEntry(created: act)].update(write.field) { register in
                change &-= Self.contribution(owner, write.field, register)
                register.apply(sibling, knowing: context)
                change &+= Self.contribution(owner, write.field, register)
            }
        }
        entries[owner]?.touch(act)
        digest &+= change
    }

    /// Copies one owner's entry from another table, unless it is here already.
    mutating func adopt(_ owner: Owner, from other: RegisterTable) {
        guard entries[owner] == nil else { return }
        entries[owner] = other.entries[owner]
    }

    private static func contribution(_ owner: Owner, _ field: FieldID, _ register: Register) -> UInt128 {
        guard !register.siblings.isEmpty else { return 0 }
        var writer = ByteWriter()
        writer.write(raw: owner.digestBytes)
        writer.write(varint: field.rawValue)
        for sibling in register.siblings {
            writer.write(raw: sibling.dot.feed.bytes)
            writer.write(varint: sibling.dot.sequence)
            writer.write(fixed: sibling.act.stamp.rawValue)
            writer.write(counted: sibling.value)
        }
        return SHA256.hash(data: writer.bytes).prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }
}

/// The fields of one owner, and who first and last touched it.
package struct RegisterEntry: Sendable {
    package private(set) var fields: [FieldID: Register] = [:]
    package private(set) var created: Act
    package private(set) var updated: Act

    init(created act: Act) {
        created = act
        updated = act
    }

    /// The value of a field that everybody shows.
    package func shown(_ field: FieldID) -> Sibling? {
        fields[field]?.shown
    }

    /// The shown value of a text field.
    package func text(_ field: FieldID) -> String? {
        shown(field).map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// The shown value of a one-byte field; a value of a later version counts as none.
    package func value<Value: RawRepresentable<UInt8>>(_ field: FieldID, as _: Value.Type = Value.self) -> Value? {
        shown(field).flatMap { Self.decode($0) }
    }

    /// All values of a one-byte field that no later write has superseded.
    package func values<Value: RawRepresentable<UInt8>>(_ field: FieldID, as _: Value.Type = Value.self) -> [Value] {
        fields[field].map { $0.siblings.compactMap { Self.decode($0) } } ?? []
    }

    mutating func update(_ field: FieldID, _ change: (inout Register) -> Void) {
        change(&fields[field, default: Register()])
    }

    mutating func touch(_ act: Act) {
        created = min(created, act)
        updated = max(updated, act)
    }

    private static func decode<Value: RawRepresentable<UInt8>>(_ sibling: Sibling) -> Value? {
        sibling.value.count == 1 ? Value(rawValue: sibling.value[0]) : nil
    }
}
