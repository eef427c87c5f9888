import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistSync

/// The calls about devices.
struct DeviceCalls {
    let host: ReplicaHost

    func register(in table: inout ControlTable) {
        table.on(DevicesQuery.self, devices)
        table.on(ChangeDeviceRequest.self, change)
        table.on(RemoveDeviceRequest.self, remove)
    }

    func devices(_ query: DevicesQuery, _ asker: Asker) async -> DevicesReply {
        let reply = await host.look { DevicesReply(devices: $0.presenter.devices($0.news)) }
        if asker.principal.isOwner, reply.devices.contains(where: \.isNew) {
            _ = try? await host.run(.noteDevicesSeen)
        }
        return reply
    }

    func change(_ request: ChangeDeviceRequest, _ asker: Asker) async throws(ControlError) -> DeviceReply {
        try asker.checkManagesDevices()
        let device = try await device(named: request.device)
        let name = device.description
        let command: DeviceCommand
        switch (request.name, request.role, request.addMembers) {
        case (let title?, _, _): command = .rename(name, to: title)
        case (_, let role?, _): command = .assign(name, role)
        case (_, _, let members): command = .share(name, with: members ?? [])
        }
        let isChanged = try await host.perform(.devices(command), asker) { $1.isChanged }
        guard asker.options.isDryRun else {
            var reply = DeviceReply(device: await view(of: device), isChanged: isChanged)
            if request.role != nil { reply.onlyAdmin = await host.present(\.onlyAdmin) }
            return reply
        }
        let preview = try await host.look { host throws(ControlError) in
            try host.presenter.preview(of: device, request, host.news)
        }
        return DeviceReply(device: preview, isChanged: isChanged)
    }

    func remove(_ request: RemoveDeviceRequest, _ asker: Asker) async throws(ControlError) -> DeviceReply {
        try asker.checkManagesDevices()
        let device = try await device(named: request.device)
        let (view, members) = await host.look { host in
            (host.presenter.view(of: device, host.news), host.presenter.membersWithoutOther(device))
        }
        let isChanged = try await host.perform(.devices(.remove(device.description)), asker) { $1.isChanged }
        var reply = DeviceReply(device: view, isChanged: isChanged)
        reply.membersWithoutDevice = members.isEmpty ? nil : members
        guard !asker.options.isDryRun else { return reply }
        reply.isNamesake = await host.present { $0.isFound(device, called: view.name) } ? nil : true
        reply.onlyAdmin = await host.present(\.onlyAdmin)
        return reply
    }

    private func device(named name: String) async throws(ControlError) -> DeviceID {
        try await host.present { presenter throws(ControlError) in
            try presenter.explaining { () throws(CommandError) in try presenter.library.device(named: name) }
        }
    }

    private func view(of device: DeviceID) async -> DeviceView {
        await host.look { $0.presenter.view(of: device, $0.news) }
    }
}

extension Asker {
    /// Refuses a caller who may not change the household's devices.
    func checkManagesDevices() throws(ControlError) {
        try principal.checkIsOwner("manages the household's devices")
    }
}
