package import PhlistModel
import PhlistVocabulary

/// Names of members and devices.
extension Library {
    /// Reserved words, which never name a member.
    private static let reservedNames = [noneName, houseName, "nobody", "everybody", "everyone"]
    /// The word for no member, or no section.
    static let noneName = "none"
    /// The name of the house, which uses devices without listed members.
    package static let houseName = "house"

    package func checkedName(_ text: String, for member: MemberID?) throws(CommandError) -> String {
        let name = try checkedLabel(text)
        try checkIsFree(name, for: member)
        return name
    }

    /// Returns the checked name of a member, a device or a household.
    package func checkedLabel(_ text: String) throws(CommandError) -> String {
        let name = text.trimmed
        guard !name.isBlank else { throw .member(.emptyName) }
        guard name.utf8.count <= Limits.nameBytesMax else { throw .member(.nameTooLong(bytes: name.utf8.count)) }
        guard name.isOneLine else { throw .member(.badName(name)) }
        return name
    }

    /// Throws if another member has the name, compared as in look-ups.
    func checkIsFree(_ name: String, for member: MemberID?) throws(CommandError) {
        let folded = fold(name)
        guard !Self.reservedNames.contains(where: { fold($0) == folded }) else { throw .member(.reservedName(name)) }
        let others = (upcomingHousehold?.everybody ?? []).filter { !$0.isRemoved && $0.id != member }
        if let other = others.first(where: { fold($0.name) == folded }) {
            throw .member(.nameTaken(name, by: other.id))
        }
    }

    /// Checks that an address has text on either side of one `@`; only sending mail shows whether it works.
    package func checkedEmail(_ text: String) throws(CommandError) -> String {
        let email = text.trimmed
        guard !email.isEmpty else { return "" }
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = email.isOneLine && !email.unicodeScalars.contains(where: \.properties.isWhitespace)
        guard isPlain, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
            email.utf8.count <= HouseholdLimits.emailBytesMax
        else { throw .member(.badEmail(email)) }
        return email
    }

    /// Turns a login name into a free member name, with a number appended if it is taken.
    package func freeName(like login: String) -> String {
        let plain = String(String.UnicodeScalarView(login.unicodeScalars.filter { !$0.isControl })).trimmed
        let base = plain.isEmpty ? "user" : plain
        var (name, number) = (base.prefix(bytes: Limits.nameBytesMax), 1)
        while (try? checkIsFree(name, for: nil)) == nil {
            number += 1
            name = "\(base.prefix(bytes: Limits.nameBytesMax - 8)) \(number)"
        }
        return name
    }
}
