import Crypto
package import PhlistControl
import PhlistModel
import PhlistVocabulary

/// The phones that have got in: who they are, and how to recognise them.
///
/// Pure: time and secrets are arguments. Secrets are kept as hashes alone.
package struct PhoneBook: Sendable, Equatable {
    package private(set) var phones: [Phone]
    /// The next number for choices; a number is never given twice.
    private var nextLogin: UInt32

    package init() {
        (phones, nextLogin) = ([], Phone.firstLogin)
    }

    /// Adds a phone.
    ///
    /// - Parameters:
    ///   - name: A name for people; a number is added if another phone has it.
    ///   - member: The id of the member, in hexadecimal.
    ///   - id: Random hexadecimal digits.
    ///   - secret: The random bytes of its cookie.
    ///   - now: Milliseconds since 1970.
    /// - Returns: The phone.
    /// - Throws: `tooLarge` for too many phones or a name that is too long, `invalid` for a name that is none.
    package mutating func add(
        _ name: String,
        of member: String,
        id: String,
        secret: [UInt8],
        now: Int64
    ) throws(ControlError) -> Phone {
        phones.removeAll { $0.hasExpired(at: now) }
        guard phones.count < WebLimits.phonesMax else {
            throw ControlError(
                .tooLarge,
                "\(WebLimits.phonesMax) phones have got in already",
                hint: "remove one that is not used: phlistctl phone ls"
            )
        }
        let name = freeName(like: try Self.checkedName(name))
        let phone = Phone(
            id: id,
            name: name,
            member: member,
            login: nextLogin,
            secretHash: Self.hash(of: secret),
            addedAt: now,
            seenAt: now
        )
        if nextLogin < .max { nextLogin += 1 }
        phones.append(phone)
        return phone
    }

    /// Returns the phone with a secret, unless it has expired.
    package func phone(withSecret secret: [UInt8], now: Int64) -> Phone? {
        let hash = Self.hash(of: secret)
        return phones.first { $0.secretHash == hash && !$0.hasExpired(at: now) }
    }

    /// Notes that a phone was used.
    ///
    /// - Returns: Whether it is worth keeping: once a day.
    package mutating func see(_ id: String, now: Int64) -> Bool {
        guard let index = phones.firstIndex(where: { $0.id == id }),
            // A clock that is behind must not sign out a phone when it is set right.
            now - phones[index].seenAt >= WebLimits.seenMilliseconds
        else { return false }
        phones[index].seenAt = now
        return true
    }

    /// Renames a phone.
    package mutating func rename(_ id: String, to name: String) throws(ControlError) {
        guard let index = phones.firstIndex(where: { $0.id == id }) else { return }
        let name = try Self.checkedName(name)
        guard !phones.contains(where: { $0.id != id && $0.name == name }) else {
            throw ControlError(.conflict, "another phone is called \"\(name)\"")
        }
        phones[index].name = name
    }

    /// Removes a phone, whose secret is worth nothing from then on.
    package mutating func remove(_ id: String) {
        phones.removeAll { $0.id == id }
    }

    private func freeName(like name: String) -> String {
        let names = Set(phones.map(\.name))
        guard names.contains(name) else { return name }
        let number = (2...).first { !names.contains("\(name) \($0)") } ?? 0
        return "\(name) \(number)"
    }

    package static func checkedName(_ text: String) throws(ControlError) -> String {
        let name = text.trimmed
        guard !name.isEmpty else { throw ControlError(.invalid, "a phone needs a name") }
        guard name.utf8.count <= WebLimits.phoneNameBytesMax else {
            throw ControlError(.tooLarge, "the name of a phone has at most \(WebLimits.phoneNameBytesMax) bytes")
        }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw ControlError(.invalid, "the name of a phone has no control characters")
        }
        return name
    }

    private static func hash(of secret: [UInt8]) -> String {
        Hexadecimal.text(of: Array(SHA256.hash(data: secret)))
    }
}

// The form on disk.
extension PhoneBook: Codable {
    /// The bytes of the file.
    package func encoded() throws(ControlError) -> [UInt8] {
        do {
            return Array(try JSONText.encode(self).utf8)
        } catch {
            throw ControlError(.internal, "the phones cannot be written: \(error.reason)")
        }
    }

    /// Reads the bytes of the file.
    ///
    /// - Throws: `configuration` for bytes that `encoded` did not make.
    package init(decoding bytes: [UInt8]) throws(ControlError) {
        do {
            self = try JSONText.decode(PhoneBook.self, from: bytes)
        } catch {
            throw ControlError(.configuration, "it does not hold a list of phones")
        }
    }
}
