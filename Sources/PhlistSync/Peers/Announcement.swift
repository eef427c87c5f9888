import Crypto
import PhlistHousehold
import PhlistModel

/// The announcement of a device on the network; without the household's secret it looks like random numbers.
///
///     name   "phlist-" and 32 digits: nonce 8 | HMAC-SHA256(secret, "phlist-name" | nonce), its first 8 bytes
///     tags   {HMAC-SHA256(secret, "phlist-place" | name | 0 | ADDRESS:PORT), its first 8 bytes}…, sorted
///
/// The name shows that a member made the announcement; each tag binds one address and port to that name, so a copy
/// leads nowhere else. Further tags, which bind nothing, hide how many addresses there are.
package struct Announcement: Hashable, Sendable {
    package let name: String
    /// A multiple of 64 bytes.
    package let tags: [UInt8]

    /// Creates the announcement of a device.
    ///
    /// - Parameters:
    ///   - key: The household's secret.
    ///   - nonce: Eight random bytes.
    ///   - endpoints: Addresses at which the device listens, at most `SyncLimits.announcedAddressesMax`.
    init(key: DiscoveryKey, nonce: [UInt8], endpoints: [Endpoint]) {
        let name = AnnouncementName.text(nonce, by: key)
        let padding = (0..<AnnouncementTags.paddingCount(behind: endpoints.count)).map { Endpoint("\($0)") }
        let tags = (endpoints + padding).map { AnnouncementTags.tag(of: $0, name, by: key) }
        self.name = name
        self.tags = tags.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self)
    }
}

/// Secrets that identify announcements of a household, the newest first.
package struct AnnouncementKeys: Equatable, Sendable {
    private let keys: [DiscoveryKey]

    init(_ keys: [DiscoveryKey]) {
        self.keys = keys
    }

    /// Whether a member of the household made this name.
    package func recognises(_ name: String) -> Bool {
        key(of: name) != nil
    }

    /// Addresses of an instance that its author bound to the name, in the order of the instance.
    func endpoints(of instance: Instance) -> [Endpoint] {
        let tags = AnnouncementTags.split(instance.tags)
        guard !tags.isEmpty, let key = key(of: instance.name) else { return [] }
        return instance.endpoints.prefix(SyncLimits.announcedAddressesMax).filter { endpoint in
            let expected = AnnouncementTags.tag(of: endpoint, instance.name, by: key)
            return tags.contains { isSame($0, expected) }
        }
    }

    private func key(of name: String) -> DiscoveryKey? {
        guard let (nonce, proof) = AnnouncementName.parts(of: name) else { return nil }
        return keys.first { isSame(AnnouncementName.proof(of: nonce, by: $0), proof) }
    }

    /// Compares in constant time.
    private func isSame(_ left: some Collection<UInt8>, _ right: some Collection<UInt8>) -> Bool {
        left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

private enum AnnouncementName {
    static let prefix = "phlist-"
    static let partByteCount = 8

    static func text(_ nonce: [UInt8], by key: DiscoveryKey) -> String {
        prefix + Hexadecimal.text(of: nonce + proof(of: nonce, by: key))
    }

    static func proof(of nonce: [UInt8], by key: DiscoveryKey) -> [UInt8] {
        key.authenticate("phlist-name".utf8 + nonce)
    }

    /// The nonce and the proof in a name; nil for any other text.
    static func parts(of name: String) -> (nonce: [UInt8], proof: [UInt8])? {
        guard name.utf8.count == prefix.utf8.count + 4 * partByteCount, name.hasPrefix(prefix),
            let bytes = Hexadecimal.bytes(of: name.dropFirst(prefix.count))
        else { return nil }
        return (Array(bytes.prefix(partByteCount)), Array(bytes.suffix(partByteCount)))
    }
}

private enum AnnouncementTags {
    static let byteCount = 8
    private static let countStep = 8

    static func tag(of endpoint: Endpoint, _ name: String, by key: DiscoveryKey) -> [UInt8] {
        key.authenticate("phlist-place".utf8 + Array(name.utf8) + [0] + Array(endpoint.withoutZone.text.utf8))
    }

    static func paddingCount(behind count: Int) -> Int {
        (countStep - count % countStep) % countStep
    }

    /// Splits a value into tags; empty if it is too long or ends within a tag.
    static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        guard bytes.count.isMultiple(of: byteCount), bytes.count <= SyncLimits.announcedAddressesMax * byteCount else {
            return []
        }
        return stride(from: 0, to: bytes.count, by: byteCount).map { bytes[$0..<$0 + byteCount] }
    }
}

extension DiscoveryKey {
    /// Returns the first eight bytes of the HMAC-SHA256 of a text.
    fileprivate func authenticate(_ text: some Sequence<UInt8>) -> [UInt8] {
        let code = HMAC<SHA256>.authenticationCode(for: Array(text), using: SymmetricKey(data: bytes))
        return Array(code.prefix(8))
    }
}

extension Endpoint {
    /// The address without the zone of a link-local one, whose name differs on each device.
    var withoutZone: Endpoint {
        guard let start = text.firstIndex(of: "%"), let end = text.firstIndex(of: "]"), start < end else { return self }
        return Endpoint(String(text[..<start] + text[end...]))
    }

    /// Whether the address belongs in an announcement: one of a home network, or a link-local one.
    var isAnnounced: Bool {
        let plain = withoutZone
        return plain.isPrivate || ["[fe8", "[fe9", "[fea", "[feb"].contains { plain.text.hasPrefix($0) }
    }
}
