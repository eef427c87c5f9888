import PhlistTransport

/// Which addresses of this machine others are told, and whether they are others than before.
struct OwnNetwork {
    /// An address and the interface that has it.
    struct Address: Hashable, Sendable {
        var interface: String
        var address: IPAddress
    }

    /// Where the daemon listens.
    private let places: [ListenPlace]
    /// Nil before the first look.
    private var known: Known?

    /// What others are told, and what listening depends on.
    private struct Known: Equatable {
        var addresses: [IPAddress]
        var interfaces: [NetworkLink]
    }

    /// Creates the network of a daemon that listens on some places.
    init(listeningOn places: [ListenPlace]) {
        self.places = places
    }

    /// Takes in what the kernel says now.
    ///
    /// - Parameters:
    ///   - links: All interfaces; none when the kernel does not say what they are, and then all count.
    ///   - addresses: The addresses of interfaces that work.
    /// - Returns: the addresses that lead here from the home network, when they are others than before.
    mutating func looked(_ links: [NetworkLink], _ addresses: [Address]) -> [IPAddress]? {
        let outward = addresses.filter { isTold($0, of: links) }.map(\.address)
        let now = Known(addresses: outward, interfaces: links.filter { places.contains(.interface($0.name)) })
        guard now != known else { return nil }
        known = now
        return outward
    }

    private func isTold(_ address: Address, of links: [NetworkLink]) -> Bool {
        guard places.contains(.everywhere) else {
            return places.contains(.address(address.address)) || places.contains(.interface(address.interface))
        }
        return links.isEmpty || NetworkLink.outward(links).contains(address.interface)
    }
}
