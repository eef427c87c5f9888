import Logging
import PhlistControl
import PhlistHousehold
import PhlistPresentation
import PhlistSync

/// The calls about the health of the daemon.
struct DoctorCalls {
    let host: ReplicaHost
    /// Nil when the configuration turns discovery off.
    let discovery: DiscoveryDesk?
    /// Nil for a daemon without a configuration file, as in tests.
    let desk: ConfigurationDesk?
    let web: WebDesk

    func register(in table: inout ControlTable) {
        table.on(DoctorQuery.self, examine)
        table.on(GiveUpRequest.self, giveUp)
    }

    func examine(_ query: DoctorQuery, _ asker: Asker) async -> DoctorReply {
        let own = await discovery?.ownAnnouncement
        let page = web.state.report
        let files = configurationCheck(isOwner: asker.principal.isOwner)
        return await host.look { host in
            let counts = ReplicaReport(of: host.replica)
            return Examination(host.presenter, host.healthReport, counts, for: asker.principal)
                .reply(files: files, announcement: own.map { ($0.name, $0.interfaces) }, page: page)
        }
    }

    /// Checks the configuration; only the owner sees its problems.
    private func configurationCheck(isOwner: Bool) -> HealthCheck {
        guard let problems = desk?.problems, let first = problems.first else {
            return HealthCheck(ok: "configuration", "everything in it is known and readable")
        }
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        let words = isOwner ? "\(first)\(more)" : "something is wrong in it"
        let state: HealthCheck.State = problems.contains { $0.severity == .error } ? .problem : .warning
        return HealthCheck(state, "configuration", words, remedy: "mend the file; see all: phlistd --check")
    }

    func giveUp(_ call: GiveUpRequest, _ asker: Asker) async throws(ControlError) -> GiveUpReply {
        try asker.principal.checkIsOwner("may give up what is lost")
        let request = GiveUp(
            isForced: call.isForced ?? false,
            sharesLists: call.sharesLists ?? false,
            isDryRun: asker.options.isDryRun
        )
        guard case .gaveUp(let outcome) = try await host.run(.giveUp(request, asker.principal)) else {
            throw .unexpected
        }
        if !request.isDryRun {
            host.logger.notice("lost changes were given up", metadata: ["count": "\(outcome.lostCount)"])
        }
        return GiveUpReply(
            lost: await host.present { $0.missing(outcome.lost, for: asker.principal) },
            rewrittenCount: outcome.rewrittenCount,
            droppedCount: outcome.droppedCount,
            recoveredLists: outcome.recoveredLists,
            hiddenLists: outcome.hiddenLists,
            isNewHousehold: outcome.isNewHousehold
        )
    }
}
