import PhlistControl
import PhlistVocabulary
import Testing

/// The codes of errors and their numbers, which scripts rely on.
struct ContractTests {
    @Test func `every code has its exit status and its HTTP status`() {
        let table = ErrorCode.allCases.map { "\($0.rawValue) \($0.exitStatus) \($0.httpStatus)" }
        #expect(
            table == [
                "usage 64 400", "ambiguous 64 409", "invalid 65 400", "too-large 65 413", "not-found 66 404",
                "person-not-found 67 404", "unavailable 69 503", "disk-full 73 507", "input-output 74 500",
                "try-again 75 503", "not-permitted 77 403", "wrong-code 77 403", "conflict 64 409",
                "configuration 78 500", "internal 1 500",
            ]
        )
    }

    @Test func `room of less than a megabyte is told in kilobytes`() {
        let findings = [512, 300 << 10, 1 << 20, 63 << 20].map { free in
            HealthCheck.disk(freeBytes: free, of: 64 << 20, at: "/").finding
        }
        #expect(findings == ["0 kB", "300 kB", "1 MB", "63 MB"].map { "only \($0) are free" })
    }

    @Test func `every reply carries the version of the schema`() throws {
        let json = try JSONText.encode(ItemsReply(items: []))
        #expect(json == #"{"items":[],"schemaVersion":1}"#)
    }

    @Test func `an error leaves out the hint that it does not have`() throws {
        let json = try JSONText.encode(ErrorReply(error: ControlError(.tooLarge, "m")))
        #expect(json == #"{"error":{"code":"too-large","details":[],"message":"m"}}"#)
    }

    @Test func `every change of what is referred to takes a thousand references, and no more`() throws {
        var move = MoveItemsRequest(items: [])
        move.place = .top
        var lists = ChangeListsRequest(lists: [])
        lists.isTrashed = true
        for count in [1000, 1001] {
            let all = Array(repeating: "m", count: count)
            (move.items, lists.lists) = (all, all)
            let requests: [any ControlCall] = [
                ChangeItemsRequest(items: all, state: .done), move, PurgeItemsRequest(items: all), lists,
                ChangeSectionsRequest(sections: all, isTrashed: true), ChangeFormsRequest(forms: all, isTrashed: true),
                ChangeRecordsRequest(form: "f", keys: all, isTrashed: true),
            ]
            for request in requests {
                #expect(((try? request.check()) != nil) == (count == 1000), "\(type(of: request))")
            }
        }
    }

    @Test func `routes are a method and a path`() {
        #expect(ControlRoute.join.method == "POST")
        #expect(ControlRoute.join.path == "/v1/pairing/join")
        #expect(ControlRoute.allCases.allSatisfy { $0.path.hasPrefix("/v1/") })
    }

    @Test func `a view of one's own is chosen or taken back, not both and not neither`() throws {
        var choice = OwnViewRequest(list: "Shopping")
        #expect(throws: ControlError.self) { try choice.check() }
        choice.showsDone = true
        #expect(throws: Never.self) { try choice.check() }
        choice.isReset = true
        #expect(throws: ControlError.self) { try choice.check() }
        choice.showsDone = nil
        #expect(throws: Never.self) { try choice.check() }
    }
}
