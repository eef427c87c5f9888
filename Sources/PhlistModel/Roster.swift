/// Who is in a household: a function of the set of acts, in any order of arrival.
///
/// 1. An act has *standing* iff, by what its author knew alone, he might do it: nearly all take an admin who is in.
///    What has no standing is forgotten; whoever judges it later comes to the same.
/// 2. Every removal with standing counts, for ever.
/// 3. Any other act with standing counts iff every removal of its author knew of it, and the acts that count still make
///    him somebody who might do it.
/// 4. A device is in iff an admission of it counts, and no removal. There is no tie-break: two admins who remove each
///    other are both out. Of roles that were given without knowing of each other the lesser one holds.
package struct Roster: Sendable {
    /// The devices that are in.
    package private(set) var devices: [DeviceID: Device] = [:]
    /// All that were ever admitted by an act with standing, those that are out included: what they wrote in lists while
    /// somebody took them to be in has to reach everybody.
    package private(set) var authors: [DeviceID: Author] = [:]
    /// Who is out for ever, and the earliest act that put him out.
    package private(set) var removals: [DeviceID: Act] = [:]
    /// The secrets of announcements, the one in use first, and as many as a device that was away may still use.
    package private(set) var discoveryKeys: [DiscoveryKey] = []
    /// Whether somebody who is out may know the secret in use.
    package private(set) var isDiscoveryKeyStale = false
    /// What the household has in common with all that it continues; nil until its founding has come.
    package private(set) var lineage: ScopeID?
    /// The acts with standing, each behind those that its author knew.
    private(set) var deeds: [Deed<RosterAct>] = []
    /// The sum of a hash of each act with standing, and of what they come to.
    package private(set) var digest: UInt128 = 0
    private var deedsDigest: UInt128 = 0
    private var verdict = RosterVerdict()
    /// What the author of the acts that come in now knew.
    private var view: View?
    private var stale = Stale()
    /// How many acts were looked at in verdicts that others have replaced.
    private var formerStepCount = 0

    /// A device that is in.
    package struct Device: Hashable, Sendable {
        package var name: String
        package var role: DeviceRole
        /// Who may use it, in the order of their ids.
        package var members: [MemberID]
    }

    /// A device whose batches are taken, wherever they come from.
    package struct Author: Hashable, Sendable {
        package var publicKey: [UInt8]
        package var name: String
        /// Who might use it, in the order of their ids.
        package var members: [MemberID]
        /// Whether it was once for nobody, by an act that counts: what the house said there holds, whoever uses it now.
        var isOfHouse = false
        /// The first act that let it in; nil when none did that counts.
        package var admission: Act?
        /// The first act that counts and says that each of them may use it.
        package var listings: [MemberID: Act]
        var writers: Writers
    }

    /// Who may write on a device, as any act with standing has said, whether it counts or not.
    ///
    /// They only become more, whatever arrives: what one device stores, all others do that know the same acts.
    struct Writers: Hashable, Sendable {
        private(set) var members: Set<MemberID> = []
        private var wasLetIn = false

        mutating func take(_ act: RosterAct) {
            members.formUnion(act.members)
            wasLetIn = wasLetIn || act.admits
        }

        /// Whether somebody may have written there: of a device that was only made known nobody knows whose it was.
        func mayInclude(_ member: MemberID) -> Bool { !wasLetIn || members.contains(member) }
    }

    /// What the author of one batch knew before it.
    private struct View {
        /// The batch, and how many acts were here after its last one that was heard.
        var batch: Ledger.Place
        var deedCount: Int
        /// What those acts come to; nil where the author knew all that are here.
        var verdict: RosterVerdict?
    }

    /// What is to be brought up to date.
    private struct Stale {
        var devices: Set<DeviceID> = []
        var areKeys = false
        var isAll = false
        var isDigest = false
    }

    /// Creates an empty roster.
    package init() {}

    /// Creates the roster of some acts with standing.
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

    /// What makes all who wrote here known in another household without letting them in, in the order of their ids.
    ///
    /// - Parameter device: The one that goes there itself.
    /// - Returns: Admissions that let nobody in.
    package func formerAuthors(without device: DeviceID) -> [Admission] {
        authors.filter { $0.key != device }.sorted { $0.key < $1.key }.map { _, author in
            let members = (author.isOfHouse ? [MemberID.house] : []) + author.members
            return Admission(publicKey: author.publicKey, deviceName: author.name, role: nil, members: members)
        }
    }

    /// The devices that may let others in and out, in order; when there is none the household must be formed anew.
    package var admins: [DeviceID] {
        devices.filter { $0.value.role == .admin }.keys.sorted()
    }

    /// Whether a person may use a device, or might while it was in; the house those that are for nobody else.
    package func isListed(_ member: MemberID, on device: DeviceID) -> Bool {
        guard member != .house else { return authors[device]?.members.isEmpty ?? false }
        return authors[device]?.members.contains(member) ?? false
    }

    /// Whether what somebody says on a device lets more people see a list: a person's words where that person is
    /// listed, the house's where nobody was.
    ///
    /// Without a founding nothing is known of anybody, and names have to do: then no list goes anywhere.
    package func lets(_ member: MemberID, speakOn device: DeviceID) -> Bool {
        guard lineage != nil else { return true }
        guard member != .house else { return authors[device]?.isOfHouse ?? false }
        return authors[device]?.members.contains(member) ?? false
    }

    /// Whether somebody may say no on a device: whoever was ever named for it, whether that counts or not.
    func lets(_ member: MemberID, answerOn device: DeviceID) -> Bool {
        lets(member, speakOn: device) || isNamed(member, on: device)
    }

    /// Whether any act with standing has named a person for a device.
    package func isNamed(_ member: MemberID, on device: DeviceID) -> Bool {
        authors[device]?.writers.members.contains(member) ?? false
    }

    /// Whether a device may write a batch: in the name of somebody whom it is for, or as any device may for the house.
    package func mayWrite(_ header: BatchHeader, on device: DeviceID) -> Bool {
        authors[device].map { header.actor == .house || $0.writers.mayInclude(header.by) } ?? false
    }

    // MARK: Taking acts

    /// Whether a device may act once more, as far as the number of its acts goes.
    ///
    /// Each act is judged by all that its author knew, so their number is limited; removals have a reserve that other
    /// acts cannot use up. An act above the limit is forgotten by everybody alike: it counts the acts in its own past.
    ///
    /// - Parameters:
    ///   - change: What it does.
    ///   - device: The device.
    ///   - others: The number of acts that it does besides.
    /// - Returns: Whether others would count the act.
    package func hasRoom(for change: RosterAct, by device: DeviceID, besides others: Int = 0) -> Bool {
        Self.hasRoom(for: change, after: verdict.actCounts[device, default: 0] + others)
    }

    /// The part of the acts that a device has used up, from 0 to 1.
    package func usage(of device: DeviceID) -> Double {
        Double(verdict.actCounts[device, default: 0]) / Double(Limits.rosterActsOfDeviceMax)
    }

    private static func hasRoom(for change: RosterAct, after count: Int) -> Bool {
        count < (change.kind == .remove ? 2 : 1) * Limits.rosterActsOfDeviceMax
    }

    /// Takes in an act behind all that its author knew; forgets it when it has no standing.
    ///
    /// - Parameters:
    ///   - change: What it does.
    ///   - dot: Its identity.
    ///   - act: Whose it is.
    ///   - position: Where it stands, and what its author knew.
    package mutating func take(_ change: RosterAct, _ dot: Dot, _ act: Act, at position: CausalPosition) {
        hear(change, dot, act, at: position)
        settle()
    }

    /// The same for one of several acts; `settle` brings what they come to up to date.
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

    /// Finds out what the author of a batch knew; all acts of the batch know that, and each other.
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
        // A founder who was made a member shall not found again.
        if case .found = deed.content { return past.actCounts.isEmpty }
        let author = deed.act.device
        guard Self.hasRoom(for: deed.content, after: past.actCounts[author, default: 0]) else { return false }
        let role = past.roleInside(of: author)
        return deed.content.isAllowed(to: author, as: role)
    }

    /// Only a removal makes acts void that stand before it; any other act changes what it is about, and nothing else.
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

    /// Brings what the acts come to up to date, once for all that were heard.
    mutating func settle() {
        guard stale.isDigest else { return }
        if stale.isAll { (authors, devices) = ([:], [:]) }
        for device in stale.isAll ? Set(verdict.devices) : stale.devices { update(device) }
        if stale.areKeys { (discoveryKeys, isDiscoveryKeyStale) = verdict.discoveryKeys() }
        removals = verdict.outs
        stale = Stale()
        digest = deeds.isEmpty ? 0 : deedsDigest &+ verdictDigest
    }

    /// How many acts were looked at since the roster was made.
    var stepCount: Int { formerStepCount + verdict.stepCount }

    private mutating func update(_ device: DeviceID) {
        authors[device] = verdict.author(device)
        devices[device] = verdict.roleInside(of: device).flatMap { role in
            authors[device].map { Device(name: $0.name, role: role, members: verdict.users(of: device)) }
        }
    }

    /// The hash of what the acts come to: it does not depend on their order, or one of us has a bug.
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
