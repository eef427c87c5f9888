package import PhlistModel
import PhlistVocabulary

/// An invitation to a list that the receiving device does not hold, for a member who uses that device.
///
/// ```
/// invitation = list 16 B | op that invites: name 16 B, op varint | invited 16 B | inviter 16 B | refused u8
///            | title text
/// ```
package struct Invitation: Hashable, Sendable {
    package var list: ScopeID
    /// The op that invites, to which an answer refers.
    package var dot: Dot
    package var member: MemberID
    /// The owner of the list.
    package var inviter: MemberID
    /// Whether the member declined it or left the list; they may answer again as long as it stands.
    package var isRefused = false
    /// The title of the list when the invitation was last sent.
    package var title: String

    fileprivate func encode(into writer: inout ByteWriter) {
        writer.write(list)
        writer.write(dot)
        writer.write(member)
        writer.write(inviter)
        writer.write(isRefused ? 1 : 0)
        writer.write(text: title)
    }
}

extension Invitation {
    fileprivate init(from reader: inout ByteReader) throws(CodecError) {
        list = try reader.readIdentifier()
        dot = try reader.readDot()
        member = try reader.readIdentifier()
        inviter = try reader.readIdentifier()
        isRefused = try reader.readIndex(below: 2) == 1
        title = try reader.readText(limit: TextKind.title.bytesMax)
    }
}

/// Everything that one device tells another about lists with participants that the other may not see.
///
/// ```
/// invitations = open count varint | invitation… | ended count varint | list 16 B…
/// ```
package struct Invitations: Hashable, Sendable {
    /// Invitations of people on the other device that they have not accepted.
    package var open: [Invitation] = []
    /// Lists that people on the other device lost or left, and lists that it holds but may not see.
    package var ended: [ScopeID] = []

    /// Creates an empty message.
    package init() {}

    var isEmpty: Bool { open.isEmpty && ended.isEmpty }

    /// Whether a list has ended with no new invitation to it.
    func hasEnded(_ list: ScopeID) -> Bool {
        ended.contains(list) && !open.contains { $0.list == list && !$0.isRefused }
    }

    /// Whether a list is mentioned.
    package func names(_ list: ScopeID) -> Bool {
        ended.contains(list) || invites(to: list)
    }

    /// Whether somebody may join a list by an answer.
    func invites(to list: ScopeID) -> Bool {
        open.contains { $0.list == list }
    }

    /// Returns a copy with more ended lists, as far as there is room.
    package func keeping(_ lists: [ScopeID]) -> Invitations {
        var all = self
        all.ended += lists.filter { !names($0) }
        all.ended = Array(all.ended.prefix(HouseholdLimits.endedListsMax))
        return all
    }

    /// Returns the op in a list that a member declined.
    func refused(_ list: ScopeID, by member: MemberID) -> Dot? {
        open.first { $0.list == list && $0.member == member && $0.isRefused }?.dot
    }

    package func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(open.count))
        for invitation in open { invitation.encode(into: &writer) }
        writer.write(varint: UInt64(ended.count))
        for list in ended { writer.write(list) }
    }

    package init(from reader: inout ByteReader) throws(CodecError) {
        for _ in 0..<(try reader.readCount(limit: HouseholdLimits.invitationsMax)) {
            open.append(try Invitation(from: &reader))
        }
        for _ in 0..<(try reader.readCount(limit: HouseholdLimits.endedListsMax)) {
            ended.append(try reader.readIdentifier())
        }
    }
}
