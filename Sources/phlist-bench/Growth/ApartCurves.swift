import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistPresentation
import PhlistSync
import PhlistVocabulary

/// The time of the overview, by the number of items that two people changed without knowing of each other.
///
/// One person ticks each item of a list, while another one writes a note to it. A notice says so until one of them,
/// who has seen both, ticks the items again; then they go to the trash.
struct ApartCurves {
    private static let itemCounts = [100, 1_000, 10_000]
    private static let rounds = 11

    /// A directory for the devices.
    let scratch: String

    func rows() throws -> [Row] {
        try Self.itemCounts.flatMap { count in
            var crowd = try Crowd(of: 2, in: "\(scratch)/\(count)", items: count)
            var note = ItemChange()
            note.fields.note = "from the corner shop"
            try crowd.changeAll([0: note, 1: ItemChange(state: .done)])
            let told = try row("changed apart", in: crowd, count)
            try crowd.changeAll([0: ItemChange(state: .open)])
            try crowd.changeAll([0: ItemChange(state: .done)])
            let settled = try row("settled", in: crowd, count)
            try crowd.changeAll([0: ItemChange(isTrashed: true)])
            return [told, settled, try row("in the trash", in: crowd, count)]
        }.withFirstPointAsFloor
    }

    private func row(_ line: String, in crowd: Crowd, _ count: Int) throws -> Row {
        Row(
            name: "overview beside \(count) items \(line)",
            unit: "ms",
            measured: try timeOfOverview(on: crowd.devices[0]) / .milliseconds(1),
            floorName: "",
            floor: .nan,
            point: Row.Point(picture: "apart", line: line, x: count)
        )
    }

    private func timeOfOverview(on run: DeviceRun) throws -> Duration {
        let times = (0..<Self.rounds).map { _ in
            ContinuousClock().measure { Self.overview(of: run) }
        }
        return times.sorted()[Self.rounds / 2]
    }

    private static func overview(of run: DeviceRun) {
        let presenter = Presenter(
            run.replica.library,
            deviceName: "device",
            stateDirectory: "/",
            lastFailure: nil,
            time: 1_800_000_000_000,
            localDay: { _ in nil },
            whereabouts: { _ in .elsewhere([]) }
        )
        let disk = StoreReport.Disk(path: "/", freeBytes: nil, freeBytesMin: 0)
        let store = StoreReport(.ok, byteCount: 0, holes: [], damage: nil, fetched: [], surrender: nil, disk: disk)
        let news = HouseholdNews(of: run.replica)
        _ = presenter.overview(OverviewQuery(today: .first), for: run.principal, store, news)
    }
}
