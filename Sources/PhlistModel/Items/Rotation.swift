/// The members who take turns with a recurring item, as a queue: the first one is next.
package struct Rotation: Hashable, Sendable {
    package private(set) var members: [MemberID]

    /// A household has fewer people; the limit bounds what a device has to read.
    package static let membersMax = 32

    /// Creates a queue of members who are all different.
    package init(_ members: [MemberID]) {
        invariant(
            Set(members).count == members.count && members.count <= Self.membersMax,
            "a rotation of different members"
        )
        self.members = members
    }

    /// Parses the ids, sixteen bytes each; what is not valid, or of a later version, is a queue of nobody.
    package init(decoding bytes: [UInt8]) {
        let size = MemberID.house.bytes.count
        let ids = stride(from: 0, to: bytes.count, by: size).map { MemberID(bytes: bytes[$0...].prefix(size)) }
        let members = ids.compactMap(\.self)
        let isValid = members.count == ids.count && ids.count <= Self.membersMax && Set(ids).count == ids.count
        self.members = isValid ? members : []
    }

    package var encoded: [UInt8] { members.flatMap(\.bytes) }

    package var isEmpty: Bool { members.isEmpty }

    /// Sends the member who took a turn to the end; nobody moves if that is not one of the members.
    package mutating func takeTurn(_ member: MemberID) {
        guard let index = members.firstIndex(of: member) else { return }
        members.append(members.remove(at: index))
    }

    /// Takes members out who will not have a turn again.
    package mutating func removeAll(where isGone: (MemberID) -> Bool) {
        members.removeAll(where: isGone)
    }
}
