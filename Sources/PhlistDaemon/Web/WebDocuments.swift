import PhlistControl
import PhlistModel
import PhlistVocabulary
import PhlistWeb

/// The body of `POST /phone/enter`.
struct EntryRequest: Decodable {
    var code: String
    /// The name that the phone gives itself.
    var name: String?
}

/// The reply to `POST /phone/enter`, and to `GET` and `DELETE /phone`.
struct SessionReply: Encodable {
    var schemaVersion = PhlistControl.schemaVersion
    var phone: PhoneInSession

    /// The phone that asks.
    struct PhoneInSession: Encodable {
        var id: String
        var name: String
        /// Nil for a member who is no longer in the household.
        var member: String?
        /// The name of the machine that serves the page.
        var device: String
    }
}

extension MemberID {
    /// The member that a phone acts as.
    init?(of phone: Phone) {
        guard let bytes = Hexadecimal.bytes(of: phone.member) else { return nil }
        self.init(bytes: bytes)
    }
}
