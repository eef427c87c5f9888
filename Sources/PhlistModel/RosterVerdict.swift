/// What some acts with standing come to, by the rules 2 to 4 of a roster.
///
/// Acts are taken in one by one. Only a removal that makes acts void has all of them judged again, and each act can be
/// made void once.
struct RosterVerdict: Sendable {
    /// The earliest act that put each device out.
    private(set) var outs: [DeviceID: Act] = [:]
    /// How many acts of each device there are, removals and those that are void included.
    private(set) var actCounts: [DeviceID: Int] = [:]
    /// How many acts were judged, or looked at for what they come to.
    private(set) var stepCount = 0
    /// Every removal, by whom it puts out.
    private var removals: [DeviceID: [Deed<RosterAct>]] = [:]
    private var lastRemovals = LastPositions()
    private var records: [DeviceID: Record] = [:]
    private var rotations: [Deed<RosterAct>] = []
    /// By author: the last acts that count.
    private var lastCounting: [DeviceID: LastPositions] = [:]

    /// What is known of one device, whether it is in or not.
    fileprivate struct Record: Sendable {
        /// The key that an act with standing names.
        var key: [UInt8]?
        /// The acts that count and give it a role, those of them that no other one knows, and whether one lets it in.
        var givers: [Deed<RosterAct>] = []
        var newestGivers: [Deed<RosterAct>] = []
        var isLetIn = false
        /// The acts that count and give it a name.
        var namers: [Deed<RosterAct>] = []
        var members: Set<MemberID> = []
        /// The earliest act that counts and names each of these.
        var listings: [MemberID: Act] = [:]
        /// Whether one of them was for nobody.
        var isOfHouse = false
        /// Those of them who were named where it was let in, or since.
        var users: Set<MemberID> = []
        /// The earliest act that counts and lets it in.
        var admission: Act?
        /// Who may write there, by all acts with standing.
        var writers = Roster.Writers()
    }

    /// Judges acts, each of which stands behind those that its author knew.
    init(of deeds: [Deed<RosterAct>] = []) {
        for deed in deeds {
            if case .remove(let device) = deed.content {
                removals[device, default: []].append(deed)
            }
        }
        for removal in removals.values.joined() { note(removal) }
        for deed in deeds { judge(deed) }
    }

    /// Takes in one act more.
    ///
    /// - Returns: Whether it changes nothing of what the earlier acts come to; otherwise all are to be judged again.
    mutating func take(_ deed: Deed<RosterAct>) -> Bool {
        if case .remove(let device) = deed.content {
            guard lastCounting[device]?.areKnown(by: deed.position) ?? true else { return false }
            removals[device, default: []].append(deed)
            note(deed)
        }
        judge(deed)
        return true
    }

    private mutating func note(_ removal: Deed<RosterAct>) {
        guard case .remove(let device) = removal.content else { return }
        outs[device] = min(outs[device] ?? removal.act, removal.act)
        lastRemovals.insert(removal.position)
    }

    private mutating func judge(_ deed: Deed<RosterAct>) {
        stepCount += 1
        actCounts[deed.act.device, default: 0] += 1
        if let (device, key) = deed.content.key { records[device, default: Record()].key = key }
        if let device = deed.content.device { records[device, default: Record()].writers.take(deed.content) }
        guard counts(deed) else { return }
        lastCounting[deed.act.device, default: LastPositions()].insert(deed.position)
        switch deed.content {
        case .rotate: rotations.append(deed)
        case .found, .admit, .remove, .assign, .rename, .list:
            if let device = deed.content.device { records[device, default: Record()].take(deed) }
        }
    }

    private func counts(_ deed: Deed<RosterAct>) -> Bool {
        switch deed.content {
        case .found: return true
        case .remove: return false
        case .admit, .assign, .rename, .list, .rotate: break
        }
        let author = deed.act.device
        let isInTime = (removals[author] ?? []).allSatisfy { $0.knows(deed) }
        guard isInTime else { return false }
        let role = role(of: author) { deed.knows($0) }
        return deed.content.isAllowed(to: author, as: role)
    }

    // MARK: Devices

    /// The devices whose keys are known.
    var devices: some Sequence<DeviceID> { records.lazy.filter { $0.value.key != nil }.map(\.key) }

    /// The role of a device that is in; nil for any other.
    func roleInside(of device: DeviceID) -> DeviceRole? {
        removals[device] == nil ? role(of: device) : nil
    }

