package import PhlistVocabulary

/// The devices of a household: a function of the set of acts, in any order of arrival.
///
/// 1. An act has *standing* iff its author had the right to it by what the author alone knew: nearly all need an admin
///    that is in. Without it an act is forgotten; any later judgement has the same result.
/// 2. Every removal with standing counts, permanently.
/// 3. Any other act with standing counts iff every removal of its author knew of it, and the acts that count still give
///    its author the right to it.
/// 4. A device is in iff an admission of it counts, and no removal. There is no tie-break: two admins that remove each
///    other are both out. Of roles assigned concurrently the lesser one holds.
package struct Roster: Sendable {
    /// The devices that are in.
    package private(set) var devices: [DeviceID: Device] = [:]
    /// Every device that an act with standing admitted or made known, including removed ones: what they wrote in lists
    /// while somebody took them to be in must reach everybody.
    package private(set) var authors: [DeviceID: Author] = [:]
    /// The devices that are permanently removed, with the earliest act that removed each.
    package private(set) var removals: [DeviceID: Act] = [:]
    /// The secrets of announcements: the one in use, then former ones that a device that was away may still use.
    package private(set) var discoveryKeys: [DiscoveryKey] = []
    /// Whether a removed device may know the secret in use.
    package private(set) var isDiscoveryKeyStale = false
    /// The id shared with all households that this one continues; nil until its founding has arrived.
    package private(set) var lineage: ScopeID?
    /// The acts with standing, each after those that its author knew.
    private(set) var deeds: [Deed<RosterAct>] = []
    /// The sum of a hash of each act with standing, and of the results of the acts.
    package private(set) var digest: UInt128 = 0
    private var deedsDigest: UInt128 = 0
    private var verdict = RosterVerdict()
    /// The knowledge of the author whose acts are being applied.
    private var view: View?
    private var stale = Stale()
    /// The number of acts examined in verdicts that have been replaced.
    private var formerStepCount = 0

    /// A device that is in.
    package struct Device: Hashable, Sendable {
        package var name: String
        package var role: DeviceRole
        /// The members who may use it, in the order of their ids.
        package var members: [MemberID]
    }

    /// A device whose batches are accepted, from any sender.
    package struct Author: Hashable, Sendable {
        package var publicKey: [UInt8]
        package var name: String
        /// The members whom acts that count ever listed for it, in the order of their ids.
        package var members: [MemberID]
        /// Whether an act that counts once left it to nobody: what the house said there still holds.
        var isOfHouse = false
        /// The first act that counts and admits it; nil if there is none.
        package var admission: Act?
        /// The first act that counts and lists each member for it.
        package var listings: [MemberID: Act]
        var writers: Writers
    }

    /// The members who may write on a device by any act with standing, whether it counts or not.
    ///
    /// The set only grows: devices that know the same acts store the same batches.
    struct Writers: Hashable, Sendable {
        private(set) var members: Set<MemberID> = []
        private var wasLetIn = false

        mutating func take(_ act: RosterAct) {
            members.formUnion(act.members)
            wasLetIn = wasLetIn || act.admits
        }

        /// Whether a member may have written there: for a device that was only made known, nobody knows its members.
        func mayInclude(_ member: MemberID) -> Bool { !wasLetIn || members.contains(member) }
    }

    /// The knowledge of a batch's author before that batch.
    private struct View {
        /// The batch, and the number of acts here after the last of it that was heard.
        var batch: Ledger.Place
        var deedCount: Int
        /// The verdict on those acts; nil if the author knew all acts here.
        var verdict: RosterVerdict?
    }

    /// The results to update.
    private struct Stale {
        var devices: Set<DeviceID> = []
        var areKeys = false
        var isAll = false
        var isDigest = false
    }

    package init() {}

    /// Creates a roster from acts with standing.
    init(_ deeds: [Deed<RosterAct>]) {
        self.init()
        self.deeds = deeds
        lineage = deeds.lazy.compactMap(\.content.lineage).first
        deedsDigest = deeds.reduce(0) { $0 &+ Self.digest(of: $1) }
        judgeAll()
        settle()
    }

    private static func digest(of deed: Deed<RosterAct>) -> UInt128 {
        deed.digest { Op.roster($0).encode(into: &$1) }
    }

    // MARK: Reading

    /// The devices that are in, in the order of their ids.
    package var sorted: [(id: DeviceID, device: Device)] {
        devices.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package func contains(_ device: DeviceID) -> Bool {
        devices[device] != nil
    }

    /// Returns admissions that make the authors here known in another household, in the order of their ids.
    ///
    /// - Parameter device: The device to leave out, which goes there itself.
    /// - Returns: Admissions without a role, which admit nobody.
    package func formerAuthors(without device: DeviceID) -> [Admission] {
        authors.filter { $0.key != device }.sorted { $0.key < $1.key }.map { _, author in
            let members = (author.isOfHouse ? [MemberID.house] : []) + author.members
            return Admission(publicKey: author.publicKey, deviceName: author.name, role: nil, members: members)
        }
    }

    /// The devices that may admit and remove others, in order; if there are none, the household must be founded anew.
    package var admins: [DeviceID] {
        devices.filter { $0.value.role == .admin }.keys.sorted()
    }

    /// Whether a member may use a device, or could while it was in; the house is listed on those without other members.
    package func isListed(_ member: MemberID, on device: DeviceID) -> Bool {
        guard member != .house else { return authors[device]?.members.isEmpty ?? false }
        return authors[device]?.members.contains(member) ?? false
    }

    /// Whether the words of a member on a device may let more people see a list: if the member was listed there; for
    /// the house, if the device was once for nobody.
    ///
    /// Without a founding no member is known, and the name must suffice: then no list is sent anywhere.
    package func lets(_ member: MemberID, speakOn device: DeviceID) -> Bool {
        guard lineage != nil else { return true }
        guard member != .house else { return authors[device]?.isOfHouse ?? false }
        return authors[device]?.members.contains(member) ?? false
    }

    /// Whether a member may answer no on a device: also if an act that does not count named them for it.
    func lets(_ member: MemberID, answerOn device: DeviceID) -> Bool {
        lets(member, speakOn: device) || isNamed(member, on: device)
    }

    /// Whether any act with standing has named a member for a device.
    package func isNamed(_ member: MemberID, on device: DeviceID) -> Bool {
        authors[device]?.writers.members.contains(member) ?? false
    }

    /// Whether a device may write a batch: in the name of a member it is for, or, like any device, for the house.
    package func mayWrite(_ header: BatchHeader, on device: DeviceID) -> Bool {
        authors[device].map { header.actor == .house || $0.writers.mayInclude(header.by) } ?? false
    }

    // MARK: Applying acts

    /// Whether the number of a device's acts allows one more.
    ///
    /// Each act is judged by all that its author knew, so their number is limited; removals have a reserve that other
    /// acts cannot use up. Every device forgets the same acts above the limit: it counts those in the act's own past.
    ///
    /// - Parameters:
    ///   - change: The act.
    ///   - device: The device.
    ///   - others: The number of acts that it makes in addition.
    /// - Returns: Whether others would count the act.
    package func hasRoom(for change: RosterAct, by device: DeviceID, besides others: Int = 0) -> Bool {
        Self.hasRoom(for: change, after: verdict.actCounts[device, default: 0] + others)
    }

    /// The part of a device's acts that is used up, from 0 to 1.
    package func usage(of device: DeviceID) -> Double {
        Double(verdict.actCounts[device, default: 0]) / Double(Limits.rosterActsOfDeviceMax)
    }

    private static func hasRoom(for change: RosterAct, after count: Int) -> Bool {
        count < (change.kind == .remove ? 2 : 1) * Limits.rosterActsOfDeviceMax
    }

    /// Applies an act after all that its author knew; forgets it if it has no standing.
    ///
    /// - Parameters:
    ///   - change: The act.
    ///   - dot: Its identity.
    ///   - act: Its author, device and time.
    ///   - position: Its position, and what its author knew.
    package mutating func take(_ change: RosterAct, _ dot: Dot, _ act: Act, at position: CausalPosition) {
        hear(change, dot, act, at: position)
        settle()
    }

    /// Applies one of several acts; the results are up to date after `settle`.
    mutating func hear(_ change: RosterAct, _ dot: Dot, _ act: Act, at position: CausalPosition) {
        let deed = Deed(change, dot, act, at: position)
        look(from: deed)
        guard hasStanding(deed) else { return }
        deeds.append(deed)
        lineage = lineage ?? deed.content.lineage
        deedsDigest &+= Self.digest(of: deed)
        view?.deedCount = deeds.count
        if view?.verdict?.take(deed) == false { view = nil }
        judge(deed)
    }

    /// Computes what the author of a batch knew; all acts of the batch know that, and each other.
    private mutating func look(from deed: Deed<RosterAct>) {
        let batch = Ledger.Place(chain: deed.position.chain, number: deed.position.number)
        guard view?.batch != batch || view?.deedCount != deeds.count else { return }
        let past = deeds.filter { deed.knows($0) }
        let isUpToDate = past.count == deeds.count
        view = View(
            batch: batch,
            deedCount: deeds.count,
            verdict: isUpToDate ? nil : RosterVerdict(of: past)
        )
        formerStepCount += deeds.count
    }

    private func hasStanding(_ deed: Deed<RosterAct>) -> Bool {
        let past = view?.verdict ?? verdict
        // A founder who was made a member must not found again.
        if case .found = deed.content { return past.actCounts.isEmpty }
        let author = deed.act.device
        guard Self.hasRoom(for: deed.content, after: past.actCounts[author, default: 0]) else { return false }
        let role = past.roleInside(of: author)
        return deed.content.isAllowed(to: author, as: role)
    }

    /// Only a removal makes earlier acts void; any other act changes only its own subject.
    private mutating func judge(_ deed: Deed<RosterAct>) {
        stale.isDigest = true
        guard verdict.take(deed) else { return judgeAll() }
        if let device = deed.content.device { stale.devices.insert(device) }
        switch deed.content {
        case .rotate, .remove: stale.areKeys = true
        case .found, .admit, .assign, .rename, .list: break
        }
    }

    private mutating func judgeAll() {
        formerStepCount = stepCount
        verdict = RosterVerdict(of: deeds)
        (stale.isAll, stale.areKeys, stale.isDigest) = (true, true, true)
    }

    /// Updates the results of the acts, once for all that were heard.
    mutating func settle() {
        guard stale.isDigest else { return }
        if stale.isAll { (authors, devices) = ([:], [:]) }
        for device in stale.isAll ? Set(verdict.devices) : stale.devices { update(device) }
        if stale.areKeys { (discoveryKeys, isDiscoveryKeyStale) = verdict.discoveryKeys() }
        removals = verdict.outs
        stale = Stale()
        digest = deeds.isEmpty ? 0 : deedsDigest &+ verdictDigest
    }

    /// The number of acts examined since the roster was made.
    var stepCount: Int { formerStepCount + verdict.stepCount }

    private mutating func update(_ device: DeviceID) {
        authors[device] = verdict.author(device)
        devices[device] = verdict.roleInside(of: device).flatMap { role in
            authors[device].map { Device(name: $0.name, role: role, members: verdict.users(of: device)) }
        }
    }

    /// The hash of the results, which must not depend on the order of the acts, or there is a bug.
    private var verdictDigest: UInt128 {
        var (writer, mixer) = (ByteWriter(), DigestMixer())
        for (id, author) in authors.sorted(by: { $0.key < $1.key }) {
            writer.write(id)
            writer.write(devices[id].map { $0.role.rawValue + 1 } ?? 0)
            writer.write(removals[id] == nil ? 0 : 1)
            writer.write(text: author.name)
            writer.write(author.members)
        }
        for key in discoveryKeys { writer.write(raw: key.bytes) }
        writer.write(isDiscoveryKeyStale ? 1 : 0)
        mixer.add(writer.bytes)
        return mixer.sum
    }
}
