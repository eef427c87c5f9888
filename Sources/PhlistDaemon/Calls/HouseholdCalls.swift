import PhlistControl
import PhlistHousehold
import PhlistPresentation
import PhlistSync

/// The calls about the household as a whole.
struct HouseholdCalls {
    let host: ReplicaHost
    /// The time that other devices have to learn that this one leaves.
    private static let farewellTime = Duration.seconds(5)

    func register(in table: inout ControlTable) {
        table.on(HouseholdQuery.self) { _, _ in await household() }
        table.on(RenameHouseholdRequest.self, rename)
        table.on(LeaveHouseholdRequest.self, leave)
        table.on(ReformHouseholdRequest.self, reform)
    }

    private func household() async -> HouseholdReply {
        await host.look { $0.presenter.household($0.news) }
    }

    func rename(_ request: RenameHouseholdRequest, _ asker: Asker) async throws(ControlError) -> HouseholdReply {
        try asker.checkManagesDevices()
        try await host.perform(.household(.rename(request.name)), asker) { _, _ in }
        return await household()
    }

    func leave(_ request: LeaveHouseholdRequest, _ asker: Asker) async throws(ControlError) -> LeaveHouseholdReply {
        try asker.checkManagesDevices()
        let formerName = await household().name
        let (others, connected) = await host.look { ($0.presenter.devicesToTell($0.news), $0.connectedNames) }
        try await host.perform(.household(.leave), asker) { _, _ in }
        guard !asker.options.isDryRun else {
            let count = await listCount(asker)
            return LeaveHouseholdReply(formerName: formerName, name: "", listCount: count, told: [], notTold: others)
        }
        // Peers disconnect when they have learned that this device leaves.
        await host.waitForPeers(before: .now + Self.farewellTime) { $0.connectedNames.isEmpty }
        let left = await host.connectedNames
        _ = try await host.run(.goOnAlone)
        return LeaveHouseholdReply(
            formerName: formerName,
            name: await household().name,
            listCount: await listCount(asker),
            told: others.filter { connected.contains($0) && !left.contains($0) },
            notTold: others.filter { !connected.contains($0) || left.contains($0) }
        )
    }

    private func listCount(_ asker: Asker) async -> Int {
        await host.present { $0.library.lists(for: asker.principal).count }
    }

    func reform(_ request: ReformHouseholdRequest, _ asker: Asker) async throws(ControlError) -> HouseholdReply {
        try asker.checkManagesDevices()
        let isForced = request.isForced ?? false
        if asker.options.isDryRun {
            try await host.look { host throws(ControlError) in
                try host.presenter.explaining { () throws(CommandError) in
                    try host.replica.checkMayReform(isForced: isForced)
                }
            }
        } else {
            _ = try await host.run(.reformHousehold(isForced: isForced))
        }
        return await household()
    }
}
