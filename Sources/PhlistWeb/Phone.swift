/// A phone, or another browser, that acts as a member.
package struct Phone: Codable, Sendable, Equatable, Identifiable {
    /// Eight random hexadecimal digits.
    package let id: String
    package var name: String
    /// The id of the member, in hexadecimal.
    package let member: String
    /// The number under which its choices are kept, as those of the logins of this machine are.
    package let login: UInt32
    /// The SHA-256 of the secret in its cookie, in hexadecimal.
    let secretHash: String
    /// Milliseconds since 1970.
    package let addedAt: Int64
    /// The last use, to the day, in milliseconds since 1970.
    package internal(set) var seenAt: Int64

    /// The first number for phones: no login of a system has one above (systemd, "Users, Groups, UIDs and GIDs").
    static let firstLogin: UInt32 = 1 << 31

    /// Whether it was not used for so long that it has to get in again.
    func hasExpired(at now: Int64) -> Bool {
        now - seenAt > WebLimits.sessionDays * 24 * 60 * 60 * 1000
    }
}
