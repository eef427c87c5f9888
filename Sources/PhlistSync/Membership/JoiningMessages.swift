import PhlistHousehold
package import PhlistModel

/// The request of a device to join the household, sealed under the pairing code.
///
/// ```
/// new device = name | people: count varint, (name | e-mail | is user u8 | member 16 B)… | lineage 16 B
///              | authors: count varint, (public key | name)…
/// ```
package struct NewDevice: Hashable, Sendable {
    package var publicKey: [UInt8]
    package var deviceName: String
    /// The users of the device, and the people named in its lists.
    package var people: [Person]
    /// The lineage of the device's present household.
    package var lineage: ScopeID
    /// The other devices that wrote in that household.
    ///
    /// If the lineages are the same, they may have continued with the lists, as devices restored from a backup do: they
    /// are made known, but not admitted.
    package var authors: [Author]

    /// A device that is made known, but not admitted.
    package struct Author: Hashable, Sendable {
        package var publicKey: [UInt8]
        package var name: String

        package init(publicKey: [UInt8], name: String) {
            (self.publicKey, self.name) = (publicKey, name)
        }
    }

    /// A person, as the new device knows them.
    package struct Person: Hashable, Sendable {
        package var name: String
        /// Empty for none.
        package var email: String
        /// Whether they use the device; items may be assigned to other people, too.
        package var isUser: Bool
        /// Their member id on the new device, if any; it is used only if the lineages are the same.
        var member: MemberID?

        package init(name: String, email: String = "", isUser: Bool, member: MemberID? = nil) {
            (self.name, self.email, self.isUser, self.member) = (name, email, isUser, member)
        }
    }

    package init(
        publicKey: [UInt8],
        deviceName: String,
        people: [Person] = [],
        lineage: ScopeID,
        authors: [Author] = []
    ) {
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.people = people
        self.lineage = lineage
        self.authors = authors
    }

    /// The encoded request; without the key, which is the one of the connection.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(text: deviceName)
        writer.write(varint: UInt64(people.count))
        for person in people {
            writer.write(text: person.name)
            writer.write(text: person.email)
            writer.write(person.isUser ? 1 : 0)
            writer.write(person.member ?? .house)
        }
        writer.write(lineage)
        writer.write(varint: UInt64(authors.count))
        for author in authors {
            writer.write(counted: author.publicKey)
            writer.write(text: author.name)
        }
        return writer.bytes
    }

    /// Reads a request from the device with this key.
    package init(decoding bytes: [UInt8], publicKey: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        self.publicKey = publicKey
        deviceName = try reader.readText(limit: Limits.nameBytesMax)
        (people, authors) = ([], [])
        for _ in 0..<(try reader.readCount(limit: SyncLimits.joinPeopleMax)) {
            let name = try reader.readText(limit: Limits.nameBytesMax)
            let email = try reader.readText(limit: HouseholdLimits.emailBytesMax)
            let isUser = try reader.readIndex(below: 2) == 1
            let member = try reader.readIdentifier(MemberID.self)
            let known = member == .house ? nil : member
            people.append(Person(name: name, email: email, isUser: isUser, member: known))
        }
        lineage = try reader.readIdentifier()
        for _ in 0..<(try reader.readCount(limit: SyncLimits.joinAuthorsMax)) {
            let key = Array(try reader.readCounted(limit: Limits.publicKeyBytesMax))
            authors.append(Author(publicKey: key, name: try reader.readText(limit: Limits.nameBytesMax)))
        }
        try reader.expectEnd()
    }
}

/// The intended users of a new device.
package enum DeviceUse: Hashable, Sendable {
    /// The people as whom it wants to join: new people, and members whom a person here has confirmed.
    case wished(confirmed: [MemberID] = [])
    /// The members whom a person here has named; empty for the house.
    case people([MemberID])
}