    /// The role of a device by those acts that count and are heard, whether it is out or not; nil when none admits it.
    func role(of device: DeviceID, where isHeard: (Deed<RosterAct>) -> Bool = { _ in true }) -> DeviceRole? {
        guard let record = records[device], record.isLetIn else { return nil }
        var newest = record.newestGivers
        // Who heard of the newest acts heard of all others.
        if !newest.allSatisfy(isHeard) {
            let givers = record.givers.filter(isHeard)
            guard givers.contains(where: \.content.admits) else { return nil }
            newest = givers.newest()
        }
        let roles = newest.map(\.content.role)
        return roles.contains(.member) ? .member : .admin
    }

    /// What is known of a device; nil when nobody has named its key.
    mutating func author(_ device: DeviceID) -> Roster.Author? {
        guard let record = records[device], let key = record.key else { return nil }
        stepCount += record.givers.count + record.namers.count + record.members.count
        return Roster.Author(
            publicKey: key,
            name: record.namers.newest().greatest()?.content.name ?? "",
            members: record.members.sorted(),
            isOfHouse: record.isOfHouse,
            admission: record.admission,
            listings: record.listings,
            writers: record.writers
        )
    }

    /// Who may use a device that is in: what was said of it in a household that this one continues does not count.
    func users(of device: DeviceID) -> [MemberID] {
        records[device]?.users.sorted() ?? []
    }

    // MARK: The household

    /// The secrets, the one in use first, and whether somebody who is out may know that one.
    ///
    /// Two admins who put out one device each, at the same time, each tell the new secret to the device that the other
    /// one has put out: then it has to be replaced once more, by one who knows of both.
    mutating func discoveryKeys() -> (keys: [DiscoveryKey], isStale: Bool) {
        stepCount += rotations.count
        let safe = rotations.filter { lastRemovals.areKnown(by: $0.position) }
        let shown = (safe.isEmpty ? rotations.newest() : safe.newest()).greatest()
        let former = rotations.filter { $0.dot != shown?.dot }
            .sorted { ($0.act.stamp, $0.dot) > ($1.act.stamp, $1.dot) }
        let keys = ((shown.map { [$0] } ?? []) + former).compactMap(\.content.discoveryKey)
        return (Array(keys.prefix(Limits.discoveryKeysMax)), safe.isEmpty && !rotations.isEmpty)
    }
}

extension RosterVerdict.Record {
    /// Takes in an act about the device that counts.
    fileprivate mutating func take(_ deed: Deed<RosterAct>) {
        if deed.content.role != nil {
            givers.append(deed)
            newestGivers.removeAll { deed.knows($0) }
            newestGivers.append(deed)
            isLetIn = isLetIn || deed.content.admits
        }
        if deed.content.name != nil { namers.append(deed) }
        if deed.content.admits { admission = min(admission ?? deed.act, deed.act) }
        let named = deed.content.members
        // Of a device of a former household its admission says so by the house's name.
        isOfHouse = isOfHouse || deed.content.admits && named.isEmpty || named.contains(.house)
        let people = named.filter { $0 != .house }
        members.formUnion(people)
        guard !deed.content.makesKnown else { return }
        users.formUnion(people)
        for member in people { listings[member] = min(listings[member] ?? deed.act, deed.act) }
    }
}

extension RosterAct {
    fileprivate var key: (device: DeviceID, publicKey: [UInt8])? {
        switch self {
        case .found(let founding): (founding.device, founding.publicKey)
        case .admit(let admission): (admission.device, admission.publicKey)
        case .remove, .assign, .rename, .list, .rotate: nil
        }
    }

    /// The role that it gives.
    fileprivate var role: DeviceRole? {
        switch self {
        case .found: .admin
        case .admit(let admission): admission.role
        case .assign(_, let role): role
        case .remove, .rename, .list, .rotate: nil
        }
    }

    /// Whether it lets a device in; another role alone does not.
    var admits: Bool {
        switch self {
        case .found: true
        case .admit(let admission): admission.role != nil
        case .remove, .assign, .rename, .list, .rotate: false
        }
    }

    /// Whether it only makes a device known that is not let in.
    fileprivate var makesKnown: Bool {
        if case .admit(let admission) = self { admission.role == nil } else { false }
    }

    /// The name that it gives to a device.
    fileprivate var name: String? {
        switch self {
        case .found(let founding): founding.deviceName
        case .admit(let admission): admission.deviceName
        case .rename(_, let name): name
        case .remove, .assign, .list, .rotate: nil
        }
    }

    /// The members whom it lists for a device.
    var members: [MemberID] {
        switch self {
        case .admit(let admission): admission.members
        case .list(let members, _): members
        case .found, .remove, .assign, .rename, .rotate: []
        }
    }

    fileprivate var discoveryKey: DiscoveryKey? {
        if case .rotate(let key) = self { key } else { nil }
    }
}
