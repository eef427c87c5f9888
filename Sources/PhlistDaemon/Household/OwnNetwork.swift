import PhlistTransport

/// Which addresses of this machine others are told, and whether they are others than before.
struct OwnNetwork {
    /// An address and the interface that has it.
    struct Address: Hashable, Sendable {
        var interface: String
        var address: IPAddress
    }

    /// Nil before the first look.
    private var known: [IPAddress]?

    /// Takes in what the kernel says now.
    ///
    /// - Parameters:
    ///   - links: All interfaces; none when the kernel does not say what they are, and then all count.
    ///   - addresses: The addresses of interfaces that work.
    /// - Returns: the addresses that lead here from the home network, when they are others than before.
    mutating func looked(_ links: [NetworkLink], _ addresses: [Address]) -> [IPAddress]? {
        let names = NetworkLink.outward(links)
        let outward = addresses.filter { links.isEmpty || names.contains($0.interface) }.map(\.address)
        guard outward != known else { return nil }
        known = outward
        return outward
    }
}
