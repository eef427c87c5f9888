package import PhlistControl
package import PhlistHousehold
import PhlistModel

/// The status of the daemon.
extension Presenter {
    package func status(of caller: Principal, _ report: HostReport) -> StatusReply {
        let household = library.household
        let lists = library.lists(for: caller)
        return StatusReply(
            version: programVersion,
            processID: report.processID,
            device: StatusReply.Device(
                id: library.device.description,
                name: library.deviceName(library.device) ?? deviceName
            ),
            household: StatusReply.Household(
                id: library.householdID?.description ?? "",
                name: household?.name ?? "",
                deviceCount: household?.roster.devices.count ?? 0,
                members: (household?.members ?? []).compactMap { library.memberName($0) }
            ),
            member: library.member(of: caller).flatMap {
                $0 == .house ? Library.houseName : library.memberName($0)
            },
            store: view(of: report.store, for: caller),
            discovery: report.network.discovery,
            port: report.network.port,
            listCount: lists.count,
            openItemCount: lists.reduce(0) { $0 + $1.overview.counts.open },
            peers: report.peers.views,
            warnings: warnings(of: report.store) + twinWarnings(report.news) + notices(report.news)
                + listNotices(for: caller) + apartSummary(for: caller) + memberNotices(for: caller)
        )
    }

    /// Returns the name of the member that a caller acts as; nil for nobody and for the house.
    package func memberName(of caller: Principal) -> String? {
        library.member(of: caller).flatMap { library.memberName($0) }
    }

    /// Returns warnings that last for the rest of the run, because the other machine may just be off.
    private func twinWarnings(_ news: HouseholdNews) -> [String] {
        guard news.isCopied else { return [] }
        return [
            "another machine runs with the key of this device (a copied disk?): \(Self.remedyForCopy)"
        ]
    }

    /// The way for a copied disk to become a device of its own; its log opens with no other key.
    static let remedyForCopy =
        "nothing is lost; give the copy its own key: stop phlistd there, move its state directory away, start it, "
        + "and join again"
}
