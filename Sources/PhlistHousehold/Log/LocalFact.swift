package import PhlistModel
package import PhlistVocabulary

/// Facts about this device alone, kept in its log and never sent.
package enum LocalFact: Hashable, Sendable {
    /// The device belongs to this household from here on. The founding says which lineage the household continues;
    /// until it has come, or if it is lost, this fact does.
    case household(ScopeID, lineage: ScopeID?)
    /// The device that admitted this one, trusted until the household's own acts have arrived. An empty key means none.
    case introducer(publicKey: [UInt8], deviceName: String)
    /// A login on this machine acts as this member, or as nobody if it is the house. Nil if the login has not said who
    /// it is.
    case binding(uid: UInt32, member: MemberID?)
    /// The last address at which a device was reached.
    case address(DeviceID, Endpoint)
    /// A guess at the pairing code that ends at this time (milliseconds since 1970) was allowed.
    case pairingAttempt(expiresAt: Int64, used: Int)
    /// The outcome of a request, at this time, in case its user repeats it.
    case request(RequestTag, at: Int64, Outcome)
    /// The outcome of a request, told by the batch minted last before this fact, with the outcome's flags and at the
    /// time of the batch.
    case requestOfBatch(RequestTag, flags: UInt8)
    /// The list that receives a bare `add` of a login on this machine; nil if none is chosen.
    case defaultList(uid: UInt32, ScopeID?)
    /// A login's own view of a list; nil if none is chosen.
    case ownView(uid: UInt32, list: ScopeID, DefaultView?)
    /// A login's own view of all lists together; nil if none is chosen.
    case overallView(uid: UInt32, ItemDisplay?)
    /// A filter that a person saved under a name; nil once it is removed.
    case savedFilter(MemberID, name: String, ItemFilter?)
    /// The losses of the log, this many bytes in all, were recovered at this time (milliseconds since 1970), with this
    /// many batches of other devices.
    case healed(lostBytes: UInt64, fetched: Int, at: Int64)
    /// The rest of the losses of the log, this many bytes in all, was given up at this time, with everything that waits
    /// in the log before this record: this many changes, as far as is known.
    case givenUp(lostBytes: UInt64, changeCount: UInt64, at: Int64)
    /// A person has seen that a device has joined.
    case deviceSeen(DeviceID)
    /// The letter that the admitting device signed for those that have not heard of this one.
    case letter([UInt8])
    /// Invitations from another device to lists that this one does not hold; replaces earlier ones.
    case invitations(from: DeviceID, Invitations)
    /// The lead of this device's clock over the others', or zero once it has none.
    case clockAhead(ClockLead)
    /// Another device reported that this one was removed from the household; nil once it accepts this one again.
    case removal(Removal?, from: DeviceID)
    /// A person has seen that a user of this device may use another device, too.
    case personSeen(MemberID, on: DeviceID)

    enum Kind: UInt8 {
        case household = 1
        case introducer = 2
        case binding = 3
        case address = 4
        case pairingAttempt = 5
        case request = 6
        case defaultList = 8
        case healed = 9
        case givenUp = 10
        case deviceSeen = 12
        case letter = 13
        case invitations = 14
        case clockAhead = 15
        case requestOfBatch = 16
        case removal = 17
        case personSeen = 18
        case ownView = 19
        case overallView = 20
        case savedFilter = 21
    }

    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(kind.rawValue)
        switch self {
        case .household(let scope, let lineage):
            writer.write(scope)
            writer.write(lineage == nil ? 0 : 1)
            if let lineage { writer.write(lineage) }
        case .introducer(let publicKey, let deviceName):
            writer.write(counted: publicKey)
            writer.write(text: deviceName)
        case .binding(let uid, let member):
            writer.write(varint: UInt64(uid))
            if let member { writer.write(member) }
        case .address(let device, let endpoint):
            writer.write(device)
            writer.write(text: endpoint.text)
        case .pairingAttempt(let expiresAt, let used):
            writer.write(fixed: UInt64(bitPattern: expiresAt))
            writer.write(varint: UInt64(used))
        case .request(let tag, let at, let outcome):
            tag.encode(into: &writer)
            writer.write(fixed: UInt64(bitPattern: at))
            writer.write(raw: outcome.encoded)
        case .requestOfBatch(let tag, let flags):
            tag.encode(into: &writer)
            // A tick has no flags.
            if flags != 0 { writer.write(flags) }
        case .defaultList(let uid, let list):
            writer.write(varint: UInt64(uid))
            writer.write(raw: list?.bytes ?? [])
        case .ownView(let uid, let list, let view):
            writer.write(varint: UInt64(uid))
            writer.write(list)
            if let view { writer.write(text: view.encoded) }
        case .overallView(let uid, let display):
            writer.write(varint: UInt64(uid))
            if let display { writer.write(text: display.lines.joined(separator: "\n")) }
        case .savedFilter(let member, let name, let filter):
            writer.write(member)
            writer.write(text: name)
            if let filter { writer.write(text: filter.encoded) }
        case .healed(let lostBytes, let fetched, let at):
            writer.write(fixed: lostBytes)
            writer.write(varint: UInt64(fetched))
            writer.write(fixed: UInt64(bitPattern: at))
        case .givenUp(let lostBytes, let changeCount, let at):
            writer.write(fixed: lostBytes)
            writer.write(varint: changeCount)
            writer.write(fixed: UInt64(bitPattern: at))
        case .deviceSeen(let device):
            writer.write(device)
        case .letter(let signature):
            writer.write(counted: signature)
        case .invitations(let device, let invitations):
            writer.write(device)
            invitations.encode(into: &writer)
        case .clockAhead(let lead):
            writer.write(fixed: UInt64(bitPattern: lead.milliseconds))
            writer.write(fixed: UInt64(bitPattern: lead.at))
        case .removal(let removal, let device):
            writer.write(device)
            removal?.encode(into: &writer)
        case .personSeen(let member, let device):
            writer.write(device)
            writer.write(member)
        }
        return writer.bytes
    }

    private var kind: Kind {
        switch self {
        case .household: .household
        case .introducer: .introducer
        case .binding: .binding
        case .address: .address
        case .pairingAttempt: .pairingAttempt
        case .request: .request
        case .requestOfBatch: .requestOfBatch
        case .defaultList: .defaultList
        case .ownView: .ownView
        case .overallView: .overallView
        case .savedFilter: .savedFilter
        case .healed: .healed
        case .givenUp: .givenUp
        case .deviceSeen: .deviceSeen
        case .letter: .letter
        case .invitations: .invitations
        case .clockAhead: .clockAhead
        case .removal: .removal
        case .personSeen: .personSeen
        }
    }

    /// Reads a fact; nil for a kind of a later version.
    package init?(from reader: inout ByteReader) throws(CodecError) {
        guard let kind = Kind(rawValue: try reader.readByte()) else { return nil }
        switch kind {
        case .household:
            let scope = try reader.readIdentifier(ScopeID.self)
            self = .household(scope, lineage: try reader.readIndex(below: 2) == 1 ? try reader.readIdentifier() : nil)
        case .introducer:
            let key = Array(try reader.readCounted(limit: Limits.publicKeyBytesMax))
            let name = try reader.readText(limit: Limits.nameBytesMax)
            self = .introducer(publicKey: key, deviceName: name)
        case .binding:
            let uid = UInt32(clamping: try reader.readVarint())
            self = .binding(uid: uid, member: reader.remaining > 0 ? try reader.readIdentifier() : nil)
        case .address:
            let device = try reader.readDeviceID()
            self = .address(device, Endpoint(try reader.readText(limit: Endpoint.bytesMax)))
        case .pairingAttempt:
            let expiresAt = Int64(bitPattern: try reader.readFixed())
            self = .pairingAttempt(expiresAt: expiresAt, used: try reader.readCount(limit: 1024))
        case .request:
            let tag = try RequestTag(from: &reader)
            let at = Int64(bitPattern: try reader.readFixed())
            self = .request(tag, at: at, try Outcome(from: &reader))
        case .requestOfBatch:
            let tag = try RequestTag(from: &reader)
            let flags = reader.remaining == 0 ? nil : try reader.readByte()
            guard flags.map({ (1...Outcome.flagsMax).contains($0) }) ?? true else {
                throw .badValue("outcome flags \(flags ?? 0)")
            }
            self = .requestOfBatch(tag, flags: flags ?? 0)
        case .defaultList, .ownView, .overallView, .savedFilter:
            guard let choice = try Self.choice(kind, from: &reader) else { return nil }
            self = choice
        case .healed:
            let lostBytes = try reader.readFixed()
            let fetched = try reader.readCount(limit: Int(UInt32.max))
            self = .healed(lostBytes: lostBytes, fetched: fetched, at: Int64(bitPattern: try reader.readFixed()))
        case .givenUp:
            let lostBytes = try reader.readFixed()
            let count = try reader.readVarint()
            self = .givenUp(lostBytes: lostBytes, changeCount: count, at: Int64(bitPattern: try reader.readFixed()))
        case .deviceSeen:
            self = .deviceSeen(try reader.readDeviceID())
        case .letter:
            self = .letter(Array(try reader.readCounted(limit: HouseholdLimits.letterBytesMax)))
        case .invitations:
            let device = try reader.readDeviceID()
            self = .invitations(from: device, try Invitations(from: &reader))
        case .clockAhead:
            let milliseconds = Int64(bitPattern: try reader.readFixed())
            let at = Int64(bitPattern: try reader.readFixed())
            guard milliseconds >= 0, milliseconds < 1 << 48, (0..<1 << 48).contains(at) else {
                throw .badValue("clock ahead by \(milliseconds)")
            }
            self = .clockAhead(ClockLead(milliseconds: milliseconds, at: at))
        case .removal:
            let device = try reader.readDeviceID()
            self = .removal(reader.remaining == 0 ? nil : try Removal(from: &reader), from: device)
        case .personSeen:
            let device = try reader.readDeviceID()
            self = .personSeen(try reader.readIdentifier(), on: device)
        }
        try reader.expectEnd()
    }
}
