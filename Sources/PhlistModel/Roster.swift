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
        var admissions: [Dot]
    }

    /// Creates an empty roster.
    package init() {}

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

    /// Counts an admission iff its author was an admitted admin by the act's own causal past.
    mutating func admit(_ admission: Admission, by author: DeviceID, dot: Dot, knowing context: Context) {
        guard let admin = devices[author], admin.role == .admin else { return }
        guard admin.admissions.contains(where: context.covers) else { return }
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
        if device.admissions.allSatisfy({ dot < $0 }) {
            device.name = admission.deviceName
        }
        device.role = device.role == .member ? .member : admission.role
        device.members = OrderedSet(device.members + admission.members).sorted()
        device.admissions = (device.admissions + [dot]).sorted()
        devices[admission.device] = device
    }
}
