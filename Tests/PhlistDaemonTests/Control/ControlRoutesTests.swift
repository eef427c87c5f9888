import FoundationEssentials
import Glibc
import PhlistControl
import PhlistDaemon
import PhlistVocabulary
import Testing

@Suite(.timeLimit(.minutes(1))) struct ControlRoutesTests {
    @Test(arguments: RouteCase.all)
    func `every route makes one call with what the request says`(_ route: RouteCase) async throws {
        try await withControl { control in
            let reply = try await control.client().ask(route.method, route.path, body: route.body)
            #expect(reply.status == 200)
            #expect(reply.header("content-type") == "application/json")
            #expect(control.service.calls == [route.call])
            #expect(try route.matches(reply.body))
        }
    }

    @Test func `a reply has its keys sorted and ends with a newline`() async throws {
        try await withControl { control in
            let reply = try await control.client().ask("GET", "/v1/lists")
            let list = #"{"cancelledCount":0,"conflictCount":0,"createdAt":1,"deletion":"allowed","description":"","#
            let counts = #""doneCount":0,"id":"kkkk","isDefault":false,"isTrashed":false,"kind":"checklist","#
            let more = #""openCount":1,"owner":"ann","recordCount":0,"state":"open","title":"groceries","updatedAt":2,"#
            let rest = #""view":{"isReversed":false,"showsDone":false,"sort":"manual"},"visibility":"household"}"#
            #expect(reply.body == #"{"lists":[\#(list)\#(counts)\#(more)\#(rest)],"schemaVersion":1}"# + "\n")
        }
    }

    @Test func `the caller is the user at the other end`() async throws {
        try await withControl { control in
            _ = try await control.client().ask("GET", "/v1/lists")
            let name = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
            #expect(control.service.callers == [Caller(uid: geteuid(), loginName: name, isOwner: true)])
        }
    }

    @Test func `only root and the daemon's own user are owners`() {
        #expect(Caller.isOwner(uid: 0))
        #expect(Caller.isOwner(uid: geteuid()))
        #expect(!Caller.isOwner(uid: geteuid() + 1))
    }

    @Test(arguments: BadRequest.all)
    func `a bad request is refused before the service hears of it`(_ bad: BadRequest) async throws {
        try await withControl { control in
            let client = try control.client()
            let reply = try await client.ask(bad.method, bad.path, body: bad.body)
            #expect(reply.status == bad.code.httpStatus)
            let error = try JSONDecoder().decode(ErrorReply.self, from: Data(reply.body.utf8)).error
            #expect(error.code == bad.code)
            #expect(error.message == bad.message)
            #expect(control.service.calls.isEmpty)
            #expect(try await client.ask("GET", "/v1/lists").status == 200)
        }
    }

    @Test(arguments: [
        ("k1", 200), (String(repeating: "k", count: 64), 200), ("", 400), (String(repeating: "k", count: 65), 400),
        ("k k", 400), ("x\u{301}", 400), ("k\r\nidempotency-key: k", 400),
    ])
    func `a key is printable ASCII of at most 64 characters`(key: String, status: Int) async throws {
        try await withControl { control in
            let client = try control.client()
            let request = RawClient.request("POST", "/v1/lists", body: #"{"title":"a"}"#)
            try await client.send(request.replacing("host:", with: "idempotency-key: \(key)\r\nhost:"))
            #expect(try await client.reply().status == status)
        }
    }

    @Test func `a request has a thousand references at most`() async throws {
        try await withControl { control in
            for (count, status) in [(1000, 200), (1001, 413)] {
                let items = Array(repeating: "\"m\"", count: count).joined(separator: ",")
                let body = #"{"items":[\#(items)],"state":"done"}"#
                let reply = try await control.client().ask("PATCH", "/v1/items", body: body)
                #expect(reply.status == status)
                guard status != 200 else { continue }
                let message = "field \"items\" has 1001 references; at most 1000"
                #expect(try reply.error == ControlError(.tooLarge, message))
            }
        }
    }

    @Test func `two answers to one route are a fault of ours, which stops`() async {
        await #expect(processExitsWith: .failure) {
            var table = ControlTable()
            for _ in 0..<2 {
                table.on(MembersQuery.self) { _, _ throws(ControlError) in throw ControlError(.internal, "") }
            }
        }
    }

    @Test func `an unknown path is refused in the same shape`() async throws {
        try await withControl { control in
            let reply = try await control.client().ask("GET", "/v1/nothing?x=1")
            #expect(reply.status == 404)
            #expect(try reply.error == ControlError(.notFound, "no such path: /v1/nothing"))
        }
    }

    @Test func `a method that a path does not take is refused with those it takes`() async throws {
        try await withControl { control in
            let reply = try await control.client().ask("PUT", "/v1/items", body: "{}")
            #expect(reply.status == 405)
            #expect(reply.header("allow") == "GET, POST, PATCH")
            #expect(try reply.error == ControlError(.usage, "/v1/items takes GET, POST, PATCH, not PUT"))
        }
    }

    @Test func `a reply to HEAD has no body`() async throws {
        try await withControl { control in
            let client = try control.client()
            try await client.send(RawClient.request("HEAD", "/v1/items") + RawClient.request("GET", "/v1/lists"))
            #expect(try await client.reply(hasBody: false).status == 405)
            #expect(try await client.reply().body.contains("groceries"))
        }
    }

    @Test(arguments: ErrorCode.allCases)
    func `an error of the service has its status and the one shape`(_ code: ErrorCode) async throws {
        let error = ControlError(code, "no list \"oat\"", hint: "quote it", details: ["oats", "boat"])
        try await withControl(FakeService(error: error)) { control in
            let reply = try await control.client().ask("GET", "/v1/lists")
            #expect(reply.status == code.httpStatus)
            #expect(try reply.error == error)
        }
    }

    @Test func `an unknown field is refused, with those that there are`() async throws {
        try await withControl { control in
            let client = try control.client()
            let reply = try await client.ask("POST", "/v1/lists", body: #"{"title":"a","private":true}"#)
            #expect(reply.status == 400)
            let message = try reply.error.message
            #expect(message.hasPrefix(#"unknown field "private"; known are: "#) && message.contains(", isPrivate, "))
            let item = #"{"list":"a","titles":["b"],"fields":{"quantitty":"2"}}"#
            #expect(try await client.ask("POST", "/v1/items", body: item).error.message.contains("fields.quantitty"))
            #expect(control.service.calls.isEmpty)
        }
    }

    @Test func `a body of one mebibyte is taken and one byte more is refused`() async throws {
        try await withControl { control in
            let client = try control.client()
            let frame = #"{"title":""}"#
            let title = String(repeating: "a", count: ControlLimits.bodySizeMax - frame.utf8.count)
            #expect(try await client.ask("POST", "/v1/lists", body: #"{"title":"\#(title)"}"#).status == 200)
            let refused = try await client.ask("POST", "/v1/lists", body: #"{"title":"\#(title)a"}"#)
            #expect(refused.status == 413)
            #expect(try refused.error == ControlError(.tooLarge, "the body has more than 1048576 bytes"))
            #expect(control.service.calls == [.addList(NewListRequest(title: title))])
            #expect(try await client.ask("GET", "/v1/lists").status == 200)
        }
    }

    @Test(arguments: ["POST /v1/pairing", "GET /v1/pairing", "DELETE /v1/pairing", "POST /v1/pairing/join"])
    func `who does not own the daemon may not pair`(_ route: String) async throws {
        try await withControl(isOwner: { _ in false }) { control in
            let parts = route.split(separator: " ").map(String.init)
            let reply = try await control.client().ask(parts[0], parts[1], body: parts[0] == "POST" ? "{" : nil)
            #expect(reply.status == 403)
            #expect(try reply.error.code == .notPermitted)
            #expect(control.service.calls.isEmpty)
            #expect(try await control.client().ask("GET", "/v1/lists").status == 200)
        }
    }

    @Test func `a socket that is not open to others answers nobody else`() async throws {
        try await withControl(isOwner: { _ in false }, isOpenToOthers: false) { control in
            for route in ["/v1/status", "/v1/lists", "/v1/items"] {
                let reply = try await control.client().ask("GET", route)
                #expect(reply.status == 403)
                #expect(try reply.error.message.contains("serves uid"))
            }
            #expect(control.service.calls.isEmpty)
        }
        try await withControl(isOwner: { _ in true }, isOpenToOthers: false) { control in
            let reply = try await control.client().ask("GET", "/v1/lists")
            #expect(reply.status == 200)
        }
    }

    @Test func `one connection carries many requests, also pipelined`() async throws {
        try await withControl { control in
            let client = try control.client()
            let request =
                RawClient.request("GET", "/v1/peers") + RawClient.request("POST", "/v1/lists", body: #"{"title":"a"}"#)
            try await client.send(request + request)
            for _ in 0..<4 { #expect(try await client.reply().status == 200) }
            #expect(control.service.calls.count == 4)
        }
    }
}

/// A request with the call that it must lead to, and the reply.
struct RouteCase: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    var body: String?
    let call: FakeService.Call
    let matches: @Sendable (String) throws -> Bool

    init<Reply: Decodable & Equatable & Sendable>(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        makes call: FakeService.Call,
        _ reply: Reply
    ) {
        (self.method, self.path, self.body, self.call) = (method, path, body, call)
        matches = { try JSONDecoder().decode(Reply.self, from: Data($0.utf8)) == reply }
    }

    var testDescription: String { "\(method) \(path) \(body ?? "")" }

    static let all: [RouteCase] = [
        RouteCase("GET", "/v1/status", makes: .status, StatusReply.fixed),
        RouteCase("GET", "/v1/lists", makes: .lists, ListsReply(lists: [.groceries])),
        RouteCase(
            "POST",
            "/v1/lists",
            #"{"title":"épicerie"}"#,
            makes: .addList(NewListRequest(title: "épicerie")),
            ListReply(list: .groceries)
        ),
        RouteCase(
            "GET",
            "/v1/statistics?today=2026-11-21T18:04&since=2026-11-21&list=Home",
            makes: .statistics(.home),
            StatisticsReply.empty
        ),
        RouteCase(
            "POST",
            "/v1/filters",
            #"{"name":"week","due":"week","tags":["sun"],"priority":"high","isFlat":false}"#,
            makes: .saveFilter(.week),
            FilterReply(filter: FilterView(name: "week"), isChanged: true)
        ),
        RouteCase(
            "PUT",
            "/v1/items/view",
            #"{"isReset":true}"#,
            makes: .setOverallView(.reset),
            OverallViewReply(view: ItemDisplay(sort: .due), isChanged: true)
        ),
        RouteCase("GET", "/v1/reminders", makes: .reminders(RemindersQuery()), RemindersReply.none),
        RouteCase(
            "GET",
            "/v1/reminders?since=2026-11-21T18:04",
            makes: .reminders(RemindersQuery(since: CivilDate("2026-11-21T18:04"))),
            RemindersReply.none
        ),
        RouteCase("GET", "/v1/items", makes: .items(ItemsQuery()), ItemsReply(items: [.milk])),
        RouteCase(
            "GET",
            "/v1/items?all=true&list=oat%20milk%26%2Fb",
            makes: .items(ItemsQuery(list: "oat milk&/b", all: true)),
            ItemsReply(items: [.milk])
        ),
        RouteCase(
            "GET",
            "/v1/items?ref=groceries%2Fmilk",
            makes: .items(ItemsQuery(ref: "groceries/milk")),
            ItemsReply(items: [.milk])
        ),
        RouteCase(
            "POST",
            "/v1/items",
            #"{"titles":["milk","bread"],"list":"groceries"}"#,
            makes: .addItems(AddItemsRequest(list: "groceries", titles: ["milk", "bread"])),
            AddItemsReply(list: .groceries, isNewList: false, added: [.milk], existing: [])
        ),
        RouteCase(
            "PATCH",
            "/v1/items",
            #"{"items":["ll","mm"],"state":"done","isTrashed":false}"#,
            makes: .changeItems(ChangeItemsRequest(items: ["ll", "mm"], state: .done, isTrashed: false)),
            ChangeItemsReply(changed: [.milk], unchanged: [])
        ),
        RouteCase("GET", "/v1/peers", makes: .peers, PeersReply(peers: [])),
        RouteCase("POST", "/v1/sync", makes: .sync(SyncRequest()), PeersReply(peers: [])),
        RouteCase(
            "POST",
            "/v1/sync",
            #"{"device":"kitchen","waitMilliseconds":5}"#,
            makes: .sync(SyncRequest(device: "kitchen", waitMilliseconds: 5)),
            PeersReply(peers: [])
        ),
        RouteCase(
            "POST",
            "/v1/pairing",
            makes: .openPairing(asTicket: false, asAdmin: false, member: nil),
            PairingReply(state: .open, code: "123456782", attemptsLeft: 3)
        ),
        RouteCase(
            "POST",
            "/v1/pairing?ticket=true",
            makes: .openPairing(asTicket: true, asAdmin: false, member: nil),
            PairingReply(state: .open, code: "123456782", attemptsLeft: 3)
        ),
        RouteCase(
            "POST",
            "/v1/pairing?for=Ben",
            makes: .openPairing(asTicket: false, asAdmin: false, member: "Ben"),
            PairingReply(state: .open, code: "123456782", attemptsLeft: 3)
        ),
        RouteCase(
            "POST",
            "/v1/pairing/answer",
            #"{"isAllowed":true}"#,
            makes: .answerPairing(PairingAnswer(isAllowed: true)),
            PairingReply(state: .paired)
        ),
        RouteCase("GET", "/v1/pairing", makes: .pairing(waitMilliseconds: 0), PairingReply(state: .paired)),
        RouteCase(
            "GET",
            "/v1/pairing?wait=600000",
            makes: .pairing(waitMilliseconds: 600_000),
            PairingReply(state: .paired)
        ),
        RouteCase("DELETE", "/v1/pairing", makes: .closePairing, PairingReply(state: .none)),
        RouteCase(
            "POST",
            "/v1/pairing/join",
            #"{"code":"123 456 782","shareLists":true,"host":"10.0.0.2"}"#,
            makes: .join(JoinRequest(code: "123 456 782", host: "10.0.0.2", shareLists: true)),
            JoinReply(
                householdName: "home",
                deviceCount: 2,
                viaName: "kitchen",
                viaID: "abcd",
                members: ["ann"],
                sharedLists: [],
                privateLists: [],
                listsLeftBehind: []
            )
        ),
    ]
}

extension RawReply {
    var error: ControlError {
        get throws { try JSONDecoder().decode(ErrorReply.self, from: Data(body.utf8)).error }
    }
}

extension StatisticsQuery {
    /// A day, in which only minutes differ.
    fileprivate static let home = StatisticsQuery(
        today: CivilDate("2026-11-21T18:04") ?? .first,
        list: "Home",
        since: CivilDate("2026-11-21") ?? .first
    )
}

extension SaveFilterRequest {
    /// What is due this week, with a tag and of high priority, list by list.
    fileprivate static var week: SaveFilterRequest {
        var request = SaveFilterRequest(name: "week")
        (request.due, request.tags, request.priority, request.isFlat) = ("week", ["sun"], .high, false)
        return request
    }
}

extension OverallViewRequest {
    fileprivate static var reset: OverallViewRequest {
        var request = OverallViewRequest()
        request.isReset = true
        return request
    }
}
