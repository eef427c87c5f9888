import PhlistModel

/// Bytes as text that people can compare: one line per part, with its name.
///
/// ```
/// # a tick
/// header length       3f
/// version             01
/// ```
package struct GoldenText: Sendable {
    package private(set) var text = ""

    /// The form of a part, which determines its length.
    package enum Form: Sendable {
        case fixed(Int)
        case varint
        /// A varint length and as many bytes.
        case counted
        /// All remaining bytes.
        case rest
    }

    package init() {}

    /// Adds bytes under a title, in parts; shows bytes left over as such.
    package mutating func add(_ title: String, _ bytes: [UInt8], _ parts: [(name: String, form: Form)]) {
        text += (text.isEmpty ? "" : "\n") + "# \(title)\n"
        var reader = ByteReader(bytes)
        for part in parts + [("left over", .rest)] where reader.remaining > 0 {
            let start = reader.position
            try? reader.pass(part.form)
            let name = part.name + String(repeating: " ", count: max(1, 24 - part.name.count))
            text += name + Array(bytes[start..<reader.position]).hex + "\n"
        }
    }

    /// Returns the bytes under each title of a text, in order.
    package static func entries(of text: String) -> [(title: String, bytes: [UInt8])] {
        var entries: [(title: String, bytes: [UInt8])] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# ") {
                entries.append((String(line.dropFirst(2)), []))
            } else if !entries.isEmpty, let digits = line.split(separator: " ").last {
                entries[entries.count - 1].bytes += bytes(digits)
            }
        }
        return entries
    }

    private static func bytes(_ digits: Substring) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
}

extension ByteReader {
    fileprivate mutating func pass(_ form: GoldenText.Form) throws(CodecError) {
        switch form {
        case .fixed(let count): _ = try read(count: count)
        case .varint: _ = try readVarint()
        case .counted: _ = try readCounted(limit: remaining)
        case .rest: _ = try read(count: remaining)
        }
    }
}
