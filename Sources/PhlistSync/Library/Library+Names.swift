import PhlistModel

/// What members and devices may be called.
extension Library {
    /// Words that stand for no member where one is named.
    private static let reservedNames = [noneName, houseName]
    /// What stands for nobody, and for no section, where one is named.
    static let noneName = "none"
    /// What the devices are called that nobody is listed on, where a member is named.
    package static let houseName = "house"

    func checkedName(_ text: String, for member: MemberID?) throws(CommandError) -> String {
        let name = try checkedLabel(text)
        try checkIsFree(name, for: member)
        return name
    }

    /// What a member, a device or a household may be called.
    func checkedLabel(_ text: String) throws(CommandError) -> String {
        let name = text.trimmed
        guard !name.isBlank else { throw .emptyName }
        guard name.utf8.count <= Limits.nameBytesMax else { throw .nameTooLong(bytes: name.utf8.count) }
        guard name.isOneLine else { throw .badName(name) }
        return name
    }

    /// Refuses a name that another member has, by the rule that names are looked up by.
    func checkIsFree(_ name: String, for member: MemberID?) throws(CommandError) {
        let folded = fold(name)
        guard !Self.reservedNames.contains(where: { fold($0) == folded }) else { throw .reservedName(name) }
        let others = (upcomingHousehold?.everybody ?? []).filter { !$0.isRemoved && $0.id != member }
        if let other = others.first(where: { fold($0.name) == folded }) {
            throw .nameTaken(name, by: other.id)
        }
    }

    /// An address with something on either side of one `@`: whether it takes mail shows when somebody writes there.
    func checkedEmail(_ text: String) throws(CommandError) -> String {
        let email = text.trimmed
        guard !email.isEmpty else { return "" }
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = email.isOneLine && !email.unicodeScalars.contains(where: \.properties.isWhitespace)
        guard isPlain, parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
            email.utf8.count <= SyncLimits.emailBytesMax
        else { throw .badEmail(email) }
        return email
    }

    /// A login name as the name of a member, with a number behind it when somebody is called so already.
    func freeName(like login: String) -> String {
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
