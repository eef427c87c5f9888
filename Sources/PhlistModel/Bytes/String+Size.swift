extension String {
    /// Decodes bytes as UTF-8; invalid ones become U+FFFD, which takes three bytes, and the text is cut to the original
    /// size, so that it can be written again.
    package init(repairing bytes: [UInt8]) {
        self = String(decoding: bytes, as: UTF8.self).prefix(bytes: bytes.count)
    }

    /// Returns as many whole characters as fit in `limit` bytes of UTF-8.
    package func prefix(bytes limit: Int) -> String {
        var text = self
        while text.utf8.count > limit {
            text.removeLast()
        }
        return text
    }
}