/// The household's answer to a new device, sealed under the pairing code.
package struct Welcome: Hashable, Sendable {
    package var household: ScopeID
    /// The id that the household shares with those that it continues: a device in one of them keeps its lists as they
    /// are.
    package var lineage: ScopeID
    package var householdName: String
    package var deviceCount: Int
    /// The key of the admitting device.
    package var publicKey: [UInt8]
    package var deviceName: String
    /// The port on which it accepts connections of members.
    package var port: UInt16
    /// The users of the new device; empty for the house.
    package var users: [Person]
    /// The member for each person of the request; nil for nobody.
    package var counterparts: [MemberID?]
    /// Convinces other devices that have not heard of the new one yet: see `Door`.
    package var letter: [UInt8]

    /// A member of the household.
    package struct Person: Hashable, Sendable {
        package var id: MemberID
        package var name: String
        /// The e-mail address of a new member; empty for none.
        var email = ""
    }

    package init(
        household: ScopeID,
        lineage: ScopeID,
        householdName: String,
        deviceCount: Int,
        publicKey: [UInt8],
        deviceName: String,
        port: UInt16,
        users: [Person] = [],
        counterparts: [MemberID?] = [],
        letter: [UInt8] = []
    ) {
        self.household = household
        self.lineage = lineage
        self.householdName = householdName
        self.deviceCount = deviceCount
        self.publicKey = publicKey
        self.deviceName = deviceName
        self.port = port
        self.users = users
        self.counterparts = counterparts
        self.letter = letter
    }

    /// Returns the members here for the member ids on the new device.
    func counterparts(of request: NewDevice) -> [MemberID: MemberID] {
        var found: [MemberID: MemberID] = [:]
        for (person, counterpart) in zip(request.people, counterparts) {
            if let member = person.member { found[member] = counterpart }
        }
        return found
    }

    /// The encoded welcome; without the key, which is the one of the connection.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(household)
        writer.write(lineage)
        writer.write(text: householdName)
        writer.write(varint: UInt64(deviceCount))
        writer.write(text: deviceName)
        writer.write(varint: UInt64(port))
        writer.write(varint: UInt64(users.count))
        for user in users {
            writer.write(user.id)
            writer.write(text: user.name)
        }
        writer.write(varint: UInt64(counterparts.count))
        for counterpart in counterparts {
            writer.write(counterpart == nil ? 0 : 1)
            if let counterpart { writer.write(counterpart) }
        }
        writer.write(counted: letter)
        return writer.bytes
    }

    /// Reads a welcome from the device with this key.
    package init(decoding bytes: [UInt8], publicKey: [UInt8]) throws(CodecError) {
        var reader = ByteReader(bytes)
        self.publicKey = publicKey
        household = try reader.readIdentifier()
        lineage = try reader.readIdentifier()
        householdName = try reader.readText(limit: Limits.nameBytesMax)
        deviceCount = try reader.readCount(limit: HouseholdLimits.devicesMax)
        deviceName = try reader.readText(limit: Limits.nameBytesMax)
        port = UInt16(try reader.readCount(limit: Int(UInt16.max)))
        (users, counterparts) = ([], [])
        for _ in 0..<(try reader.readCount(limit: Limits.deviceMembersMax)) {
            let id = try reader.readIdentifier(MemberID.self)
            users.append(Person(id: id, name: try reader.readText(limit: Limits.nameBytesMax)))
        }
        for _ in 0..<(try reader.readCount(limit: SyncLimits.joinPeopleMax)) {
            counterparts.append(try reader.readIndex(below: 2) == 1 ? try reader.readIdentifier() : nil)
        }
        letter = Array(try reader.readCounted(limit: HouseholdLimits.letterBytesMax))
        try reader.expectEnd()
    }
}

/// The result of joining for a device's lists, by title.
package struct Joining: Hashable, Sendable {
    /// The names of the device's users; empty for the house.
    package var users: [String] = []
    /// Copies that the household sees.
    package var shared: [String] = []
    /// Copies that only their owner sees.
    package var `private`: [String] = []
    /// Kept lists that their owner and individual members see.
    package var withOthers: [String] = []
    /// Private lists of people who did not move along, and lists that the users had left.
    package var leftBehind: [String] = []
    /// The number of further private lists left behind, which are not named, as not all users of the device saw them.
    package var hiddenLeftBehindCount = 0
}
