/// What the name of an instance says of it, before anything is looked up.
package enum InstanceKind: Hashable, Sendable {
    /// A member's announcement.
    case member
    /// What claims to be a device that shows a code.
    case openCode
    /// Nothing of ours.
    case stranger
}

/// What is known about the instances in the network.
///
/// Browsing adds and removes each instance once per interface and protocol without telling the protocol, so the
/// sightings are counted. An instance is told of as soon as one of its sightings has a port and an address.
struct InstanceTable {
    /// What is to be done after an input.
    enum Action: Equatable {
        /// The port, the text and the addresses of a sighting are wanted.
        case look(Sighting)
        /// They are not wanted any more.
        case forget(Sighting)
        case tell(DiscoveryEvent)
    }

    private struct Details {
        /// Zero while browsing anew has not brought it again.
        var count = 1
        var port: UInt16 = 0
        var text: [String: [UInt8]] = [:]
        /// Zero until there is an answer; later answers are newer.
        var answer: UInt64 = 0
        var addresses: Set<InstanceAddress> = []
        /// The addresses of the lookup that is under way.
        var newAddresses: Set<InstanceAddress> = []
    }

    private let limits: DiscoveryLimits
    private var instances: [String: [Sighting: Details]] = [:]
    /// The kinds of the instances, by name.
    private var kinds: [String: InstanceKind] = [:]
    private var told: [String: Instance] = [:]
    private var ownName: String?
    private var lastAnswer: UInt64 = 0
    /// The kinds of which an instance was ignored because there was no room.
    private var ignored: Set<InstanceKind> = []

    init(limits: DiscoveryLimits) {
        self.limits = limits
    }

    /// All sightings of others, for looking them up again.
    var sightings: [Sighting] {
        instances.filter { $0.key != ownName }.values.flatMap(\.keys).sorted()
    }

    /// The interfaces on which browsing sees our own service.
    var ownInterfaces: [UInt32] {
        Set(ownName.flatMap { instances[$0] }?.keys.map(\.interface) ?? []).sorted()
    }

    // MARK: - Browsing

    /// Browsing has seen an instance once more.
    ///
    /// - Parameters:
    ///   - sighting: Where and under which name.
    ///   - kind: What the name says. A stranger takes no room, however many there are.
    /// - Returns: what is to be done.
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

    /// Browsing has lost an instance once.
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

    /// Whether an instance was ignored and has room now: browsing tells of it again only when it begins anew.
    var missesInstances: Bool { ignored.contains { hasRoom(for: $0) } }

    /// Browsing begins anew, and brings everything that is still there once more.
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

    /// Forgets what browsing anew has not brought in the time that it had.
    mutating func forgetUnseen() -> [Action] {
        let unseen = instances.values.flatMap { $0.filter { $0.value.count == 0 }.keys }.sorted()
        return unseen.flatMap { forget($0) }
    }

    /// Nothing is known any more.
    mutating func cleared() -> [Action] {
        let lost = told.keys.sorted()
        ignored = []
        instances = [:]
        kinds = [:]
        told = [:]
        return lost.map { .tell(.lost(name: $0)) }
    }

    /// Our own service has another name, or none: it is no peer, and who has the former name now may be one.
    mutating func ownNameChanged(to name: String?) -> [Action] {
        guard name != ownName else { return [] }
        let former = ownName
        ownName = name
        let hidden = name.map { name in sightings(of: name).map(Action.forget) + tell(name) } ?? []
        let revealed = former.map { name in sightings(of: name).map(Action.look) } ?? []
        return hidden + revealed
    }

    // MARK: - Looking up

    /// A lookup has found the port and the text.
    mutating func resolved(_ sighting: Sighting, port: UInt16, text: [String: [UInt8]]) -> [Action] {
        lastAnswer += 1
        let answer = lastAnswer
        return update(sighting) { details in
            (details.port, details.text, details.answer) = (port, text, answer)
            details.newAddresses = []
        }
    }

    /// A lookup has found an address.
    mutating func addressFound(_ address: InstanceAddress, of sighting: Sighting) -> [Action] {
        let addressesMax = limits.addressesPerSightingMax
        return update(sighting) { details in
            guard details.newAddresses.count < addressesMax else { return }
            details.newAddresses.insert(address)
            // Usable at once; what is not found again goes when the lookup ends.
            details.addresses.insert(address)
        }
    }

    /// A lookup has ended; one that found nothing changes nothing, because silence proves nothing.
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
