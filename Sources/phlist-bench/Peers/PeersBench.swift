/// phlist next to programs that people know, in one run.
struct PeersBench {
    private static let turns = 5

    /// The directory of phlistd, phlistctl and phlist-load.
    let programs: String
    /// An empty directory.
    let scratch: String

    func run() throws -> [Row] {
        try CtlBench(programs: programs, scratch: scratch).run() + throughputRows()
    }

    /// Measures durable additions per second with 1 and 64 clients; phlistd and Redis alternate, so that both meet the
    /// same state of the machine.
    private func throughputRows() throws -> [Row] {
        let daemon = try DaemonLoad.started(in: "\(scratch)/daemon", programs: programs)
        defer { daemon.stop() }
        guard let redis = try RedisServer(in: "\(scratch)/redis") else { return [] }
        defer { redis.stop() }
        var (ours, theirs) = ([1: DaemonLoad.Measurement(), 64: .init()], [1: [Double](), 64: []])
        for turn in 0..<Self.turns {
            for clients in [1, 64] {
                let name = "c\(clients)-\(turn)-"
                try daemon.measure(clients: clients, name: name, into: &ours[clients, default: .init()])
                theirs[clients, default: []].append(try redis.pushesPerSecond(clients: clients))
            }
        }
        return [1, 64].map { clients in
            let pushes = theirs[clients, default: []].sorted()
            return Row(
                name: "adds per second, \(clients) client\(clients == 1 ? "" : "s") of phlistd",
                unit: "/s",
                measured: ours[clients]?.perSecond ?? .nan,
                floorName: "Redis, appendfsync always: pushes per second",
                floor: pushes.isEmpty ? .nan : pushes[pushes.count / 2]
            )
        }
    }
}
