package import PhlistModel
import PhlistVocabulary

/// Random values of every kind that the codec knows.
extension SeededRandom {
    /// Returns `count` random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    package mutating func bytes(upTo count: Int) -> [UInt8] {
        bytes(Int.random(in: 0...count, using: &self))
    }

    /// Returns a number; all lengths in bits are equally common.
    package mutating func number() -> UInt64 {
        next() >> UInt64.random(in: 0...63, using: &self)
    }

    package mutating func text() -> String {
        let letters = ["a", "Z", " ", "ß", "é", "牛", "🥛", "\u{0}", "\n"]
        return (0..<Int.random(in: 0...8, using: &self)).map { _ in letters[number(below: letters.count)] }.joined()
    }

    package mutating func number(below count: Int) -> Int {
        Int.random(in: 0..<count, using: &self)
    }

    /// Returns an identifier of any kind.
    package mutating func identifier<ID: Identifier128>(_: ID.Type = ID.self) -> ID {
        ID(rawValue: UInt128(next()) << 64 | UInt128(next()))
    }

    package mutating func device() -> DeviceID {
        DeviceID(publicKey: bytes(91))
    }

    /// Returns an op of any kind.
    package mutating func op() -> Op {
        switch number(below: 4) {
        case 0: .write(EntityID(rawValue: number()), fields())
        case 1:
            .originate(
                ListOrigin(
                    owner: identifier(),
                    household: identifier(),
                    nonce: identifier(ScopeID.self).rawValue
                )
            )
        case 2: .roster(rosterAct())
        default: .purge(EntityID(rawValue: number()))
        }
    }

    /// Returns a roster act of any kind.
    package mutating func rosterAct() -> RosterAct {
        switch number(below: 7) {
        case 0: .found(founding())
        case 1: .admit(admission())
        case 2: .remove(device())
        case 3: .assign(device(), number(below: 2) == 0 ? .member : .admin)
        case 4: .rename(device(), text())
        case 5: .list((0..<number(below: 4)).map { _ in identifier() }, on: device())
        default: .rotate(DiscoveryKey(identifier(ScopeID.self).rawValue, identifier(ScopeID.self).rawValue))
        }
    }

    private mutating func founding() -> Founding {
        Founding(
            publicKey: bytes(91),
            deviceName: text(),
            continuing: number(below: 2) == 0 ? nil : identifier(),
            nonce: identifier(ScopeID.self).rawValue
        )
    }

    package mutating func admission() -> Admission {
        let members = (0..<number(below: 4)).map { _ in identifier(MemberID.self) }
        return Admission(
            publicKey: bytes(upTo: 256),
            deviceName: text(),
            role: [.member, .admin, nil][number(below: 3)],
            members: members
        )
    }

    package mutating func fields() -> [FieldWrite] {
        (0..<number(below: 4)).map { _ in
            FieldWrite(FieldID(rawValue: number() & ~7), bytes(upTo: 20))
        }
    }

    /// Returns a context, in ascending order.
    package mutating func context() -> [BatchReference] {
        Set((0..<number(below: 5)).map { _ in reference() }).sorted()
    }

    /// Returns a reference to a batch of any device.
    package mutating func reference() -> BatchReference {
        BatchReference(
            FeedHint(device: device(), tier: number(below: 2) == 0 ? .control : .content),
            number: batchNumber(),
            name: identifier()
        )
    }

    /// Returns the number of a batch, small or large.
    package mutating func batchNumber() -> UInt64 {
        1 + number() % Limits.batchNumberMax
    }

    /// Returns a batch of unrelated ops.
    package mutating func batch() -> Batch {
        let ops = (0..<Int.random(in: 0...5, using: &self)).map { _ in op() }
        let number = batchNumber()
        let header = BatchHeader(
            by: identifier(),
            number: number,
            previous: number == 1 ? .none : identifier(),
            opCount: ops.count,
            stamp: Stamp(rawValue: next()),
            group: next(),
            context: context()
        )
        return Batch(header: header, ops: ops)
    }
}
