import PhlistControl

/// The figures of the daemon, in the text format of Prometheus (version 0.0.4).
struct MetricsText {
    private(set) var text = ""

    private typealias Labels = KeyValuePairs<String, String>

    init(_ status: StatusReply, _ requests: [RequestCounts.Key: Int]) {
        add("build_info", .gauge, "The version of phlistd.", [(["version": status.version], 1)])
        addStore(status.store)
        add("lists", .gauge, "Lists that the caller sees.", [([:], status.listCount)])
        add("open_items", .gauge, "Open items in them.", [([:], status.openItemCount)])
        add("warnings", .gauge, "Warnings of phlistctl status.", [([:], status.warnings.count)])
        addPeers(status.peers)
        addRequests(requests)
    }

    private mutating func addStore(_ store: StatusReply.Store) {
        add("store_bytes", .gauge, "Size of the log.", [([:], Int(store.bytes))])
        let states = StatusReply.Store.Health.allCases.map { health -> (Labels, Int) in
            (["state": health.rawValue], health == store.health ? 1 : 0)
        }
        add("store_health", .gauge, "1 for the health of the store.", states)
    }

    private mutating func addPeers(_ peers: [PeerView]) {
        func samples(_ value: (PeerView) -> Int?) -> [(Labels, Int)] {
            peers.compactMap { peer in
                value(peer).map { (["device": peer.device, "name": peer.name], $0) }
            }
        }
        add("peer_connected", .gauge, "1 for a connected device.", samples { $0.state == .connected ? 1 : 0 })
        add("peer_in_sync", .gauge, "1 for a device with the same state.", samples { $0.isInSync.map { $0 ? 1 : 0 } })
        add(
            "peer_last_seen_timestamp_seconds",
            .gauge,
            "Time of the last frame of a device.",
            samples { $0.lastSeenAt.map { Int($0 / 1000) } }
        )
    }

    private mutating func addRequests(_ counts: [RequestCounts.Key: Int]) {
        let samples = counts.map { key, count -> (name: String, labels: Labels, count: Int) in
            let route = key.route?.rawValue ?? "none"
            return ("\(route) \(key.status)", ["route": route, "status": "\(key.status)"], count)
        }
        add(
            "requests_total",
            .counter,
            "Requests of the control API.",
            samples.sorted { $0.name < $1.name }.map { ($0.labels, $0.count) }
        )
    }

    private enum Kind: String {
        case gauge
        case counter
    }

    private mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [(Labels, Int)]) {
        text += "# HELP phlist_\(name) \(help)\n# TYPE phlist_\(name) \(kind.rawValue)\n"
        for (labels, value) in samples {
            let list = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
            text += "phlist_\(name)\(list.isEmpty ? "" : "{\(list)}") \(value)\n"
        }
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
