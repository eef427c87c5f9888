/// What a client names a request by, so that a repetition changes nothing a second time.
package struct RequestKey: Hashable, Sendable {
    /// At most 64 characters of ASCII.
    package var text: String
    /// The first eight bytes of the digest of all that the request asks for.
    package var digest: UInt64

    /// Creates a key.
    package init(text: String, digest: UInt64) {
        self.text = text
        self.digest = digest
    }
}
