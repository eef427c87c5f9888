import PhlistControl
import Testing

/// A request that no service should see.
struct BadRequest: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: String?
    let code = ErrorCode.invalid
    let message: String

    init(_ method: String, _ path: String, _ body: String? = nil, says message: String) {
        (self.method, self.path, self.body, self.message) = (method, path, body, message)
    }

    var testDescription: String { "\(method) \(path) \(body ?? "")" }

    static let all: [BadRequest] = [
        BadRequest("POST", "/v1/lists", "{\"title\":", says: "the body is not valid JSON"),
        BadRequest("POST", "/v1/lists", "title=a", says: "the body is not valid JSON"),
        BadRequest("POST", "/v1/lists", "[1]", says: "the body must be an object"),
        BadRequest("POST", "/v1/lists", "", says: "field \"title\" is missing"),
        BadRequest("POST", "/v1/lists", "{}", says: "field \"title\" is missing"),
        BadRequest(
            "POST",
            "/v1/lists",
            #"{"title":"a\ud83d"}"#,
            says: "a text has one half of a surrogate pair, which is not a character"
        ),
        BadRequest(
            "POST",
            "/v1/lists",
            #"{"title":"\udc00\ud83d"}"#,
            says: "a text has one half of a surrogate pair, which is not a character"
        ),
        BadRequest("POST", "/v1/lists", #"{"title":7}"#, says: "field \"title\" must be a string"),
        BadRequest("POST", "/v1/lists", #"{"title":null}"#, says: "field \"title\" must be a string, not null"),
        BadRequest("POST", "/v1/items", #"{"titles":"milk"}"#, says: "field \"titles\" must be a list"),
        BadRequest("POST", "/v1/items", #"{"titles":["milk",{}]}"#, says: "field \"titles[1]\" must be a string"),
        BadRequest("POST", "/v1/items", #"{"titles":[]}"#, says: "field \"titles\" is empty"),
        BadRequest("GET", "/v1/statistics", says: "parameter \"today\" is missing"),
        BadRequest(
            "GET",
            "/v1/statistics?today=2026-11-21&list=a&all=true",
            says: "either \"list\" or \"all\" can be given"
        ),
        BadRequest(
            "GET",
            "/v1/statistics?today=2026-11-21&since=2026-11-22",
            says: "parameter \"since\" is after \"today\""
        ),
        BadRequest("POST", "/v1/filters", #"{"due":"week"}"#, says: "field \"name\" is missing"),
        BadRequest(
            "POST",
            "/v1/filters",
            #"{"name":"week","isReplacing":true}"#,
            says: "nothing to save: a field besides \"name\" and \"isReplacing\" is needed"
        ),
        BadRequest(
            "POST",
            "/v1/filters",
            #"{"name":"week","mine":true,"assignee":"ann"}"#,
            says: "either \"mine\" or \"assignee\" can be given"
        ),
        BadRequest(
            "POST",
            "/v1/filters",
            #"{"name":"week","priority":"none"}"#,
            says: "field \"priority\" is one of low, medium, high, not \"none\""
        ),
        BadRequest(
            "POST",
            "/v1/filters",
            #"{"name":"week","due":"a\nb"}"#,
            says: "field \"due\" must be one line of 1 to 64 bytes"
        ),
        BadRequest(
            "PUT",
            "/v1/items/view",
            #"{"sort":"due","isReset":true}"#,
            says: "either \"isReset\" or one of "
                + #""sort", "isReversed", "showsDone", "isFlat" and "isLong" is needed"#
        ),
        BadRequest("GET", "/v1/items?list=%0A", says: "parameter \"list\" names nothing"),
        BadRequest("GET", "/v1/items?tag=,", says: "parameter \"tag\" names nothing"),
        BadRequest(
            "GET",
            "/v1/items?priority=none",
            says: "parameter \"priority\" is one of low, medium, high, not \"none\""
        ),
        BadRequest("PATCH", "/v1/items", #"{"items":[],"state":"done"}"#, says: "field \"items\" is empty"),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a"]}"#,
            says: "nothing to change: one of \"state\", \"title\", \"isTrashed\", \"fields\", \"occurrence\" is needed"
        ),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a"],"occurrence":"skip","state":"done"}"#,
            says: "field \"occurrence\" does not go together with \"state\" or \"isTrashed\""
        ),
        BadRequest(
            "POST",
            "/v1/items",
            #"{"titles":["a","b"],"ownFields":[{}]}"#,
            says: "field \"ownFields\" needs as many elements as \"titles\""
        ),
        BadRequest(
            "POST",
            "/v1/items",
            #"{"titles":["a"],"ownFields":[{"photo":"01"}]}"#,
            says: "a \"photo\" goes into \"fields\", not into \"ownFields\""
        ),
        BadRequest(
            "POST",
            "/v1/items/merge",
            #"{"items":["a"]}"#,
            says: "field \"items\" needs two items or more"
        ),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a"],"occurrence":"skip","title":"b"}"#,
            says: "an occurrence that is skipped cannot be changed as well"
        ),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a"],"occurrence":"once"}"#,
            says: "\"occurrence\" \"once\" needs \"title\" or \"fields\" to change"
        ),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a"],"occurrence":"once","fields":{"recurrence":""}}"#,
            says: "field \"recurrence\" is for all later occurrences, not for one"
        ),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a"],"occurrence":"once","fields":{"rotation":"ann,ben"}}"#,
            says: "field \"rotation\" is for all later occurrences, not for one"
        ),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a"],"state":"finished"}"#,
            says: "field \"state\" has a value that is not allowed"
        ),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a"],"isTrashed":"yes"}"#,
            says: "field \"isTrashed\" must be true or false"
        ),
        BadRequest(
            "PATCH",
            "/v1/items",
            #"{"items":["a","b"],"title":"c"}"#,
            says: "field \"title\" goes with exactly one item, not with 2"
        ),
        BadRequest("GET", "/v1/items?all=1", says: "parameter \"all\" must be true or false, not \"1\""),
        BadRequest(
            "GET",
            "/v1/items?list=true&all=true&flat=so%20so",
            says: "parameter \"flat\" must be true or false, not \"so so\""
        ),
        BadRequest("GET", "/v1/items?all=true&all=false", says: "the query is not understood"),
        BadRequest(
            "POST",
            "/v1/lists?dryrun=true",
            #"{"title":"a"}"#,
            says: "unknown parameter \"dryrun\"; known are: as, dryRun"
        ),
        BadRequest(
            "POST",
            "/v1/lists?dryRun=true&dryRun=false",
            #"{"title":"a"}"#,
            says: "parameter \"dryRun\" comes twice"
        ),
        BadRequest("GET", "/v1/status?who=ann", says: "unknown parameter \"who\"; known are: as"),
        BadRequest("GET", "/v1/peers?as=ann", says: "unknown parameter \"as\"; there are none here"),
        BadRequest("GET", "/v1/events?for=ann", says: "unknown parameter \"for\"; known are: after, as"),
        BadRequest("GET", "/v1/pairing?as=ann", says: "unknown parameter \"as\"; known are: wait"),
        BadRequest("POST", "/v1/pairing?as=ann", says: "unknown parameter \"as\"; known are: ticket, admin, for"),
        BadRequest("DELETE", "/v1/pairing?as=ann", says: "unknown parameter \"as\"; there are none here"),
        BadRequest("POST", "/v1/pairing/join?as=ann", "{}", says: "unknown parameter \"as\"; there are none here"),
        BadRequest("POST", "/v1/sync?dryRun=true", "{}", says: "unknown parameter \"dryRun\"; there are none here"),
        BadRequest("GET", "/v1/items?list=", says: "parameter \"list\" is empty"),
        BadRequest(
            "GET",
            "/v1/items?ref=a&list=b",
            says: "parameter \"ref\" stands alone, without any other"
        ),
        BadRequest("GET", "/v1/pairing?wait=soon", says: "parameter \"wait\" must be a whole number, not \"soon\""),
        BadRequest(
            "GET",
            "/v1/pairing?wait=600001",
            says: "parameter \"wait\" must be 0 to 600000 milliseconds, not 600001"
        ),
        BadRequest(
            "POST",
            "/v1/sync",
            #"{"waitMilliseconds":-1}"#,
            says: "field \"waitMilliseconds\" must be 0 to 600000 milliseconds, not -1"
        ),
        BadRequest(
            "POST",
            "/v1/sync",
            #"{"waitMilliseconds":1.5}"#,
            says: "a number does not fit its field"
        ),
        BadRequest("POST", "/v1/pairing/join", #"{"code":"1"}"#, says: "field \"shareLists\" is missing"),
    ]
}
