import Testing

@testable import PhlistControl

/// The times at which the roles act.
extension AccessHousehold {
    /// Those whose role nobody takes from them, all at once.
    func actTogether() async throws {
        let roles: [AccessRole] = [.owner, .participant, .invited, .other, .house, .otherLogin, .serviceUser]
        try actor(.owner).run(["backup", "kept.backup"]).check()
        try ann.shell("chmod 644 kept.backup").check()
        try await act(roles.filter(Self.roles.contains)) { try meetAll() }
    }

    /// Those whose role is taken from them while their device is off: before they have heard, and afterwards.
    ///
    /// Each acts while all other devices are off, so that nobody can tell them. Then it meets the owner first.
    func actApart() async throws {
        for home in [dora, tablet] { try home.daemon.stop() }
        try takeRoles()
        try await act([.formerUnaware], part: { try switchOff(for: dora) }, meet: { try comeBack(dora, "dora") })
        try dora.daemon.stop()
        try await act([.removedUnaware], part: { try switchOff(for: tablet) }, meet: { try returnRemoved() })
        try dora.daemon.start()
        try meet("dora")
        try await act([.formerAware, .removedAware]) { try meet("dora") }
    }

    /// Ends the part of the former participant in their lists, and removes the device.
    private func takeRoles() throws {
        lookAnew()
        for cell in AccessCell.all([.formerUnaware, .formerAware]) {
            guard let kind = cell.row.list, let list = lists[cell.list] else { continue }
            let request =
                kind.isEverybodys
                ? ChangeSharingRequest(list: list, isForEverybody: false)
                : ChangeSharingRequest(list: list, remove: ["dora"])
            try takeRole(by: request)
        }
        try actor(.owner).run(["device", "remove", devices["tablet"] ?? "", "--yes"]).check()
    }

    /// A list in the trash comes out of it meanwhile.
    private func takeRole(by request: ChangeSharingRequest) throws {
        let client = try client(ann)
        let isTrashed = try client.reply(to: ControlRequest(ListsQuery(list: request.list))).lists[0].isTrashed
        if isTrashed { try trash(request.list, false, client) }
        _ = try client.reply(to: ControlRequest(request))
        if isTrashed { try trash(request.list, true, client) }
    }

    private func trash(_ list: String, _ isTrashed: Bool, _ client: ControlClient) throws {
        var request = ChangeListsRequest(lists: [list])
        request.isTrashed = isTrashed
        _ = try client.reply(to: ControlRequest(request))
    }

    private func switchOff(for home: Home) throws {
        for other in [ann] + others { try other.daemon.stop() }
        try service?.stop()
        service = nil
        if !Self.isRoot { try shared.daemon.stop() }
        try home.daemon.start()
    }

    private func comeBack(_ home: Home, _ name: String) throws {
        try ann.daemon.start()
        try meet(name)
    }

    /// The removed device is told, and nothing that it has done is taken.
    private func returnRemoved() throws {
        try ann.daemon.start()
        try tablet.expect("removed by ann", from: "status")
    }
}
