import PhlistControl
import PhlistHousehold
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

    @Test func `doctor says whether the page for phones is served, and what is in the way`() throws {
        func check(_ state: PageReport.State?) throws -> HealthCheck? {
            try Self.checks(page: state.map { PageReport($0, port: 7480) }).first { $0.name == "phones" }
        }
        let day: Int64 = 86_400_000
        func on(_ left: Int64?) -> PageReport.State {
            .on(address: "https://nas.local:7480/", expiresAt: left.map { Home.now.wall + $0 })
        }
        #expect(try check(nil) == nil)
        #expect(try check(.off)?.state == .ok)
        for left in [nil, 15 * day] {
            let finding = try check(on(left))
            #expect(finding?.state == .ok)
            #expect(finding?.finding.contains("served at https://nas.local:7480/; ") == true)
            #expect(finding?.finding.hasSuffix("ufw allow 7480/tcp") == true)
        }
        #expect(try check(on(13 * day))?.state == .warning)
        #expect(try check(on(13 * day))?.finding == "the certificate of the page is valid for 13 days more")
        #expect(try check(on(-day * 3))?.state == .problem)
        #expect(try check(on(-day * 3))?.finding == "the certificate of the page expired 3 days ago")
        let taken = ControlError(.unavailable, "port 7480 is taken", hint: "choose another one")
        #expect(
            try check(.failed(taken))
                == HealthCheck(.problem, "phones", "port 7480 is taken", remedy: "choose another one")
        )
        #expect(try check(.failed(ControlError(.configuration, "no key")))?.remedy.map { $0.isEmpty } == false)
    }

    @Test func `doctor and status name the log of an earlier phlist, with the way to its lists and out of the warning`()
        throws
    {
        let path = "/var/lib/phlist/phlist.log.v1"
        let check = try #require(try Self.checks(outdated: [path]).first { $0.name == "earlier store" })
        #expect(check.state == .warning && check.finding.contains(path))
        #expect(check.remedy?.contains("phlistctl import FILE") == true && check.remedy?.contains("rm \(path)") == true)
        #expect(try !Self.checks().contains { $0.name == "earlier store" })
        let home = try Home()
        let warnings = home.presenter().status(of: Home.owner, Self.report(home, outdated: [path])).warnings
        #expect(warnings == ["\(check.finding): \(check.remedy ?? "")"])
        #expect(home.presenter().status(of: Home.owner, Self.report(home)).warnings.isEmpty)
    }

    @Test func `doctor says nothing of admins to a device without company`() throws {
        #expect(try !Self.checks().contains { $0.name == "admins" })
    }

    @Test func `a configured name that the household does not know is told with the command that gives it`() throws {
        let presenter = try Home().presenter()
        #expect(presenter.remark(onConfiguredName: "laptop") == nil)
        let remark = presenter.remark(onConfiguredName: "desk")
        #expect(remark?.hasSuffix(#"to change that: phlistctl device rename laptop desk"#) == true)
    }

    @Test func `the log says whose changes it has`() throws {
        let log = try #require(try Self.checks().first { $0.name == "log" })
        #expect(log.finding.hasSuffix(" by laptop"))
    }

    private static func announcementCheck(
        of own: (name: String, interfaces: [String])?,
        discovery: StatusReply.Discovery.State
    ) throws -> HealthCheck? {
        try checks(announcement: own, discovery: discovery).first { $0.name == "announcement" }
    }

    private static func checks(
        announcement: (name: String, interfaces: [String])? = nil,
        discovery: StatusReply.Discovery.State = .running,
        outdated: [String] = [],
        page: PageReport? = nil
    ) throws -> [HealthCheck] {
        let home = try Home()
        let report = report(home, discovery: discovery, outdated: outdated)
        return Examination(home.presenter(), report, ReplicaReport(of: home.replica), for: Home.owner)
            .reply(files: HealthCheck(ok: "configuration", "ok"), announcement: announcement, page: page)
            .checks
    }

    private static func report(
        _ home: borrowing Home,
        discovery: StatusReply.Discovery.State = .running,
        outdated: [String] = []
    ) -> HostReport {
        HostReport(
            processID: 1,
            store: StoreReport(
                .ok,
                byteCount: 0,
                holes: [],
                outdated: outdated,
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
    }
}
