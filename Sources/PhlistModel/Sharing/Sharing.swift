package import PhlistVocabulary

/// The sharing words of a list: a function of the set of words, in any order of arrival.
///
/// The household's roster decides who may say what; `Audience` combines the two. Until then every word is kept, and
/// none replaces another: a word that does not count must not replace one that does.
package struct Sharing: Hashable, Sendable {
    /// The words, each after those that its author knew.
    private(set) var deeds: [Deed<SharingWord>] = []
    /// The sum of a hash of each word.
    package private(set) var digest: UInt128 = 0

    package init() {}

    init(_ deeds: [Deed<SharingWord>]) {
        self.init()
        self.deeds = deeds
        digest = deeds.reduce(0) { $0 &+ Self.digest(of: $1) }
    }

    private static func digest(of deed: Deed<SharingWord>) -> UInt128 {
        deed.digest { $0.encode(into: &$1) }
    }

    /// The number of words, which only grows.
    package var wordCount: Int { deeds.count }

    /// The answers of a member to an invitation, each after those that its author knew.
    package func answers(of member: MemberID, to invitation: Dot) -> [Answer.State] {
        let answers = deeds.compactMap { if case .answer(let answer) = $0.content { answer } else { nil } }
        return answers.filter { $0.invitation == invitation && $0.member == member }.map(\.state)
    }

    package func contains(_ word: Dot) -> Bool {
        deeds.contains { $0.dot == word }
    }

    /// Whether the number of a device's words allows one more.
    ///
    /// Only the batch's own number and place decide: no device uses up the words of another, and a device that can no
    /// longer share a list can still take back what was shared.
    func hasRoom(for word: SharingWord, at position: CausalPosition) -> Bool {
        guard Self.allows(word, asNumber: UInt64(position.number)) else { return false }
        let others = deeds.reversed().prefix { $0.position.isBeside(position) }
        return others.count < Limits.batchWordsMax
    }

    /// Whether a word is allowed in the control batch with this number in the chain of its device.
    package static func allows(_ word: SharingWord, asNumber number: UInt64) -> Bool {
        number <= (word.widens ? Limits.wideningNumberMax : Limits.narrowingNumberMax)
    }

    /// Adds a word after all that its author knew.
    package mutating func take(_ word: SharingWord, _ dot: Dot, _ act: Act, at position: CausalPosition) {
        let deed = Deed(word, dot, act, at: position)
        deeds.append(deed)
        digest &+= Self.digest(of: deed)
    }

    /// Returns a copy with drafted words, whose author knew all others; they get identities when they are durable.
    func anticipating(_ writes: [FieldWrite], _ act: Act) -> Sharing {
        var next = self
        for word in writes.compactMap({ SharingWord($0) }) {
            next.take(word, Dot(batch: .none, op: next.wordCount), act, at: .draft(next.wordCount))
        }
        return next
    }
}

/// One statement about who may see a list.
package enum SharingWord: Hashable, Sendable {
    /// By the owner: shows the list to everybody in the household, or takes that back.
    case visibility(Visibility)
    /// By the owner: invites a member, or takes that back.
    case grant(Grant)
    /// By a member: answers an invitation, or a word that shows the list to everybody.
    case answer(Answer)

    /// Reads a write to the list itself; nil if it is not such a word, or is one of a later version.
    package init?(_ write: FieldWrite) {
        switch write.field {
        case .visibility:
            guard write.value.count == 1, let value = Visibility(rawValue: write.value[0]) else { return nil }
            self = .visibility(value)
        case _ where write.field.isGrant:
            guard let grant = Grant(decoding: write.value) else { return nil }
            self = .grant(grant)
        case _ where write.field.isAnswer:
            guard let answer = Answer(decoding: write.value) else { return nil }
            self = .answer(answer)
        default: return nil
        }
    }

    /// The write that shows a list to everybody in its household.
    package static var forEverybody: FieldWrite { SharingWord.visibility(.household).write }

    /// The write to the list itself that makes the word.
    package var write: FieldWrite { FieldWrite(field, value) }

    func encode(into writer: inout ByteWriter) {
        writer.write(varint: field.rawValue)
        writer.write(counted: value)
    }

    private var field: FieldID {
        switch self {
        case .visibility: .visibility
        case .grant(let grant): .grant(of: grant.member)
        case .answer(let answer): .answer(of: answer.member)
        }
    }

    private var value: [UInt8] {
        switch self {
        case .visibility(let visibility): [visibility.rawValue]
        case .grant(let grant): grant.encoded
        case .answer(let answer): answer.encoded
        }
    }

    var visibility: Visibility? {
        if case .visibility(let visibility) = self { visibility } else { nil }
    }

    /// Whether the word may show the list to somebody who could not see it.
    var widens: Bool {
        switch self {
        case .visibility(let visibility): visibility == .household
        case .grant(let grant): grant.state == .invited
        case .answer(let answer): answer.state == .accepted
        }
    }
}

/// The invitation of a member by the owner of a list, or its revocation.
///
/// ```
/// grant = member 16 B | state u8
/// ```
package struct Grant: Hashable, Sendable {
    package var member: MemberID
    package var state: State

    package enum State: UInt8, Sendable {
        case removed = 0
        case invited = 1
    }

    package init(_ member: MemberID, _ state: State) {
        (self.member, self.state) = (member, state)
    }

    init?(decoding bytes: [UInt8]) {
        guard bytes.count == MemberID.byteCount + 1, let member = MemberID(bytes: bytes.dropLast()),
            let state = bytes.last.flatMap(State.init)
        else { return nil }
        self.init(member, state)
    }

    var encoded: [UInt8] { member.bytes + [state.rawValue] }
}

/// The answer of a member to one word that shows them the list.
///
/// ```
/// answer = member 16 B | invitation: name 16 B, op varint | state u8
/// ```
package struct Answer: Hashable, Sendable {
    package var member: MemberID
    /// The op of that word; an answer to an earlier one does not hold for it.
    package var invitation: Dot
    package var state: State

    package enum State: UInt8, Sendable {
        case declined = 0
        case accepted = 1
        case left = 2

        /// Whether the member does not take part.
        package var isRefusal: Bool { self != .accepted }
    }

    package init(_ member: MemberID, to invitation: Dot, _ state: State) {
        (self.member, self.invitation, self.state) = (member, invitation, state)
    }

    init?(decoding bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let member = try? reader.readIdentifier(MemberID.self), let invitation = try? reader.readDot(),
            let number = try? reader.readByte(), let state = State(rawValue: number), reader.remaining == 0
        else { return nil }
        self.init(member, to: invitation, state)
    }

    var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.write(member)
        writer.write(invitation)
        writer.write(state.rawValue)
        return writer.bytes
    }
}
