import PhlistControl

/// The status of the daemon as text and as fields.
enum StatusText {
    static func page(_ status: StatusReply, _ clock: Clock, _ style: Style) -> Page {
        let peers = Table.lines(PeerText.cells(status.peers, clock, style), indent: "  ")
        let warnings = status.warnings.map { warning -> TerminalText in "\(style.warning("warning:")) \(warning)" }
        return Page(
            words: Table.lines(fields(status, clock, style)) + (peers.isEmpty ? [] : ["peers"] + peers) + warnings,
            rows: rows(status),
            ids: [status.device.id]
        )
    }

    private static func fields(_ status: StatusReply, _ clock: Clock, _ style: Style) -> [[TerminalText]] {
        [
            ["phlistd", "\(status.version), process \(status.processID), port \(status.port)"],
            ["device", "\(style.heading("\(status.device.name)"))  \(style.faint("\(status.device.id)"))"],
            ["household", household(status)],
            ["you", status.member.map { "\($0)" } ?? "nobody yet; to say who you are: phlistctl member me NAME"],
            ["lists", "\(status.listCount), with \(TerminalText.count(status.openItemCount, "open item"))"],
        ] + store(status.store, clock, style) + [["discovery", discovery(status.discovery, style)]]
    }

    private static func household(_ status: StatusReply) -> TerminalText {
        let household = status.household
        let members = household.members.joined(separator: ", ")
        let devices = TerminalText.count(household.deviceCount, "device")
        return members.isEmpty ? "\(household.name): \(devices)" : "\(household.name): \(devices), \(members)"
    }

    /// Returns the health, then a line for each remark.
    private static func store(_ store: StatusReply.Store, _ clock: Clock, _ style: Style) -> [[TerminalText]] {
        let health: TerminalText = "\(store.health.rawValue)"
        let state = store.health == .ok ? health : style.warning(health)
        let reason: String = store.reason ?? ""
        let words = reason.split(separator: "; ").map { style.warning("\(String($0))") }
        let fetched = store.fetched.map { fetched -> TerminalText in
            "\(TerminalText.count(fetched.batchCount, "change")) came back from \(fetched.device)"
        }
        let given = store.givenUp.map { given -> [TerminalText] in
            ["\(TerminalText.count(Int(clamping: given.changeCount), "lost change")) given up \(clock.age(given.at))"]
        }
        return [["store", "\(state), \(store.directory), \(ByteCount.text(store.bytes))"]]
            + (words + fetched + (given ?? [])).map { ["", $0] }
    }

    private static func discovery(_ discovery: StatusReply.Discovery, _ style: Style) -> TerminalText {
        let text: TerminalText =
            discovery.detail.map { "\(discovery.state.rawValue): \($0)" }
            ?? "\(discovery.state.rawValue)"
        return discovery.state == .unavailable ? style.warning(text) : text
    }

    private static func rows(_ status: StatusReply) -> [[String]] {
        [
            ["version", status.version],
            ["process", String(status.processID)],
            ["port", String(status.port)],
            ["device", status.device.id, status.device.name],
            ["household", status.household.id, status.household.name, String(status.household.deviceCount)],
            ["member", status.member ?? ""],
            ["lists", String(status.listCount)],
            ["open", String(status.openItemCount)],
            ["store", status.store.health.rawValue, String(status.store.bytes), status.store.directory]
                + (status.store.reason.map { [$0] } ?? []),
            ["discovery", status.discovery.state.rawValue],
        ] + status.warnings.map { ["warning", $0] }
    }
}
