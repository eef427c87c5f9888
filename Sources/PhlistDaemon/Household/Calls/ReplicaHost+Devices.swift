import PhlistControl
import PhlistModel
import PhlistSync

/// The calls about devices, and about the household as a whole.
extension DaemonService {
    func registerDevices(in table: inout ControlTable) {
        table.on(DevicesQuery.self) { await host.devices($1) }
        table.on(ChangeDeviceRequest.self) { call, asker throws(ControlError) in
            try await host.changeDevice(call, asker)
        }
        table.on(RemoveDeviceRequest.self) { call, asker throws(ControlError) in
            try await host.removeDevice(call, asker)
        }
        table.on(HouseholdQuery.self) { _, _ in await host.householdReply() }
        table.on(RenameHouseholdRequest.self) { call, asker throws(ControlError) in
            try await host.renameHousehold(call, asker)
        }
        table.on(LeaveHouseholdRequest.self) { _, asker throws(ControlError) in try await host.leave(asker) }
        table.on(ReformHouseholdRequest.self) { call, asker throws(ControlError) in
            try await host.reform(call, asker)
        }
    }
}

extension ReplicaHost {
    /// The time that other devices have to learn that this one leaves.
    private static let farewellTime = Duration.seconds(5)

    // MARK: Devices

    func devices(_ asker: Asker) async -> DevicesReply {
        let reply = DevicesReply(devices: deviceViews())
        if asker.principal.isOwner, reply.devices.contains(where: \.isNew) {
            _ = try? await run(.noteDevicesSeen)
        }
        return reply
    }

    func changeDevice(_ request: ChangeDeviceRequest, _ asker: Asker) async throws(ControlError) -> DeviceReply {
        try checkManages(asker)
        let device = try device(named: request.device)
        let name = device.description
        let command: DeviceCommand
        switch (request.name, request.role, request.addMembers) {
        case (let title?, _, _): command = .rename(name, to: title)
        case (_, let role?, _): command = .assign(name, DeviceRole(role))
        case (_, _, let members): command = .share(name, with: members ?? [])
        }
        let done = try await perform(.devices(command), asker)
        var view = view(of: device)
        if asker.options.isDryRun { try preview(request, in: &view) }
        return DeviceReply(device: view, isChanged: !done.outcome.changed.isEmpty)
    }

    /// Shows a device as a change would leave it.
    private func preview(_ request: ChangeDeviceRequest, in view: inout DeviceView) throws(ControlError) {
        view.name = request.name ?? view.name
        view.role = request.role ?? view.role
        for name in request.addMembers ?? [] {
            let member = try explaining { () throws(CommandError) in try replica.library.member(named: name) }
            guard let name = replica.library.memberName(member), !view.members.contains(name) else { continue }
            view.members.append(name)
        }
    }

    func removeDevice(_ request: RemoveDeviceRequest, _ asker: Asker) async throws(ControlError) -> DeviceReply {
        try checkManages(asker)
        let device = try device(named: request.device)
        let view = view(of: device)
        let done = try await perform(.devices(.remove(device.description)), asker)
        return DeviceReply(device: view, isChanged: !done.outcome.changed.isEmpty)
    }

    private func device(named name: String) throws(ControlError) -> DeviceID {
        try explaining { () throws(CommandError) in try replica.library.device(named: name) }
    }

    // MARK: The household

    func householdReply() -> HouseholdReply {
        HouseholdReply(
            id: replica.library.householdID?.description ?? "",
            name: replica.library.household?.name ?? "",
            devices: deviceViews(),
            members: (replica.library.household?.members ?? []).compactMap { replica.library.memberName($0) },
            isOut: replica.isOut,
            removedBy: replica.library.removal.map(remover(in:)),
            removedAt: replica.library.removal?.at,
            notices: householdNotices()
        )
    }

    func renameHousehold(_ request: RenameHouseholdRequest, _ asker: Asker) async throws(ControlError) -> HouseholdReply
    {
        try checkManages(asker)
        _ = try await perform(.household(.rename(request.name)), asker)
        return householdReply()
    }

    func leave(_ asker: Asker) async throws(ControlError) -> LeaveHouseholdReply {
        try checkManages(asker)
        let formerName = replica.library.household?.name ?? ""
        // A device that says that this one is out knows it already, and the household spreads a removal by itself.
        let aware = replica.removalClaims.map(\.description)
        let isRemoved = replica.library.removal != nil
        let others = deviceViews().filter { !$0.isThis && !isRemoved && !aware.contains($0.id) }.map(\.name)
        let connected = Set(peerViews().filter { $0.state == .connected }.map(\.name))
        _ = try await perform(.household(.leave), asker)
        guard !asker.options.isDryRun else {
            let count = replica.library.lists(for: asker.principal).count
            return LeaveHouseholdReply(formerName: formerName, name: "", listCount: count, told: [], notTold: others)
        }
        await untilPeersAreGone()
        let left = Set(peerViews().filter { $0.state == .connected }.map(\.name))
        _ = try await run(.goOnAlone)
        return LeaveHouseholdReply(
            formerName: formerName,
            name: replica.library.household?.name ?? "",
            listCount: replica.library.lists(for: asker.principal).count,
            told: others.filter { connected.contains($0) && !left.contains($0) },
            notTold: others.filter { !connected.contains($0) || left.contains($0) }
        )
    }

