package import PhlistModel

/// What a member is told of a list that they may take part in and that the device told does not get.
///
/// ```
/// invitation = list 16 B | op that invites: name 16 B, op varint | invited 16 B | inviter 16 B | refused u8
///            | title text
/// ```
package struct Invitation: Hashable, Sendable {
    package var list: ScopeID
    /// The op that invites: an answer names it.
    package var dot: Dot
    package var member: MemberID
    /// The owner of the list.
    package var inviter: MemberID
    /// Whether the member has said no to it, or left the list; as long as it stands they may answer again.
    package var isRefused = false
    /// As the list was called when the invitation was last told.
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
        title = try reader.readText(limit: Limits.titleBytesMax)
    }
}

/// All that one device tells another of lists with participants that the other may not see.
///
/// ```
/// invitations = open count varint | invitation… | ended count varint | list 16 B…
/// ```
package struct Invitations: Hashable, Sendable {
    /// What people on the other device are invited to and have not accepted.
    package var open: [Invitation] = []
    /// Lists that people on the other device lost or left, and those that it shows to have and may not see.
    package var ended: [ScopeID] = []

    /// Creates what tells of nothing.
    package init() {}

    var isEmpty: Bool { open.isEmpty && ended.isEmpty }

    /// Whether nobody takes part in a list any more, or is invited to it again.
    func hasEnded(_ list: ScopeID) -> Bool {
        ended.contains(list) && !open.contains { $0.list == list && !$0.isRefused }
    }

    /// Whether a list is named.
    func names(_ list: ScopeID) -> Bool {
        ended.contains(list) || invites(to: list)
    }

    /// Whether somebody may take part in a list by an answer.
    func invites(to list: ScopeID) -> Bool {
        open.contains { $0.list == list }
    }

    /// The same with more lists that have ended, as far as there is room.
    func keeping(_ lists: [ScopeID]) -> Invitations {
        var all = self
        all.ended += lists.filter { !names($0) }
        all.ended = Array(all.ended.prefix(SyncLimits.endedListsMax))
        return all
    }

    /// The op that a member has said no to, in a list.
    func refused(_ list: ScopeID, by member: MemberID) -> Dot? {
        open.first { $0.list == list && $0.member == member && $0.isRefused }?.dot
    }

    func encode(into writer: inout ByteWriter) {
        writer.write(varint: UInt64(open.count))
        for invitation in open { invitation.encode(into: &writer) }
        writer.write(varint: UInt64(ended.count))
        for list in ended { writer.write(list) }
    }

    init(from reader: inout ByteReader) throws(CodecError) {
        for _ in 0..<(try reader.readCount(limit: SyncLimits.invitationsMax)) {
            open.append(try Invitation(from: &reader))
        }
        for _ in 0..<(try reader.readCount(limit: SyncLimits.endedListsMax)) {
            ended.append(try reader.readIdentifier())
        }
    }
}
