/// An address of an instance, with the interface on which it was seen.
package struct InstanceAddress: Hashable, Comparable, Sendable {
    /// Four or sixteen bytes, most significant first.
    package let bytes: [UInt8]
    /// The index of the interface: the scope of a link-local IPv6 address.
    package let interface: UInt32

    /// Creates an address from four or sixteen bytes; nil for any other count.
    package init?(bytes: [UInt8], interface: UInt32) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
        self.interface = interface
    }

    /// By interface, then IPv4 before IPv6, then by value.
    package static func < (left: InstanceAddress, right: InstanceAddress) -> Bool {
        if (left.interface, left.bytes.count) != (right.interface, right.bytes.count) {
            return (left.interface, left.bytes.count) < (right.interface, right.bytes.count)
        }
        return left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
