/// An instance as seen on one interface.
struct Sighting: Hashable, Comparable {
    /// The name as browsing reports it; the escaped full name is not an identity.
    let name: String
    let type: String
    let domain: String
    let interface: UInt32

    static func < (left: Sighting, right: Sighting) -> Bool {
        (left.name, left.type, left.domain, left.interface) < (right.name, right.type, right.domain, right.interface)
    }
}
