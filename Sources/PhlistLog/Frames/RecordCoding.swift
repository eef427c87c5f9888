import PhlistModel

/// A record inside a payload: `varint length of the bytes | kind u8 | bytes`.
extension Record {
    func append(to payload: inout [UInt8]) {
        payload.append(varint: UInt64(bytes.count))
        payload.append(kind.rawValue)
        payload += bytes
    }

    /// Removes a record from the front of a payload; nil if there is no complete one.
    init?(takingFrom payload: inout ArraySlice<UInt8>) {
        guard let length = payload.takeVarint(), length < payload.count, let kind = payload.popFirst() else {
            return nil
        }
        self.init(Kind(rawValue: kind), Array(payload.prefix(Int(length))))
        payload.removeFirst(Int(length))
    }

    /// Skips a record at the front of a payload; false if there is no complete one.
    static func skip(in payload: inout ArraySlice<UInt8>) -> Bool {
        guard let length = payload.takeVarint(), length < payload.count else { return false }
        payload.removeFirst(1 + Int(length))
        return true
    }
}
