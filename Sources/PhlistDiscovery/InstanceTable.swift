/// The kind of an instance as its name suggests, before anything is looked up.
package enum InstanceKind: Hashable, Sendable {
    /// A member's announcement.
    case member
    /// A device that claims to show a pairing code.
    case openCode
    /// An instance that does not concern this household.
    case stranger
}

/// The instances known in the network.
///
/// Browsing adds and removes each instance once per interface and protocol without naming the protocol, so sightings
/// are counted. An instance is reported as soon as one of its sightings has a port and an address.
struct InstanceTable {
    /// An action that the shell must perform after an input.
    enum Action: Equatable {
        /// Look up the port, the text and the addresses of a sighting.
        case look(Sighting)
        /// Stop looking up a sighting.
        case forget(Sighting)
        case tell(DiscoveryEvent)
    }

    private struct Details {
        /// The number of protocols it was seen on; zero until restarted browsing reports it again.
        var count = 1
        var port: UInt16 = 0
        var text: [String: [UInt8]] = [:]
        /// The sequence number of its last answer; zero until there is one.
        var answer: UInt64 = 0
        var addresses: Set<InstanceAddress> = []
        /// The addresses found by the running lookup.
        var newAddresses: Set<InstanceAddress> = []
    }

    private let limits: DiscoveryLimits
    private var instances: [String: [Sighting: Details]] = [:]
    /// The kinds of the instances, by name.
    private var kinds: [String: InstanceKind] = [:]
    private var told: [String: Instance] = [:]
    private var ownName: String?
    private var lastAnswer: UInt64 = 0
    /// The kinds of instances that were ignored for lack of room.
    private var ignored: Set<InstanceKind> = []

    init(limits: DiscoveryLimits) {
        self.limits = limits
    }

    /// All sightings of other devices, in ascending order.
    var sightings: [Sighting] {
        instances.filter { $0.key != ownName }.values.flatMap(\.keys).sorted()
    }

    /// The interfaces on which browsing sees our own service.
    var ownInterfaces: [UInt32] {
        Set(ownName.flatMap { instances[$0] }?.keys.map(\.interface) ?? []).sorted()
    }

    // MARK: - Browsing

    /// Counts a sighting that browsing reported.
    ///
    /// - Parameters:
    ///   - sighting: The instance and the interface on which it was seen.
    ///   - kind: The kind its name suggests. Strangers are never kept, however many there are.
    /// - Returns: The actions to perform.
    mutating func added(_ sighting: Sighting, as kind: InstanceKind = .member) -> [Action] {
        if instances[sighting.name]?[sighting] != nil {
            instances[sighting.name]?[sighting]?.count += 1
            return []
        }
        let siblings = instances[sighting.name]?.count
        guard siblings != nil || hasRoom(for: kind) else {
            if kind != .stranger { ignored.insert(kind) }
            return []
        }
        guard siblings ?? 0 < limits.sightingsPerInstanceMax else { return [] }
        instances[sighting.name, default: [:]][sighting] = Details()
        kinds[sighting.name] = kind
        return sighting.name == ownName ? [] : [.look(sighting)]
    }

    private func hasRoom(for kind: InstanceKind) -> Bool {
        let count = kinds.values.count { $0 == kind }
        switch kind {
        case .member: return count < limits.instancesMax
        case .openCode: return count < limits.openCodesMax
        case .stranger: return false
        }
    }

    /// Uncounts a sighting that browsing reported as gone.
    mutating func removed(_ sighting: Sighting) -> [Action] {
        guard let count = instances[sighting.name]?[sighting]?.count else { return [] }
        guard count <= 1 else {
            instances[sighting.name]?[sighting]?.count -= 1
            return []
        }
        return forget(sighting)
    }

    private mutating func forget(_ sighting: Sighting) -> [Action] {
        instances[sighting.name]?[sighting] = nil
        if instances[sighting.name]?.isEmpty == true {
            instances[sighting.name] = nil
            kinds[sighting.name] = nil
        }
        return [.forget(sighting)] + tell(sighting.name)
    }

