import PhlistVocabulary

/// `GET /v1/phones`: the phones that have got in, and the page that is served for them.
package struct PhonesQuery: ControlCall {
    package static let route = ControlRoute.phones
    package typealias Reply = PhonesReply

    package init() {}
}

/// The reply to `GET /v1/phones`.
package struct PhonesReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// All phones for the owner of the daemon, their own for others; in the order in which they got in.
    package var phones: [PhoneView]
    package var page: PageView

    package init(phones: [PhoneView], page: PageView) {
        (self.phones, self.page) = (phones, page)
    }
}

/// A phone, or another browser, that acts as a member.
package struct PhoneView: Codable, Sendable, Equatable {
    /// Eight hexadecimal digits.
    package var id: String
    package var name: String
    /// The name of the member; nil for one who is no longer in the household.
    package var member: String?
    /// Milliseconds since 1970.
    package var addedAt: Int64
    /// The day of the last use, in milliseconds since 1970.
    package var seenAt: Int64
    /// Whether it has a connection open now.
    package var isConnected: Bool

    package init(id: String, name: String, member: String?, addedAt: Int64, seenAt: Int64, isConnected: Bool) {
        (self.id, self.name, self.member) = (id, name, member)
        (self.addedAt, self.seenAt, self.isConnected) = (addedAt, seenAt, isConnected)
    }
}

/// The page for phones on this machine.
package struct PageView: Codable, Sendable, Equatable {
    package var state: PageState
    /// Why it is not served although it should be.
    package var problem: String?
    /// The addresses to open, the best one first; empty unless it is served.
    package var addresses: [String]
    /// The SHA-256 of the authority's certificate, as phones show it; nil unless the authority of this machine is used.
    package var fingerprint: String?

    package init(state: PageState, problem: String? = nil, addresses: [String] = [], fingerprint: String? = nil) {
        (self.state, self.problem) = (state, problem)
        (self.addresses, self.fingerprint) = (addresses, fingerprint)
    }
}

/// Whether the page for phones is served.
package enum PageState: String, NamedValue {
    case off
    case on
    /// The configuration says so, and something is in the way.
    case failed
}

/// `POST /v1/phones`: opens a code with which one phone of a member gets in.
package struct AddPhoneRequest: ControlCall {
    package static let route = ControlRoute.addPhone
    package typealias Reply = AddPhoneReply

    package var member: String

    package init(member: String) {
        self.member = member
    }
}

/// The reply to `POST /v1/phones`.
package struct AddPhoneReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var member: String
    /// Eight characters with a hyphen; nil if nothing was changed.
    package var code: String?
    /// Milliseconds since 1970.
    package var expiresAt: Int64?
    /// The address that a phone opens with the code in it; the part after `#` is not sent to the server.
    package var link: String?
    package var page: PageView
    /// The name of this machine, if it was not the member's and is from now on.
    package var sharedDevice: String?

    package init(member: String, page: PageView) {
        (self.member, self.page) = (member, page)
    }
}

/// `PATCH /v1/phones`: renames a phone.
package struct ChangePhoneRequest: ControlCall {
    package static let route = ControlRoute.changePhone
    package typealias Reply = PhoneReply

    /// A name or an id.
    package var phone: String
    package var name: String

    package init(phone: String, name: String) {
        (self.phone, self.name) = (phone, name)
    }
}

/// `DELETE /v1/phones`: signs a phone out for good.
package struct RemovePhoneRequest: ControlCall {
    package static let route = ControlRoute.removePhone
    package typealias Reply = PhoneReply

    /// A name or an id.
    package var phone: String

    package init(phone: String) {
        self.phone = phone
    }
}

/// The reply to `PATCH` and `DELETE /v1/phones`.
package struct PhoneReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The phone after the change; a removed one as it was before.
    package var phone: PhoneView
    /// False when nothing had to be changed.
    package var isChanged: Bool

    package init(phone: PhoneView, isChanged: Bool) {
        (self.phone, self.isChanged) = (phone, isChanged)
    }
}
