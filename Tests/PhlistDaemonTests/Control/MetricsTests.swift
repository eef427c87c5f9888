import PhlistControl
import Testing

@testable import PhlistDaemon

/// The figures for monitoring, and whether the daemon is well.
@Suite struct MetricsTests {
    private static let status = StatusReply(
        version: "1.2.3",
        processID: 7,
        device: .init(id: "AAAA", name: "laptop"),
        household: .init(id: "h", name: "home", deviceCount: 2, members: ["ann"]),
        member: "ann",
        store: .init(directory: "/tmp", bytes: 4096, health: .degraded, reason: nil),
        discovery: .init(state: .off, detail: nil),
        port: 7454,
        listCount: 2,
        openItemCount: 3,
        peers: [
            PeerView(
                device: "BBBB",
                name: "ben\"s\\nas\n",
                state: .connected,
                address: nil,
                lastSeenAt: 5999,
                isInSync: nil,
                clockOffset: nil,
                reason: nil
            )
        ],
        warnings: ["one"]
    )

    @Test func `each figure has its kind, and names are escaped`() {
        let counts = [
            RequestCounts.Key(route: .status, status: 200): 4, RequestCounts.Key(route: nil, status: 404): 1,
        ]
        let lines = MetricsText(Self.status, counts).text.split(separator: "\n").filter { !$0.hasPrefix("# HELP") }
        #expect(
            lines == [
                "# TYPE phlist_build_info gauge", #"phlist_build_info{version="1.2.3"} 1"#,
                "# TYPE phlist_store_bytes gauge", "phlist_store_bytes 4096",
                "# TYPE phlist_store_health gauge", #"phlist_store_health{state="ok"} 0"#,
                #"phlist_store_health{state="degraded"} 1"#, #"phlist_store_health{state="full"} 0"#,
                #"phlist_store_health{state="read-only"} 0"#, #"phlist_store_health{state="failed"} 0"#,
                "# TYPE phlist_lists gauge", "phlist_lists 2",
                "# TYPE phlist_open_items gauge", "phlist_open_items 3",
                "# TYPE phlist_warnings gauge", "phlist_warnings 1",
                "# TYPE phlist_peer_connected gauge",
                #"phlist_peer_connected{device="BBBB",name="ben\"s\\nas\n"} 1"#,
                "# TYPE phlist_peer_in_sync gauge",
                "# TYPE phlist_peer_last_seen_timestamp_seconds gauge",
                #"phlist_peer_last_seen_timestamp_seconds{device="BBBB",name="ben\"s\\nas\n"} 5"#,
                "# TYPE phlist_requests_total counter",
                #"phlist_requests_total{route="GET /v1/status",status="200"} 4"#,
                #"phlist_requests_total{route="none",status="404"} 1"#,
            ]
        )
    }

    @Test func `requests are counted by route and status`() async throws {
        try await withControl { control in
            for path in ["/v1/health", "/v1/health", "/v1/nowhere/1", "/v1/nowhere/2", "/v1/status?x=1"] {
                _ = try await control.client().ask("GET", path)
            }
            let counts = control.service.requests.all
            #expect(counts[.init(route: .health, status: 200)] == 2)
            #expect(counts[.init(route: nil, status: 404)] == 2)
            #expect(counts[.init(route: .status, status: 400)] == 1)
            let reply = try await control.client().ask("GET", "/v1/metrics")
            #expect(reply.status == 200)
            #expect(reply.body.contains(#"phlist_requests_total{route="GET /v1/health",status="200"} 2"#))
        }
    }
}
