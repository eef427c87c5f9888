import OrderedCollections

/// The devices of a household: a function of the acts that admitted them, in any order of arrival.
package struct Roster: Sendable {
    /// By device id, so that no order of hashing is ever seen.
    package private(set) var devices: [DeviceID: Device] = [:]

    /// A device that is in.
    package struct Device: Hashable, Sendable {
        package var publicKey: [UInt8]
        package var name: String
        package var role: DeviceRole
        package var members: [MemberID]
        /// The acts that let it in, in order.
        var admissions: [Standing]

        /// The role that the acts of a context give it; nil when none of them does.
        fileprivate func role(knowing context: Context) -> DeviceRole? {
            DeviceRole(lesserOf: admissions.filter { context.covers($0.dot) }.map(\.role))
        }
    }

    /// An act that let a device in, and the role that it gave.
    struct Standing: Hashable, Sendable {
        var dot: Dot
        var role: DeviceRole
    }

    /// Creates an empty roster.
    package init() {}

    /// Creates a roster of devices that another one had.
    init(_ devices: [DeviceID: Device]) {
        self.devices = devices
    }

    /// The devices in the order of their ids.
    package var sorted: [(id: DeviceID, device: Device)] {
        devices.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    package func contains(_ device: DeviceID) -> Bool {
        devices[device] != nil
    }

    mutating func found(_ founding: Founding, dot: Dot) {
        insert(
            Admission(publicKey: founding.publicKey, deviceName: founding.deviceName, role: .admin, members: []),
            dot
        )
    }

    /// Counts an admission iff its author was an admitted admin by the act's own causal past: what else has arrived by
    /// now would make the order of arrival count.
    mutating func admit(_ admission: Admission, by author: DeviceID, dot: Dot, knowing context: Context) {
        guard devices[author]?.role(knowing: context) == .admin else { return }
        insert(admission, dot)
    }

    /// Several admissions of one device add up: all its members, and the lesser role.
    private mutating func insert(_ admission: Admission, _ dot: Dot) {
        var device =
            devices[admission.device]
            ?? Device(
                publicKey: admission.publicKey,
                name: admission.deviceName,
                role: admission.role,
                members: [],
                admissions: []
            )
        if device.admissions.allSatisfy({ dot < $0.dot }) {
            device.name = admission.deviceName
        }
        device.members = OrderedSet(device.members + admission.members).sorted()
        device.admissions = (device.admissions + [Standing(dot: dot, role: admission.role)]).sorted { $0.dot < $1.dot }
        device.role = DeviceRole(lesserOf: device.admissions.map(\.role)) ?? admission.role
        devices[admission.device] = device
    }
}

extension DeviceRole {
    /// The role of a device that several acts let in; nil for none.
    fileprivate init?(lesserOf roles: [DeviceRole]) {
        guard !roles.isEmpty else { return nil }
        self = roles.contains(.member) ? .member : .admin
    }
}
