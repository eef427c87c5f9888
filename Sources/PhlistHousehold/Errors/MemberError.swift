package import PhlistModel

/// The refusal of a command about a member.
package enum MemberError: Error, Hashable, Sendable {
    case notFound(String)
    case ambiguous(String, candidates: [MemberID])
    case emptyName
    case nameTooLong(bytes: Int)
    case badName(String)
    /// The word has a special meaning where a member is named.
    case reservedName(String)
    case nameTaken(String, by: MemberID)
    case badEmail(String)
    /// Only members whom the household has listed for this device can act on it.
    case notListed(MemberID)
    /// Another login of this machine acts as the member.
    case inUse(MemberID)
    /// A caller whose member is named after the login wants to be a member of another name, who does not exist.
    case namedAfterLogin(MemberID, not: String)
    case ownsLists(MemberID, count: Int)
}
