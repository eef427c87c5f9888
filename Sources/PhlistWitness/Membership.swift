package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID

/// Who is in a household, by a set of testimonies.
///
/// The rules are those of the design, each written down as directly as it is stated there:
/// 1. a testimony *stands* if its author might make it by what it knew alone; the caller leaves out all others;
/// 2. a removal that stands counts permanently;
/// 3. any other testimony counts if every removal of its author knew it, and if those that count and that it knew gave
///    its author the right to make it;
/// 4. a device is in if an admission of it counts and no removal stands. Of roles given apart the lesser one holds.
package struct Membership: Sendable {
    /// The devices that are in, with their roles.
    package let roles: [DeviceID: Statement.Role]
    /// The devices that were removed.
    package let removed: Set<DeviceID>
    /// The people named for each device by a testimony that counts, also for devices that are out or only known.
    private var named: [DeviceID: Set<MemberID>] = [:]
    /// The devices that were for nobody by a testimony that counts: what the house said there holds.
    private var ofHouse: Set<DeviceID> = []
    /// The people named where a device was let in, or since.
    private var users: [DeviceID: Set<MemberID>] = [:]
    /// The people whom anybody named for each device who might do so when it was said.
    private var everNamed: [DeviceID: Set<MemberID>] = [:]

    /// Judges testimonies that stand, each of which comes after those that its author knew.
    init(of testimonies: [Testimony]) {
        let removals = testimonies.filter { $0.statement.isRemoval }
        var counting: [Testimony] = []
        for testimony in testimonies where !testimony.statement.isRemoval {
            let isInTime = removals.allSatisfy { $0.statement != .removes(testimony.device) || $0.knows(testimony) }
            let role = Self.role(of: testimony.device, by: counting.filter(testimony.knows))
            guard testimony.statement.isFounding || isInTime && testimony.isAllowed(as: role) else { continue }
            counting.append(testimony)
        }
        removed = Set(removals.compactMap(\.statement.removedDevice))
        let candidates = Set(counting.compactMap { $0.roleGiven?.device }).subtracting(removed)
        roles = Dictionary(
            uniqueKeysWithValues: candidates.compactMap { device in
                Self.role(of: device, by: counting).map { (device, $0) }
            }
        )
        for testimony in counting { note(testimony) }
        for case (let device?, let people) in testimonies.map(\.statement.naming) {
            everNamed[device, default: []].formUnion(people)
        }
    }

    private mutating func note(_ testimony: Testimony) {
        switch testimony.statement {
        case .founds: ofHouse.insert(testimony.device)
        case .admits(let device, let role, let people):
            if people.isEmpty || people.contains(.house) { ofHouse.insert(device) }
            named[device, default: []].formUnion(people)
            if role != nil { users[device, default: []].formUnion(people) }
        case .lists(let people, let device):
            named[device, default: []].formUnion(people)
            users[device, default: []].formUnion(people)
        default: break
        }
    }

    /// The role that some testimonies give a device; nil when none of them lets it in.
    private static func role(of device: DeviceID, by counting: [Testimony]) -> Statement.Role? {
        let given = counting.filter { $0.roleGiven?.device == device }
        guard given.contains(where: { $0.roleGiven?.isAdmission ?? false }) else { return nil }
        return given.newest.contains { $0.roleGiven?.role == .member } ? .member : .admin
    }

    package func contains(_ device: DeviceID) -> Bool { roles[device] != nil }

    /// The people whom a device that is in is for; nobody for a device of the house.
    package func people(of device: DeviceID) -> Set<MemberID> {
        contains(device) ? (users[device] ?? []).subtracting([.house]) : []
    }

    /// The people for whom a device was taken at some time, also by a word that does not count any longer.
    func everNamed(for device: DeviceID) -> Set<MemberID> { everNamed[device] ?? [] }

    /// Whether a device is, or was, for a person, or, for the house, for nobody.
    func isFor(_ person: MemberID, _ device: DeviceID) -> Bool {
        person == .house ? ofHouse.contains(device) : named[device]?.contains(person) ?? false
    }

    /// Whether the author of a testimony may make it, by what that author knew.
    ///
    /// - Parameters:
    ///   - testimony: What is said.
    ///   - past: Who was in by all that its author knew.
    ///   - isFirst: Whether its author knew nothing.
    /// - Returns: Whether it stands.
    static func stands(_ testimony: Testimony, in past: Membership, isFirst: Bool) -> Bool {
        guard !testimony.statement.isFounding else { return isFirst }
        return testimony.isAllowed(as: past.roles[testimony.device])
    }
}

extension Testimony {
    /// Admins may say anything but found again; a member device may leave, and change its own name.
    fileprivate func isAllowed(as role: Statement.Role?) -> Bool {
        switch (role, statement) {
        case (nil, _), (_, .founds): false
        case (.admin, _): true
        case (.member, .removes(let device)), (.member, .renames(let device)): device == self.device
        case (.member, _): false
        }
    }

    /// The role that it gives to a device.
    fileprivate var roleGiven: (device: DeviceID, role: Statement.Role, isAdmission: Bool)? {
        switch statement {
        case .founds: (device, .admin, true)
        case .admits(let device, let role?, _): (device, role, true)
        case .assigns(let device, let role): (device, role, false)
        default: nil
        }
    }
}

extension Statement {
    fileprivate var isFounding: Bool {
        if case .founds = self { true } else { false }
    }

    fileprivate var isRemoval: Bool { removedDevice != nil }

    /// The device for which it names people.
    fileprivate var naming: (device: DeviceID?, people: [MemberID]) {
        switch self {
        case .admits(let device, _, let people), .lists(let people, let device): (device, people)
        default: (nil, [])
        }
    }

    fileprivate var removedDevice: DeviceID? {
        if case .removes(let device) = self { device } else { nil }
    }
}
