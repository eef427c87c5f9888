/// An instance as it is seen on one interface.
struct Sighting: Hashable, Comparable {
    /// As browsing gives it; the escaped full name is no identity.
    let name: String
    let type: String
    let domain: String
    let interface: UInt32

    static func < (left: Sighting, right: Sighting) -> Bool {
        (left.name, left.type, left.domain, left.interface) < (right.name, right.type, right.domain, right.interface)
    }
}
