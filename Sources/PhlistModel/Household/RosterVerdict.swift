import PhlistVocabulary

/// The result of acts with standing, by the rules 2 to 4 of a roster.
///
/// Acts are applied one by one. Only a removal that makes acts void causes all of them to be judged again, and each act
/// can be made void only once.
struct RosterVerdict: Sendable {
    /// The earliest act that removed each device.
    private(set) var outs: [DeviceID: Act] = [:]
    /// The number of acts of each device, including removals and void ones.
    private(set) var actCounts: [DeviceID: Int] = [:]
    /// The number of acts judged, or examined for their results.
    private(set) var stepCount = 0
    /// The removals of each device.
    private var removals: [DeviceID: [Deed<RosterAct>]] = [:]
    private var lastRemovals = LastPositions()
    private var records: [DeviceID: Record] = [:]
    private var rotations: [Deed<RosterAct>] = []
    /// The last acts that count, by author.
    private var lastCounting: [DeviceID: LastPositions] = [:]

    /// The facts about one device, whether it is in or not.
    fileprivate struct Record: Sendable {
        /// The key that an act with standing names.
        var key: [UInt8]?
        /// The acts that count and give it a role, the newest of them, and whether one admits it.
        var givers: [Deed<RosterAct>] = []
        var newestGivers: [Deed<RosterAct>] = []
        var isLetIn = false
        /// The acts that count and give it a name.
        var namers: [Deed<RosterAct>] = []
        var members: Set<MemberID> = []
        /// The earliest act that counts and names each member.
        var listings: [MemberID: Act] = [:]
        /// Whether an act left it to nobody.
        var isOfHouse = false
        /// The members named when it was admitted, or since.
        var users: Set<MemberID> = []
        /// The earliest act that counts and admits it.
        var admission: Act?
        /// The members who may write there, by all acts with standing.
        var writers = Roster.Writers()
    }

    /// Judges acts, each of which comes after those that its author knew.
    init(of deeds: [Deed<RosterAct>] = []) {
        for deed in deeds {
            if case .remove(let device) = deed.content {
                removals[device, default: []].append(deed)
            }
        }
        for removal in removals.values.joined() { note(removal) }
        for deed in deeds { judge(deed) }
    }

    /// Applies one more act.
    ///
    /// - Returns: Whether the results of the earlier acts are unchanged; otherwise all must be judged again.
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

    /// The devices with known keys.
    var devices: some Sequence<DeviceID> { records.lazy.filter { $0.value.key != nil }.map(\.key) }

    /// The role of a device that is in; nil for any other.
    func roleInside(of device: DeviceID) -> DeviceRole? {
        removals[device] == nil ? role(of: device) : nil
    }

    /// The role of a device by the counting acts that are heard, removed or not; nil if none admits it.
    func role(of device: DeviceID, where isHeard: (Deed<RosterAct>) -> Bool = { _ in true }) -> DeviceRole? {
        guard let record = records[device], record.isLetIn else { return nil }
        var newest = record.newestGivers
        // An author that knew the newest acts knew all others.
        if !newest.allSatisfy(isHeard) {
            let givers = record.givers.filter(isHeard)
            guard givers.contains(where: \.content.admits) else { return nil }
            newest = givers.newest()
        }
        let roles = newest.map(\.content.role)
        return roles.contains(.member) ? .member : .admin
    }

    /// The facts about a device; nil if no act names its key.
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

    /// The members who may use a device that is in; those from a household that this one continues do not count.
    func users(of device: DeviceID) -> [MemberID] {
        records[device]?.users.sorted() ?? []
    }

    // MARK: The household

    /// The secrets, the one in use first, and whether a removed device may know that one.
    ///
    /// Two admins that concurrently remove one device each tell the new secret to the device that the other one
    /// removed: then an admin that knows of both must replace it again.
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
    /// Applies a counting act about the device.
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
        // The admission of a device of a former household names the house instead.
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

    /// The role that the act gives.
    fileprivate var role: DeviceRole? {
        switch self {
        case .found: .admin
        case .admit(let admission): admission.role
        case .assign(_, let role): role
        case .remove, .rename, .list, .rotate: nil
        }
    }

    /// Whether the act admits a device; a new role alone does not.
    var admits: Bool {
        switch self {
        case .found: true
        case .admit(let admission): admission.role != nil
        case .remove, .assign, .rename, .list, .rotate: false
        }
    }

    /// Whether the act only makes a device known without admitting it.
    fileprivate var makesKnown: Bool {
        if case .admit(let admission) = self { admission.role == nil } else { false }
    }

    /// The name that the act gives to a device.
    fileprivate var name: String? {
        switch self {
        case .found(let founding): founding.deviceName
        case .admit(let admission): admission.deviceName
        case .rename(_, let name): name
        case .remove, .assign, .list, .rotate: nil
        }
    }

    /// The members whom the act lists for a device.
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
