/// A name that separates several installations of one account; the usual one has no name.
package struct Profile: Sendable, Equatable {
    /// The profile used when none is named.
    package static let standard = Profile()

    package let name: String?

    private init() {
        name = nil
    }

    /// Creates a named profile: 1 to 32 of the characters a to z, 0 to 9 and the hyphen.
    package init(name: String) throws(PathError) {
        let isShort = (1...Limits.profileNameSizeMax).contains(name.utf8.count)
        guard isShort, name.utf8.allSatisfy(Self.isAllowed) else { throw .profileNameInvalid(name) }
        self.name = name
    }

    /// The name of the profile's directory below a directory shared by all programs.
    package var directoryName: String {
        name.map { "phlist-\($0)" } ?? "phlist"
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
