import PhlistControl
import PhlistPresentation
import PhlistSync
import Testing

/// The checks of `doctor`.
struct DoctorTests {
    @Test(arguments: [
        (["eth0", "wlan0"], "laptop-x is seen on eth0, wlan0"), ([], "laptop-x is not seen on the network"),
    ])
    func `doctor says on which networks this device is seen, and warns when on none`(
        interfaces: [String],
        finding: String
    ) throws {
        let check = try Self.announcementCheck(of: ("laptop-x", interfaces), discovery: .running)
        #expect(check?.finding == finding)
        #expect(check?.state == (interfaces.isEmpty ? .warning : .ok))
        #expect((check?.remedy != nil) == interfaces.isEmpty)
    }

    @Test func `without avahi, or before anything is announced, doctor says nothing of that`() throws {
        #expect(try Self.announcementCheck(of: ("laptop-x", []), discovery: .unavailable) == nil)
        #expect(try Self.announcementCheck(of: nil, discovery: .running) == nil)
    }

    private static func announcementCheck(
        of own: (name: String, interfaces: [String])?,
        discovery: StatusReply.Discovery.State
    ) throws -> HealthCheck? {
        let home = try Home()
        let report = HostReport(
            processID: 1,
            store: StoreReport(
                .ok,
                byteCount: 0,
                holes: [],
                damage: nil,
                fetched: [],
                surrender: nil,
                disk: .init(path: "/", freeBytes: 1 << 30, freeBytesMin: 1)
            ),
            network: NetworkReport(
                port: 7455,
                wantedPort: 7455,
                pairingPort: 7456,
                addresses: ["192.168.1.2"],
                missingPlaces: [],
                callers: [],
                discovery: .init(state: discovery, detail: nil)
            ),
            peers: Peers([], failures: [:]),
            news: HouseholdNews(of: home.replica),
            alarms: []
        )
        let counts = ReplicaReport(of: home.replica)
        let examination = Examination(home.presenter(), report, counts, for: Home.owner)
        return examination.reply(files: HealthCheck(ok: "configuration", "ok"), announcement: own)
            .checks.first { $0.name == "announcement" }
    }
}
