import PhlistControl
import PhlistVocabulary

extension ListView {
    static let shopping = ListView.fixture("kqzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", "Shopping", open: 2, done: 1)
    static let garden = ListView.fixture("lzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", "Garden", open: 0, done: 0, owner: "anna")
    /// A title that would clear the screen and turn the direction of text around.
    static let evil = ListView.fixture(
        "mzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx",
        "\u{1B}[2JE\u{202E}vil\n\tlist",
        open: 1,
        done: 0
    )

    private static func fixture(_ id: String, _ title: String, open: Int, done: Int, owner: String? = nil) -> ListView {
        ListView(
            id: id,
            title: title,
            openCount: open,
            doneCount: done,
            visibility: owner == nil ? .household : .participants,
            owner: owner,
            createdAt: .now - 90_000_000,
            updatedAt: .now - 60_000
        )
    }
}

extension ItemView {
    static let milk = ItemView.fixture("kqmtlnxkqzmtlnxk", "oat milk")
    static let bread = ItemView.fixture("lzzmtlnxkqzmtlnx", "bread", short: "lzz")
    static let weed = ItemView.fixture("mtlnxkqzmtlnxkqz", "weed", in: .garden)
    static let evil = ItemView.fixture("nxkqzmtlnxkqzmtl", "\u{1B}]0;gone\u{7}\u{9B}31m\u{2066}a\tb\r\nc", in: .evil)

    private static func fixture(
        _ id: String,
        _ title: String,
        short: String? = nil,
        in list: ListView = .shopping
    ) -> ItemView {
        var facts = Facts(
            id: id,
            shortID: short ?? String(id.prefix(2)),
            listID: list.id,
            listTitle: list.title,
            createdAt: .now - 90_000_000,
            updatedAt: .now - 60_000
        )
        facts.createdBy = "anna"
        return ItemView(ItemRecord(title: title), facts)
    }

    /// The same item in another state.
    func with(state: WorkState = .open, title: String? = nil, isTrashed: Bool = false) -> ItemView {
        var item = self
        item.state = state
        item.title = title ?? item.title
        item.isTrashed = isTrashed
        return item
    }

    /// The same item, renamed on two devices at once.
    var inConflict: ItemView {
        var item = self
        let values = [
            ConflictView.Value(value: record.title, by: "anna", at: .now),
            ConflictView.Value(value: "soy \u{1B}milk", by: nil, at: .now - 3_600_000),
        ]
        item.conflicts = [ConflictView(field: "title", values: values)]
        return item
    }
}

extension PeerView {
    static let nas = PeerView(
        device: "ABCD-EFGH-IJKL-MNOP",
        name: "nas",
        state: .connected,
        address: "192.168.1.10:7454",
        lastSeenAt: .now - 2_000,
        isInSync: true,
        clockOffset: 12,
        reason: nil
    )
    static let tablet = PeerView(
        device: "QRST-UVWX-YZ23-4567",
        name: "kitchen tablet",
        state: .disconnected,
        address: nil,
        lastSeenAt: .now - 200_000_000,
        isInSync: nil,
        clockOffset: -240_000,
        reason: "no route to host"
    )
    static let pi = PeerView(
        device: "2345-ABCD-EFGH-IJKL",
        name: "pi",
        state: .connected,
        address: "[fe80::1%eth0]:7454",
        lastSeenAt: .now - 500,
        isInSync: false,
        clockOffset: nil,
        reason: nil
    )
}

extension StatusReply {
    static let healthy = StatusReply(
        version: "0.1.0",
        processID: 4711,
        device: Device(id: "WXYZ-ABCD-EFGH-IJKL", name: "laptop"),
        household: Household(id: "kkllmmnnooppqqrr", name: "Rue Monge", deviceCount: 3, members: ["anna", "ben"]),
        member: "anna",
        store: Store(directory: "/home/anna/.local/share/phlist", bytes: 1_234_567, health: .ok, reason: nil),
        discovery: Discovery(state: .running, detail: nil),
        port: 7454,
        listCount: 2,
        openItemCount: 1,
        peers: [.nas, .tablet],
        warnings: []
    )
    static let damaged = {
        var status = healthy
        status.store = Store(
            directory: "/s",
            bytes: 312,
            health: .degraded,
            reason: "the log has lost change 5 of nas in Groceries; other devices give it back: phlistctl sync",
            damage: Store.Damage(
                holes: ["bytes 4096 to 8192, records 17 to 20"],
                missing: [Store.Missing(list: "Groceries", device: "nas", first: 5, last: 5)],
                waitingCount: 3,
                unconfirmed: ["Groceries"]
            ),
            fetched: [Store.Fetched(device: "tablet", batchCount: 12)]
        )
        return status
    }()
    static let fresh = StatusReply(
        version: "0.1.0",
        processID: 4711,
        device: Device(id: "WXYZ-ABCD-EFGH-IJKL", name: "laptop"),
        household: Household(id: "kkllmmnnooppqqrr", name: "laptop", deviceCount: 1, members: []),
        member: nil,
        store: Store(directory: "/s", bytes: 312, health: .full, reason: "no space left; free some"),
        discovery: Discovery(state: .unavailable, detail: "avahi not running; peers by address still work"),
        port: 7455,
        listCount: 0,
        openItemCount: 0,
        peers: [],
        warnings: ["the disk is nearly full; free some space"]
    )
}
