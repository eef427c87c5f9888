/// The attributes of a service as RFC 6763, section 6, puts them into a TXT record.
///
///     | length | key=value ... | length | key=value ... | ...
///
/// The order means nothing and does not survive the network.
enum TextRecord {
    /// Encodes attributes; nil when a key is not usable or the record is over `sizeMax` bytes.
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

    /// Decodes any bytes; nil when they are over `sizeMax` or end in the middle of an attribute.
    ///
    /// Keys become lower case, the first of equal keys counts, an attribute without a value has none, and what has no
    /// usable key is passed over.
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
