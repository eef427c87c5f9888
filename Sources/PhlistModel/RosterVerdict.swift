/// What some acts with standing come to, by the rules 2 to 4 of a roster.
struct RosterVerdict: Sendable {
    /// Every removal, by whom it puts out.
    private(set) var removals: [DeviceID: [Deed<RosterAct>]] = [:]
    /// By device: the acts about it that count, but for removals.
    private var changes: [DeviceID: [Deed<RosterAct>]] = [:]
    /// The acts that count and are about no device.
    private var others: [Deed<RosterAct>] = []
    /// Every key that an act with standing names.
    private(set) var keys: [DeviceID: [UInt8]] = [:]
    private let defect: PlantedDefect?

    /// Judges acts, each of which stands behind those that its author knew.
    init(of deeds: [Deed<RosterAct>], defect: PlantedDefect?) {
        self.defect = defect
        for deed in deeds {
            if case .remove(let device) = deed.content, !isVoidByDefect(deed, .firstRemovalWins) {
                removals[device, default: []].append(deed)
            }
        }
        if defect == .removalsAreVoidable {
            let all = removals.mapValues { $0.filter { !isVoidByDefect($0, .removalsAreVoidable) } }
            removals = all.filter { !$0.value.isEmpty }
        }
        for deed in deeds { take(deed) }
    }

    /// Judges one act more; removals are put together before, as they change what counts of all.
    mutating func take(_ deed: Deed<RosterAct>) {
        if let (device, key) = deed.content.key { keys[device] = key }
        guard counts(deed) else { return }
        if let device = deed.content.device {
            changes[device, default: []].append(deed)
        } else {
            others.append(deed)
        }
    }

    private func counts(_ deed: Deed<RosterAct>) -> Bool {
        switch deed.content {
        case .found: return true
        case .remove: return false
        case .admit, .assign, .rename, .list, .unite, .rotate: break
        }
        let author = deed.act.device
        let isInTime = (removals[author] ?? []).allSatisfy { $0.knows(deed) }
        guard isInTime || defect == .lateActsCount else { return false }
        let role = role(of: author) { deed.knows($0) }
        return deed.content.isAllowed(to: author, as: role) || defect == .authorityOfVoidActs
            || defect == .anybodyMayAct
    }

    private func isVoidByDefect(_ removal: Deed<RosterAct>, _ planted: PlantedDefect) -> Bool {
        defect == planted && (removals[removal.act.device] ?? []).contains { !$0.knows(removal) }
    }

    // MARK: Devices

    /// The role of a device that is in; nil for any other.
    func roleInside(of device: DeviceID) -> DeviceRole? {
        guard let last = removals[device] else { return role(of: device) }
        guard defect == .admissionUndoesRemoval else { return nil }
        return role(of: device) { change in last.allSatisfy { change.knows($0) } }.flatMap { _ in role(of: device) }
    }

    /// The role of a device by those acts that count and are heard, whether it is out or not; nil when none admits it.
    func role(of device: DeviceID, where isHeard: (Deed<RosterAct>) -> Bool = { _ in true }) -> DeviceRole? {
        let givers = (changes[device] ?? []).filter { $0.content.role != nil && isHeard($0) }
        guard givers.contains(where: \.content.admits) else { return nil }
        let roles = givers.newest().map(\.content.role)
        let lesser: DeviceRole = defect == .adminBeatsMember ? .admin : .member
        let greater: DeviceRole = defect == .adminBeatsMember ? .member : .admin
        return roles.contains(lesser) ? lesser : greater
    }

    /// What is known of a device; nil when nobody has named its key.
    func author(_ device: DeviceID) -> Roster.Author? {
        let changes = changes[device] ?? []
        let names = changes.filter { $0.content.name != nil }
        return keys[device].map { key in
            Roster.Author(
                publicKey: key,
                name: names.newest().greatest()?.content.name ?? "",
                members: Set(changes.flatMap(\.content.members)).sorted(),
                admission: changes.filter(\.content.admits).map(\.act).min()
            )
        }
    }

    // MARK: The household

    /// Who stands for each member who is one person with another: the least of them.
    var persons: [MemberID: MemberID] {
        var groups: [Set<MemberID>] = []
        for deed in others {
            guard case .unite(let first, let second) = deed.content else { continue }
            let parts = groups.filter { $0.contains(first) || $0.contains(second) }
            groups.removeAll { $0.contains(first) || $0.contains(second) }
            groups.append(parts.reduce([first, second]) { $0.union($1) })
        }
        var persons: [MemberID: MemberID] = [:]
        for group in groups {
            for member in group { persons[member] = group.min() }
        }
        return persons
    }

    /// The secrets, the one in use first, and whether somebody who is out may know that one.
    ///
    /// Two admins who put out one device each, at the same time, each tell the new secret to the device that the other
    /// one has put out: then it has to be replaced once more, by one who knows of both.
    var discoveryKeys: (keys: [DiscoveryKey], isStale: Bool) {
        let rotations = others.filter { $0.content.discoveryKey != nil }
        let removals = removals.values.joined()
        let safe = rotations.filter { rotation in removals.allSatisfy { rotation.knows($0) } }
        let shown = (safe.isEmpty ? rotations.newest() : safe.newest()).greatest()
        let former = rotations.filter { $0 != shown }.sorted { ($0.act.stamp, $0.dot) > ($1.act.stamp, $1.dot) }
        let keys = ((shown.map { [$0] } ?? []) + former).compactMap(\.content.discoveryKey)
        return (Array(keys.prefix(Limits.discoveryKeysMax)), safe.isEmpty && !rotations.isEmpty)
    }
}

extension RosterAct {
    fileprivate var key: (device: DeviceID, publicKey: [UInt8])? {
        switch self {
        case .found(let founding): (founding.device, founding.publicKey)
        case .admit(let admission): (admission.device, admission.publicKey)
        case .remove, .assign, .rename, .list, .unite, .rotate: nil
        }
    }

    /// The role that it gives.
    fileprivate var role: DeviceRole? {
        switch self {
        case .found: .admin
        case .admit(let admission): admission.role
        case .assign(_, let role): role
        case .remove, .rename, .list, .unite, .rotate: nil
        }
    }

    /// Whether it lets a device in; another role alone does not.
    fileprivate var admits: Bool {
        switch self {
        case .found: true
        case .admit(let admission): admission.role != nil
        case .remove, .assign, .rename, .list, .unite, .rotate: false
        }
    }

    /// The name that it gives to a device.
    fileprivate var name: String? {
        switch self {
        case .found(let founding): founding.deviceName
        case .admit(let admission): admission.deviceName
        case .rename(_, let name): name
        case .remove, .assign, .list, .unite, .rotate: nil
        }
    }

    /// The members whom it lists for a device.
    fileprivate var members: [MemberID] {
        switch self {
        case .admit(let admission): admission.members
        case .list(let members, _): members
        case .found, .remove, .assign, .rename, .unite, .rotate: []
        }
    }

    fileprivate var discoveryKey: DiscoveryKey? {
        if case .rotate(let key) = self { key } else { nil }
    }
}