    /// Waits for the peers to disconnect, which they do when they have learned that this device leaves.
    private func untilPeersAreGone() async {
        let deadline = ContinuousClock.now + Self.farewellTime
        while peerViews().contains(where: { $0.state == .connected }), ContinuousClock.now < deadline,
            !Task.isCancelled
        {
            await nextPeerChange(before: deadline)
        }
    }

    func reform(_ request: ReformHouseholdRequest, _ asker: Asker) async throws(ControlError) -> HouseholdReply {
        try checkManages(asker)
        let isForced = request.isForced ?? false
        guard asker.options.isDryRun else {
            _ = try await run(.reformHousehold(isForced: isForced))
            return householdReply()
        }
        try explaining { () throws(CommandError) in try replica.checkMayReform(isForced: isForced) }
        return householdReply()
    }

    private func checkManages(_ asker: Asker) throws(ControlError) {
        try asker.principal.checkIsOwner("manages the household's devices")
    }

    // MARK: Views

    private func deviceViews() -> [DeviceView] {
        let devices = replica.library.household?.roster.sorted.map(\.id) ?? []
        return devices.map { view(of: $0) }.sorted { (fold($0.name), $0.id) < (fold($1.name), $1.id) }
    }

    private func view(of device: DeviceID) -> DeviceView {
        let roster = replica.library.household?.roster
        let author = roster?.authors[device]
        let newPeople = replica.unseenPeople(of: device)
        return DeviceView(
            id: device.description,
            name: author?.name ?? "",
            role: roster?.devices[device]?.role == .admin ? .admin : .member,
            members: peopleNames(author?.members ?? []),
            isThis: device == replica.device,
            isNew: replica.isUnseen(device) || !newPeople.isEmpty,
            newFor: newPeople.isEmpty ? nil : newPeople.compactMap { replica.library.memberName($0.member) },
            addedAt: author?.admission.map { $0.stamp.milliseconds },
            addedBy: author?.admission.flatMap { $0.device == device ? nil : replica.library.deviceName($0.device) }
        )
    }

    /// Returns the names of a device's people, without those who were removed as long as anybody else uses it.
    private func peopleNames(_ people: [MemberID]) -> [String] {
        let present = people.filter { !(replica.library.household?.member($0)?.isRemoved ?? false) }
        return (present.isEmpty ? people : present).compactMap { replica.library.assigneeName($0) }
    }

    /// Returns notices for the people of the household, one sentence each, with advice.
    func householdNotices() -> [String] {
        let others = replica.library.household?.roster.sorted.map(\.id) ?? []
        let newcomers = others.flatMap { device -> [String] in
            let name = replica.library.deviceName(device) ?? ""
            let advice =
                ": see phlistctl device ls; a stranger goes out with phlistctl device remove \"\(name)\""
            let news = personNotices(of: device, called: name)
            guard news.isEmpty, replica.isUnseen(device) else { return news.map { $0 + advice } }
            let host = replica.library.household?.roster.authors[device]?.admission.flatMap {
                replica.library.deviceName($0.device)
            }
            return ["\(name) has joined, let in by \(host ?? "another device")\(advice)"]
        }
        return exitNotices() + newcomers + adminNotices()
    }

    /// Returns unseen admissions of a device for people of this one, in words: "ann admitted tablet as you".
    private func personNotices(of device: DeviceID, called name: String) -> [String] {
        let roster = replica.library.household?.roster
        let isOnePersons = roster?.devices[replica.device]?.members.count == 1
        return replica.unseenPeople(of: device).map { person, act in
            let you = isOnePersons ? "you" : self.name(of: person)
            let host = replica.library.deviceName(act.device) ?? "another device"
            let isAdmission = roster?.authors[device]?.admission == act
            return isAdmission ? "\(host) admitted \(name) as \(you)" : "\(host) lets \(you) use \(name)"
        }
    }

    private func exitNotices() -> [String] {
        let keeps = "phlistctl household leave keeps the lists in a household of its own"
        guard replica.isOut else { return [] }
        if let removalNotice { return [removalNotice] }
        let claims = replica.removalClaims.map { replica.library.deviceName($0) ?? "\($0)" }.sorted()
        guard !claims.isEmpty else { return ["this device is out of the household: \(keeps)"] }
        let names = claims.joined(separator: ", ")
        return ["\(names) \(claims.count == 1 ? "says" : "say") that this device is out of the household: \(keeps)"]
    }

    private func adminNotices() -> [String] {
        guard let roster = replica.library.household?.roster, roster.devices.count > 1 else { return [] }
        switch roster.admins.count {
        case 0: return ["no device can add or remove devices: phlistctl household reform founds the household anew"]
        case 1:
            let name = replica.library.deviceName(roster.admins[0]) ?? ""
            return [
                "only \(name) lets devices in and out; should it be lost, nobody does: "
                    + "make another one an admin with phlistctl device role DEVICE admin"
            ]
        default: return []
        }
    }
}

extension DeviceRole {
    fileprivate init(_ role: DeviceView.Role) {
        switch role {
        case .admin: self = .admin
        case .member: self = .member
        }
    }
}