    /// Whether an ignored instance would have room now; browsing reports it again only after a restart.
    var missesInstances: Bool { ignored.contains { hasRoom(for: $0) } }

    /// Prepares for restarted browsing, which reports every instance that still exists again.
    mutating func browsingAgain() {
        ignored = []
        for (name, sightings) in instances {
            instances[name] = sightings.mapValues { details in
                var unseen = details
                unseen.count = 0
                return unseen
            }
        }
    }

    /// Forgets the sightings that restarted browsing has not reported again by now.
    mutating func forgetUnseen() -> [Action] {
        let unseen = instances.values.flatMap { $0.filter { $0.value.count == 0 }.keys }.sorted()
        return unseen.flatMap { forget($0) }
    }

    /// Forgets everything and reports all instances as lost.
    mutating func cleared() -> [Action] {
        let lost = told.keys.sorted()
        ignored = []
        instances = [:]
        kinds = [:]
        told = [:]
        return lost.map { .tell(.lost(name: $0)) }
    }

    /// Hides our own service, which is not a peer, and looks up the instances with its former name, which may be peers.
    mutating func ownNameChanged(to name: String?) -> [Action] {
        guard name != ownName else { return [] }
        let former = ownName
        ownName = name
        let hidden = name.map { name in sightings(of: name).map(Action.forget) + tell(name) } ?? []
        let revealed = former.map { name in sightings(of: name).map(Action.look) } ?? []
        return hidden + revealed
    }

    // MARK: - Looking up

    /// Records the port and the text that a lookup found.
    mutating func resolved(_ sighting: Sighting, port: UInt16, text: [String: [UInt8]]) -> [Action] {
        lastAnswer += 1
        let answer = lastAnswer
        return update(sighting) { details in
            (details.port, details.text, details.answer) = (port, text, answer)
            details.newAddresses = []
        }
    }

    /// Records an address that a lookup found.
    mutating func addressFound(_ address: InstanceAddress, of sighting: Sighting) -> [Action] {
        let addressesMax = limits.addressesPerSightingMax
        return update(sighting) { details in
            guard details.newAddresses.count < addressesMax else { return }
            details.newAddresses.insert(address)
            // Usable at once; addresses that are not found again are dropped when the lookup ends.
            details.addresses.insert(address)
        }
    }

    /// Ends a lookup; one that found nothing changes nothing, because silence proves nothing.
    mutating func lookedUp(_ sighting: Sighting) -> [Action] {
        update(sighting) { details in
            guard !details.newAddresses.isEmpty else { return }
            (details.addresses, details.newAddresses) = (details.newAddresses, [])
        }
    }

    // MARK: - Telling

    private func sightings(of name: String) -> [Sighting] {
        instances[name]?.keys.sorted() ?? []
    }

    private mutating func update(_ sighting: Sighting, _ change: (inout Details) -> Void) -> [Action] {
        guard var details = instances[sighting.name]?[sighting] else { return [] }
        change(&details)
        instances[sighting.name]?[sighting] = details
        return tell(sighting.name)
    }

    private mutating func tell(_ name: String) -> [Action] {
        let instance = instance(named: name)
        defer { told[name] = instance }
        switch (told[name], instance) {
        case (nil, nil): return []
        case (nil, let instance?): return [.tell(.found(instance))]
        case (_?, nil): return [.tell(.lost(name: name))]
        case (let former?, let instance?): return former == instance ? [] : [.tell(.changed(instance))]
        }
    }

    private func instance(named name: String) -> Instance? {
        guard name != ownName, let sightings = instances[name]?.values,
            let newest = sightings.max(by: { $0.answer < $1.answer }), newest.answer > 0
        else { return nil }
        let addresses = sightings.reduce(into: Set<InstanceAddress>()) { $0.formUnion($1.addresses) }
        guard !addresses.isEmpty else { return nil }
        return Instance(name: name, port: newest.port, text: newest.text, addresses: addresses.sorted())
    }
}
