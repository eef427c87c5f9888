import Crypto

/// A file of the page for phones, which is part of the program.
package struct PageFile: Sendable {
    /// Its path on the server.
    package let path: String
    package let mediaType: String
    package let bytes: [UInt8]
    /// The same, compressed; nil where that saves nothing.
    package let compressed: [UInt8]?
    /// The strong entity tags of both, in quotes.
    package let tag: String
    package let compressedTag: String

    init(_ path: String, _ mediaType: String, _ bytes: [UInt8]) {
        (self.path, self.mediaType, self.bytes) = (path, mediaType, bytes)
        let compressed = Gzip.compress(bytes)
        self.compressed = compressed.count < bytes.count ? compressed : nil
        let hash = SHA256.hash(data: bytes).prefix(12).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        (tag, compressedTag) = ("\"\(hash)\"", "\"\(hash)-gzip\"")
    }

    /// All files, by their paths.
    package static let all: [String: PageFile] = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0) })

    private static let html = "text/html; charset=utf-8"
    private static let script = "text/javascript; charset=utf-8"

    private static let files = [
        PageFile("/", html, PackageResources.index_html)
    ]
}
