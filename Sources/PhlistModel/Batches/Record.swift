/// One entry of the log: its kind and its bytes.
///
/// The log stores the bytes without interpreting them; `PhlistHousehold` gives them meaning.
package struct Record: Hashable, Sendable {
    package var kind: Kind
    package var bytes: [UInt8]

    /// The kinds of records; kinds that this version does not know are kept.
    package struct Kind: RawRepresentable, Hashable, Sendable {
        /// Introduces the number of a feed: its scope and device.
        package static let feed = Kind(rawValue: 1)
        /// A batch, exactly as it was signed.
        package static let batch = Kind(rawValue: 2)
        /// A signed head of a feed.
        package static let head = Kind(rawValue: 3)
        /// A fact that concerns this device alone.
        package static let local = Kind(rawValue: 16)

        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
    }

    package init(_ kind: Kind, _ bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
