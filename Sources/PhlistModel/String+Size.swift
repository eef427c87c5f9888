extension String {
    /// Text of bytes that may be no UTF-8: what is none becomes U+FFFD, which takes three bytes, and the text is cut to
    /// what was there, so that it can be written again.
    package init(repairing bytes: [UInt8]) {
        self = String(decoding: bytes, as: UTF8.self).prefix(bytes: bytes.count)
    }

    /// As many whole characters as fit so many bytes of UTF-8.
    package func prefix(bytes limit: Int) -> String {
        var text = self
        while text.utf8.count > limit {
            text.removeLast()
        }
        return text
    }
}
