package import struct PhlistModel.DeviceID
package import struct PhlistModel.MemberID

/// The membership of a household, derived from a set of testimonies.
///
/// The rules are those of the design, each written down as directly as it is stated there:
/// 1. a testimony *stands* if its author was allowed to make it by what the author knew alone; the caller leaves out
///    all others;
/// 2. a removal that stands counts permanently;
/// 3. any other testimony counts if every removal of its author knew it, and if the counting ones that it knew gave its
///    author the right to make it;
/// 4. a device is in if an admission of it counts and no removal stands. Of concurrent roles the lesser one wins.
package struct Membership: Sendable {
    /// The devices that are in, with their roles.
    package let roles: [DeviceID: Statement.Role]
    /// The devices that were removed.
    package let removed: Set<DeviceID>
    /// The people named for each device by a testimony that counts, also for devices that are out or only known.
    private var named: [DeviceID: Set<MemberID>] = [:]
    /// The devices that were for nobody by a testimony that counts: statements of the house there are valid.
    private var ofHouse: Set<DeviceID> = []
    /// The people named at a device's admission or since.
    private var users: [DeviceID: Set<MemberID>] = [:]
    /// The people named for each device by any testimony that stands.
    private var everNamed: [DeviceID: Set<MemberID>] = [:]

    /// Judges standing testimonies, each after those that its author knew.
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

    /// Returns the role that some testimonies give a device; nil when none of them admits it.
    private static func role(of device: DeviceID, by counting: [Testimony]) -> Statement.Role? {
        let given = counting.filter { $0.roleGiven?.device == device }
        guard given.contains(where: { $0.roleGiven?.isAdmission ?? false }) else { return nil }
        return given.newest.contains { $0.roleGiven?.role == .member } ? .member : .admin
    }

    package func contains(_ device: DeviceID) -> Bool { roles[device] != nil }

    /// Returns the people of a device that is in; empty for a device of the house.
    package func people(of device: DeviceID) -> Set<MemberID> {
        contains(device) ? (users[device] ?? []).subtracting([.house]) : []
    }

    /// Returns the people ever named for a device, also by a statement that no longer counts.
    func everNamed(for device: DeviceID) -> Set<MemberID> { everNamed[device] ?? [] }

    /// Returns whether a device is or was for a person; for the house, whether it is or was for nobody.
    func isFor(_ person: MemberID, _ device: DeviceID) -> Bool {
        person == .house ? ofHouse.contains(device) : named[device]?.contains(person) ?? false
    }

    /// Returns whether a testimony stands: whether its author was allowed to make it, by what the author knew.
    ///
    /// - Parameters:
    ///   - testimony: The testimony.
    ///   - past: The membership by all that its author knew.
    ///   - isFirst: Whether its author knew nothing.
    /// - Returns: Whether it stands.
    static func stands(_ testimony: Testimony, in past: Membership, isFirst: Bool) -> Bool {
        guard !testimony.statement.isFounding else { return isFirst }
        return testimony.isAllowed(as: past.roles[testimony.device])
    }
}

extension Testimony {
    /// Admins may state anything except another founding; a member device may leave, and change its own name.
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

    /// The device that it names people for, with the people.
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
