/// An address of a device, as text that only the shell interprets: `192.168.1.7:7454`.
package struct Endpoint: Hashable, Comparable, Sendable {
    static let bytesMax = 300

    package let text: String

    /// Wraps an address.
    package init(_ text: String) {
        self.text = text
    }

    package static func < (left: Endpoint, right: Endpoint) -> Bool {
        left.text < right.text
    }
}
