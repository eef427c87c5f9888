import PhlistTransport

/// The addresses of this machine that other devices are told, with detection of changes.
struct OwnNetwork {
    /// An address and the interface that has it.
    struct Address: Hashable, Sendable {
        var interface: String
        var address: IPAddress
    }

    /// The places where the daemon listens.
    private let places: [ListenPlace]
    /// Nil before the first look.
    private var known: Known?

    /// The addresses for other devices, and the interfaces that listening depends on.
    private struct Known: Equatable {
        var addresses: [IPAddress]
        var interfaces: [NetworkLink]
    }

    init(listeningOn places: [ListenPlace]) {
        self.places = places
    }

    /// Compares the present network with the known one.
    ///
    /// - Parameters:
    ///   - links: All interfaces; when the kernel does not report them it is empty, and all count.
    ///   - addresses: The addresses of interfaces that are up.
    /// - Returns: The addresses that lead here from the home network, if the network has changed.
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
