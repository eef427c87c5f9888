package import PhlistModel

/// A user's intent.
package enum Command: Sendable {
    case createList(title: String, Principal)
    case addItems(list: String?, titles: [String], Principal)
    case changeItems(references: [String], ItemChange, Principal)
    /// Removes items from the trash for good.
    case purgeItems(references: [String], Principal)
    /// Takes back the caller's newest action in a list, or in the list where it was.
    case undo(list: String?, Principal)
    /// Takes back the caller's newest undo.
    case redo(list: String?, Principal)
    /// Lets a device in that has proven to know the pairing code.
    case admitDevice(NewDevice)
    /// Enters the household of the device that has proven to know the pairing code.
    case joinHousehold(Welcome, shareLists: Bool, Principal)
    /// Makes a guess at the pairing code count, whatever happens next.
    case recordPairingAttempt(expiresAt: Int64, used: Int)
    /// Asks every peer now, and dials those that are not connected.
    case synchronize
}

/// Who commands, as the operating system vouches for.
package struct Principal: Hashable, Sendable {
    package var uid: UInt32
    /// The login name; it names the member when the caller becomes one.
    package var name: String
    /// Whether it is the daemon's own user or root, who see everything.
    package var isOwner: Bool

    /// Creates a caller.
    package init(uid: UInt32, name: String, isOwner: Bool) {
        self.uid = uid
        self.name = name
        self.isOwner = isOwner
    }
}

/// What to change of items; nil leaves as it is.
package struct ItemChange: Hashable, Sendable {
    package var state: WorkState?
    package var title: String?
    package var isTrashed: Bool?

    /// Creates a change.
    package init(state: WorkState? = nil, title: String? = nil, isTrashed: Bool? = nil) {
        self.state = state
        self.title = title
        self.isTrashed = isTrashed
    }
}

/// What became of a command.
package enum CommandResult: Hashable, Sendable {
    case done
    case createdList(ScopeID)
    case addedItems(ScopeID, isNewList: Bool, added: [EntityID], existing: [EntityID])
    case changedItems(changed: [ItemReference], unchanged: [ItemReference])
    case purgedItems([ItemReference])
    case tookBack(ScopeID, group: UInt64, UndoPlan)
    case admitted(Welcome)
    case joined(shared: [String], private: [String])
}

/// An item, with the list that it is in.
package struct ItemReference: Hashable, Sendable {
    package var scope: ScopeID
    package var entity: EntityID

    /// Creates a reference.
    package init(scope: ScopeID, entity: EntityID) {
        self.scope = scope
        self.entity = entity
    }
}

/// Why a command was refused; nothing has changed.
package enum CommandError: Error, Hashable, Sendable {
    case listNotFound(String)
    case itemNotFound(String)
    case ambiguousList(String, candidates: [ScopeID])
    case ambiguousItem(String, candidates: [ItemReference])
    case emptyTitle
    case titleTooLong(bytes: Int)
    case nothingToAdd
    case titleForSeveralItems(Int)
    case notInTrash(ItemReference)
    case nothingToUndo
    case nothingToRedo
    /// The household has other devices: leave it first.
    case householdHasOtherDevices(Int)
    case alreadyInHousehold
    case notAdmin
    case tooManyDevices
    case storage(StorageFailure)
}

/// What a new device tells the household, sealed under the pairing code.
package struct NewDevice: Hashable, Sendable {
    package var publicKey: [UInt8]
    package var deviceName: String
    package var members: [Member]

    /// A person who uses the new device.
    package struct Member: Hashable, Sendable {
        package var id: MemberID
        package var name: String

        /// Creates a member.
        package init(id: MemberID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// Creates a request.
    package init(publicKey: [UInt8], deviceName: String, members: [Member]) {
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.members = members
    }

    /// The key is not among the bytes: it is the one that the connection was made with.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(text: deviceName)
        writer.write(varint: UInt64(members.count))
        for member in members {
            writer.write(raw: member.id.bytes)
            writer.write(text: member.name)
        }
        return writer.bytes
    }

    /// Reads a request from the device with this key.
    package init(decoding bytes: [UInt8], publicKey: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        self.publicKey = publicKey
        deviceName = try reader.readText(limit: PhlistModel.Limits.nameBytesMax)
        members = []
        for _ in 0..<(try reader.readCount(limit: PhlistModel.Limits.deviceMembersMax)) {
            let id = try reader.readIdentifier(MemberID.self)
            members.append(Member(id: id, name: try reader.readText(limit: PhlistModel.Limits.nameBytesMax)))
        }
        try reader.expectEnd()
    }
}

/// What the household tells a new device, sealed under the pairing code.
package struct Welcome: Hashable, Sendable {
    package var household: ScopeID
    package var householdName: String
    package var deviceCount: Int
    /// The device that lets the new one in.
    package var publicKey: [UInt8]
    package var deviceName: String
    /// The port where it takes connections of members.
    package var port: UInt16

    /// Creates a welcome.
    package init(
        household: ScopeID,
        householdName: String,
        deviceCount: Int,
        publicKey: [UInt8],
        deviceName: String,
        port: UInt16
    ) {
        self.household = household
        self.householdName = householdName
        self.deviceCount = deviceCount
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.port = port
    }

    /// The key is not among the bytes: it is the one that the connection was made with.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(raw: household.bytes)
        writer.write(text: householdName)
        writer.write(varint: UInt64(deviceCount))
        writer.write(text: deviceName)
        writer.write(varint: UInt64(port))
        return writer.bytes
    }

    /// Reads a welcome from the device with this key.
    package init(decoding bytes: [UInt8], publicKey: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        self.publicKey = publicKey
        household = try reader.readIdentifier()
        householdName = try reader.readText(limit: PhlistModel.Limits.nameBytesMax)
        deviceCount = try reader.readCount(limit: SyncLimits.devicesMax)
        deviceName = try reader.readText(limit: PhlistModel.Limits.nameBytesMax)
        port = UInt16(try reader.readCount(limit: Int(UInt16.max)))
        try reader.expectEnd()
    }
}
