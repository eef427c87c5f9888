import Glibc
import PhlistControl
import PhlistVocabulary

/// A daemon with a list to show and a list to add to, and the requests that are measured.
///
/// Requests go over the control socket, each on a connection of its own, as from phlistctl; replies to queries are
/// received and not decoded.
struct CurveHousehold {
    private static let rounds = 31
    private static let itemsPerList = 20
    private static let itemsPerRequest = 1_000

    let daemon: DaemonLoad
    private let client: ControlClient

    /// Starts a daemon in a new directory.
    init(programs: String, directory: String) throws {
        daemon = try DaemonLoad.started(in: directory, programs: programs)
        client = try daemon.client
        try makeList("Shown")
        var fields = ItemPatch()
        fields.due = .on(Self.today)
        var call = AddItemsRequest(list: "Load", titles: ["due today"])
        call.fields = fields
        _ = try client.reply(to: try ControlRequest(call, Self.options("due today")))
    }

    private static let today = CivilDate(year: 2027, month: 3, day: 4) ?? .first

    /// Makes a list of 20 items.
    func makeList(_ title: String) throws {
        _ = try client.reply(to: try ControlRequest(NewListRequest(title: title), Self.options(title)))
        try fill(title, from: 0, to: Self.itemsPerList)
    }

    /// Adds items to a list that has `start` of them.
    func fill(_ list: String, from start: Int, to count: Int) throws {
        for first in stride(from: start, to: count, by: Self.itemsPerRequest) {
            let numbers = first..<min(first + Self.itemsPerRequest, count)
            try add(numbers.map { "item with number \($0)" }, to: list)
        }
    }

    /// Measures what a person asks for most; with a list, additions go to that one.
    func requestTimes(in list: String = "Load") throws -> [(line: String, time: Duration)] {
        let nonce = UInt64.random(in: 0...(.max))
        return [
            ("ls of 20", try time { _ in try receive(ItemsQuery(list: "Shown")) }),
            ("add", try time { try add(["thing \(nonce) \($0)"], to: list) }),
            ("due", try time { _ in try receive(Self.dueQuery) }),
            ("overview", try time { _ in try receive(OverviewQuery(today: Self.today)) }),
            ("phlistctl ls", try time { _ in _ = try TimedProcess.run(daemon.ctl(["ls", "Shown"])) }),
        ]
    }

    func timeToShowAll(_ list: String) throws -> Duration {
        try time(rounds: 3) { _ in try receive(ItemsQuery(list: list)) }
    }

    func removeSnapshot() {
        unlink(daemon.snapshotPath)
    }

    private static var dueQuery: ItemsQuery {
        var query = ItemsQuery()
        (query.sort, query.flat) = (ItemSort.due.rawValue, true)
        (query.due, query.today) = (DueWord.soon.rawValue, "\(today)")
        return query
    }

    private func add(_ titles: [String], to list: String) throws {
        let call = AddItemsRequest(list: list, titles: titles)
        _ = try client.reply(to: try ControlRequest(call, Self.options("\(list) \(titles[0])")))
    }

    /// Options with a text that no other request has as their key, which has no spaces.
    private static func options(_ text: String) -> CallOptions {
        CallOptions(key: String(text.map { $0 == " " ? "-" : $0 }))
    }

    private func receive(_ call: some ControlCall) throws {
        try client.receive(try ControlRequest(Unread(call: call))) { _ in }
    }

    /// Returns the median of several times.
    private func time(rounds: Int = rounds, _ body: (Int) throws -> Void) throws -> Duration {
        let times = try (0..<rounds).map { round in try ContinuousClock().measure { try body(round) } }
        return times.sorted()[rounds / 2]
    }
}

/// A call whose reply is left as bytes.
private struct Unread<Call: ControlCall>: ControlCall {
    static var route: ControlRoute { Call.route }
    typealias Reply = ByteReply

    var call: Call

    init(call: Call) {
        self.call = call
    }

    init(from decoder: any Decoder) throws {
        call = try Call(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        try call.encode(to: encoder)
    }
}
