/// The encoding of service attributes in a TXT record (RFC 6763, section 6).
///
///     | length | key=value ... | length | key=value ... | ...
///
/// The order has no meaning and does not survive the network.
enum TextRecord {
    /// Encodes attributes; nil if a key is invalid, an attribute exceeds 255 bytes, or the record exceeds `sizeMax`.
    static func encode(_ attributes: [String: [UInt8]], sizeMax: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            let entry = Array(key.utf8) + [equals] + value
            guard isKey(key.utf8), entry.count <= 255 else { return nil }
            bytes.append(UInt8(entry.count))
            bytes += entry
        }
        return bytes.count <= sizeMax ? bytes : nil
    }

    /// Decodes a record; nil if it exceeds `sizeMax` bytes or ends in the middle of an attribute.
    ///
    /// Keys become lower case, the first of equal keys counts, an attribute without a value becomes empty, and an
    /// attribute without a valid key is skipped.
    static func decode(_ bytes: [UInt8], sizeMax: Int) -> [String: [UInt8]]? {
        guard bytes.count <= sizeMax else { return nil }
        var attributes: [String: [UInt8]] = [:]
        var rest = bytes[...]
        while let length = rest.popFirst() {
            guard rest.count >= Int(length) else { return nil }
            let entry = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            let key = entry.prefix { $0 != equals }
            guard isKey(key) else { continue }
            let name = String(decoding: key, as: UTF8.self).lowercased()
            if attributes[name] == nil {
                attributes[name] = Array(entry.dropFirst(key.count + 1))
            }
        }
        return attributes
    }

    private static let equals = UInt8(ascii: "=")

    private static func isKey(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { (0x20...0x7E).contains($0) && $0 != equals }
    }
}
