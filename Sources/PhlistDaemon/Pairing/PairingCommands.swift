import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistSync
import PhlistTransport
import PhlistVocabulary

/// The household for pairing: who may come in, and the changes when somebody does.
struct PairingCommands {
    let host: ReplicaHost

    /// Throws an error unless this device may admit others.
    func checkMayPair() async throws(ControlError) {
        try await host.present { presenter throws(ControlError) in
            guard presenter.library.removal == nil else { throw presenter.explain(.household(.deviceRemoved)) }
            let role = presenter.library.household?.roster.devices[presenter.library.device]?.role
            guard role == .admin else { throw presenter.explain(.device(.notAdmin)) }
        }
    }

    /// Returns the people that a new device is for.
    func use(for name: String) async throws(ControlError) -> DeviceUse {
        try await host.look { host throws(ControlError) in
            try host.presenter.explaining { () throws(CommandError) in try host.replica.library.deviceUse(for: name) }
        }
    }

    /// Returns the names of the members whom somebody here has chosen for a new device; nil if nobody has.
    func names(of use: DeviceUse?) async -> [String]? {
        guard case .people(let members) = use else { return nil }
        return await host.look { host in members.map { host.presenter.name(of: $0) } }
    }

    /// Returns the members as whom a new device wants to join although nobody here has said so.
    func peopleClaimed(by device: NewDevice) async -> [(id: MemberID, name: String)] {
        await host.look { host in
            host.replica.library.peopleClaimed(by: device).map { ($0, host.presenter.name(of: $0)) }
        }
    }

    /// Returns the names under which a new device wants to join and those its code is for, if they differ.
    func mismatch(of device: NewDevice, with use: DeviceUse) async -> (wished: [String], members: [String])? {
        guard case .people(let members) = use else { return nil }
        return await host.look { host in
            let wished = host.replica.library.names(of: device, apartFrom: members)
            return wished.isEmpty ? nil : (wished, members.map { host.presenter.name(of: $0) })
        }
    }

    /// Admits a device, durably.
    func admit(_ device: NewDevice, as role: DeviceRole, for use: DeviceUse) async throws(ControlError) -> Welcome {
        guard case .admitted(var welcome) = try await host.run(.admitDevice(device, as: role, for: use)) else {
            throw .unexpected
        }
        welcome.port = await host.port
        return welcome
    }

    /// Returns this device's request to join a household.
    func newDevice(for name: String?) async throws(ControlError) -> NewDevice {
        try await host.look { host throws(ControlError) in
            try host.presenter.explaining { () throws(CommandError) in try host.replica.newDevice(for: name) }
        }
    }

    /// Joins a household, durably, and dials the device that admitted this one at once.
    func join(
        _ welcome: Welcome,
        with device: NewDevice,
        at address: NetworkAddress,
        shareLists: Bool
    ) async throws(ControlError) -> Joining {
        let endpoint = Endpoint(address.description)
        let command = Command.joinHousehold(welcome, with: device, shareLists: shareLists, at: endpoint)
        guard case .joined(let joining) = try await host.run(command) else { throw .unexpected }
        host.report(.event(.endpointConfigured(endpoint)))
        return joining
    }
}
