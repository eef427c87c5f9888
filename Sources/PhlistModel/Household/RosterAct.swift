package import PhlistVocabulary

/// One change of a household's roster; `Roster` decides which changes count.
package enum RosterAct: Hashable, Sendable {
    /// Founds the household; the first op of every household.
    case found(Founding)
    /// Admits a device, or makes one known that wrote lists of a household that this one continues.
    case admit(Admission)
    /// Removes a device permanently.
    case remove(DeviceID)
    /// Gives a device another role.
    case assign(DeviceID, DeviceRole)
    /// Gives a device another name.
    case rename(DeviceID, String)
    /// Lists members for a device: their lists reach it.
    case list([MemberID], on: DeviceID)
    /// Replaces the secret by which devices of the household recognise each other's announcements.
    case rotate(DiscoveryKey)

    /// The numbers of the kinds, among those of ops; those up to 31 are reserved.
    enum Kind: UInt64 {
        case found = 16
        case admit = 17
        case remove = 18
        case assign = 19
        case rename = 20
        case list = 21
        case rotate = 22
    }

    var kind: Kind {
        switch self {
        case .found: .found
        case .admit: .admit
        case .remove: .remove
        case .assign: .assign
        case .rename: .rename
        case .list: .list
        case .rotate: .rotate
        }
    }

    /// The device that the act concerns; nil if there is none.
    package var device: DeviceID? {
        switch self {
        case .found(let founding): founding.device
        case .admit(let admission): admission.device
        case .remove(let device), .assign(let device, _), .rename(let device, _), .list(_, let device): device
        case .rotate: nil
        }
    }

    /// Whether the act names a member for a device.
    package func names(_ member: MemberID, for device: DeviceID) -> Bool {
        self.device == device && members.contains(member)
    }

    /// The lineage of the household that the act founds.
    var lineage: ScopeID? {
        if case .found(let founding) = self { founding.lineage } else { nil }
    }

    /// Whether a device may make the act in its role at that time; `role` is nil for a device that was not in.
    func isAllowed(to author: DeviceID, as role: DeviceRole?) -> Bool {
        switch (role, self) {
        case (nil, _), (_, .found): false
        case (.admin, _): true
        case (.member, .remove(let device)), (.member, .rename(let device, _)): device == author
        case (.member, _): false
        }
    }
}

/// The secret of a household's announcements.
package struct DiscoveryKey: Hashable, Sendable {
    package static let byteCount = 32

    package let bytes: [UInt8]

    /// Wraps exactly thirty-two random bytes; nil for any other count.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    /// Creates a key from two random numbers.
    package init(_ first: UInt128, _ second: UInt128) {
        bytes = first.bigEndianBytes + second.bigEndianBytes
    }
}

extension RosterAct {
    func encode(into writer: inout ByteWriter) {
        if case .found(let founding) = self { return founding.encode(into: &writer) }
        if case .admit(let admission) = self { return admission.encode(into: &writer) }
        if let device { writer.write(device) }
        switch self {
        case .found, .admit, .remove: break
        case .assign(_, let role): writer.write(role.rawValue)
        case .rename(_, let name): writer.write(text: name)
        case .list(let members, _): writer.write(members)
        case .rotate(let key): writer.write(raw: key.bytes)
        }
    }

    init(_ kind: Kind, from reader: inout ByteReader) throws(CodecError) {
        switch kind {
        case .found: self = .found(try Founding(from: &reader))
        case .admit: self = .admit(try Admission(from: &reader))
        case .remove: self = .remove(try reader.readDeviceID())
        case .assign: self = .assign(try reader.readDeviceID(), try DeviceRole(from: &reader))
        case .rename: self = .rename(try reader.readDeviceID(), try reader.readText(limit: Limits.nameBytesMax))
        case .list:
            let device = try reader.readDeviceID()
            self = .list(try reader.readMembers(), on: device)
        case .rotate:
            let bytes = try reader.read(count: DiscoveryKey.byteCount)
            guard let key = DiscoveryKey(bytes: bytes) else { throw .truncated }
            self = .rotate(key)
        }
    }
}

extension ByteWriter {
    package mutating func write(_ members: [MemberID]) {
        write(varint: UInt64(members.count))
        for member in members {
            write(member)
        }
    }
}

extension ByteReader {
    package mutating func readMembers() throws(CodecError) -> [MemberID] {
        var members: [MemberID] = []
        for _ in 0..<(try readCount(limit: Limits.deviceMembersMax)) {
            members.append(try readIdentifier())
        }
        return members
    }
}
