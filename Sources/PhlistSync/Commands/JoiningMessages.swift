package import PhlistModel

/// What a new device tells the household, sealed under the pairing code.
///
/// ```
/// new device = name | people: count varint, (name | e-mail | is user u8 | member 16 B)… | lineage 16 B
///              | authors: count varint, (public key | name)…
/// ```
package struct NewDevice: Hashable, Sendable {
    package var publicKey: [UInt8]
    package var deviceName: String
    /// Who uses the device, and whom its lists name.
    package var people: [Person]
    /// The lineage of the household in which the device is.
    package var lineage: ScopeID
    /// The other devices that wrote there.
    ///
    /// Where the lineages are the same they may have gone on with the lists, as those do that come back from a backup:
    /// they are made known, and not let in.
    package var authors: [Author]

    /// A device that is not let in.
    package struct Author: Hashable, Sendable {
        package var publicKey: [UInt8]
        package var name: String

        /// Creates an author.
        package init(publicKey: [UInt8], name: String) {
            (self.publicKey, self.name) = (publicKey, name)
        }
    }

    /// A person, as the new device knows them.
    package struct Person: Hashable, Sendable {
        package var name: String
        /// Empty for none.
        package var email: String
        /// Whether they use the device; an item may be assigned to the others.
        package var isUser: Bool
        /// Who they are on the new device, if anybody; it says something where the lineages are the same.
        var member: MemberID?

        /// Creates a person.
        package init(name: String, email: String = "", isUser: Bool, member: MemberID? = nil) {
            (self.name, self.email, self.isUser, self.member) = (name, email, isUser, member)
        }
    }

    /// Creates a request.
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

    /// The key is not among the bytes: it is the one that the connection was made with.
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
            let email = try reader.readText(limit: SyncLimits.emailBytesMax)
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

/// Whom a new device is let in for.
package enum DeviceUse: Hashable, Sendable {
    /// Those as whom it wants to join: whoever is new here, and the members whom a person here has confirmed.
    case wished(confirmed: [MemberID] = [])
    /// Those whom a person here has named; the house when there are none.
    case people([MemberID])
}

/// What the household tells a new device, sealed under the pairing code.
package struct Welcome: Hashable, Sendable {
    package var household: ScopeID
    /// What the household has in common with those that it continues: whoever is in one of them keeps all as it is.
    package var lineage: ScopeID
    package var householdName: String
    package var deviceCount: Int
    /// The device that lets the new one in.
    package var publicKey: [UInt8]
    package var deviceName: String
    /// The port where it takes connections of members.
    package var port: UInt16
    /// Whom the new device is for; nobody for the house.
    package var users: [Person]
    /// Who each person of the request is here; nil for nobody.
    package var counterparts: [MemberID?]
    /// What convinces the other devices before they hear of the new one: see `Door`.
    package var letter: [UInt8]

    /// A member of the household.
    package struct Person: Hashable, Sendable {
        package var id: MemberID
        package var name: String
        /// Of somebody new; empty for none.
        var email = ""
    }

    /// Creates a welcome.
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

    /// Who the people of a request are here, by who they are on the new device.
    func counterparts(of request: NewDevice) -> [MemberID: MemberID] {
        var found: [MemberID: MemberID] = [:]
        for (person, counterpart) in zip(request.people, counterparts) {
            if let member = person.member { found[member] = counterpart }
        }
        return found
    }

    /// The key is not among the bytes: it is the one that the connection was made with.
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
        deviceCount = try reader.readCount(limit: SyncLimits.devicesMax)
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
        letter = Array(try reader.readCounted(limit: SyncLimits.letterBytesMax))
        try reader.expectEnd()
    }
}

/// What became of the lists of a device that has joined, by title.
package struct Joining: Hashable, Sendable {
    /// Whom the device is for; nobody for the house.
    package var users: [String] = []
    /// Copies that the household sees.
    package var shared: [String] = []
    /// Copies that their owner alone sees.
    package var `private`: [String] = []
    /// Lists that are kept, which their owner and single people see.
    package var withOthers: [String] = []
    /// Private lists of people who did not come along.
    package var leftBehind: [String] = []
}
