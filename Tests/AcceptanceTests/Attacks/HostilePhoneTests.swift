import Foundation
import Testing

@testable import PhlistControl

/// Strangers on the Wi-Fi, other pages, and phones that want more than is theirs.
struct HostilePhoneTests {
    private static func home() throws -> (Home, Browser) {
        let home = try Home.called("ann")
        try home("-q", "list", "new", "Shopping").check()
        try home("-q", "add", "Shopping", "milk").check()
        try home.servePage()
        return (home, try Browser("ann", at: home))
    }

    /// What a phone may ask for, written down from what members do with lists.
    private static let allowed: Set<String> = [
        "openapi.json", "status", "events", "overview", "statistics", "reminders", "completions", "members", "lists",
        "lists/copy", "lists/merge", "lists/clear-done", "lists/purge", "lists/default", "lists/view", "lists/leave",
        "sharing", "invitations", "items", "items/view", "items/photo", "items/move", "items/merge", "items/purge",
        "photos", "filters", "sections", "history", "history/undo", "history/redo", "conflicts", "forms", "records",
        "records/import", "records/observations", "export", "import",
    ]

    @Test func `a phone can do nothing about devices, people, the household, backups and the daemon`() throws {
        let (home, phone) = try Self.home()
        try phone.enter(as: "ann")
        var refusedCount = 0
        for route in ControlRoute.allCases {
            let name = String(route.path.dropFirst("/v1/".count))
            guard !Self.allowed.contains(name) || name == "members" && route.method != "GET" else { continue }
            try phone(String(route.method), String(route.path), "{}").expect(403, says: "a phone cannot do this")
            for path in ["/v1//\(name)", "/v1/\(name)/", "//v1/\(name)", "/v1/./\(name)", "/V1/\(name)"] {
                try phone(String(route.method), path, "{}").expect(404)
            }
            refusedCount += 1
        }
        #expect(refusedCount > 25)
        try phone("PUT", "/v1/items", "{}").expect(405, says: "/v1/items takes GET")
        try phone("GET", "/v1/lists?as=ann").expect(403, says: "may act as")
        try phone("POST", "/v1/items?as=ann", #"{"titles":["x"]}"#).expect(403)
        try home("member", "ls").check(says: "ann")
    }

    @Test func `without a session nothing but the page is answered`() throws {
        let (_, stranger) = try Self.home()
        for route in ControlRoute.allCases {
            try stranger(String(route.method), String(route.path), "{}").expect(401)
        }
        let forged = ["", "00", String(repeating: "0", count: 64), String(repeating: "f", count: 100_0), "../../x"]
        for secret in forged {
            try stranger("GET", "/v1/lists", nil, "-H 'Cookie: __Host-phlist=\(secret)'").expect(401)
        }
        try stranger("GET", "/").expect(200)
        for path in [
            "/../phones.json", "/v1/../phones.json", "//etc/passwd", "/%2e%2e/phones.json", "/index.html/", "/x",
        ] {
            #expect([401, 404].contains(try stranger("GET", path).status), "\(path)")
        }
        try stranger("POST", "/", "{}").expect(404)
    }

    @Test func `codes cannot be guessed, tried twice, or used twice`() throws {
        let (home, phone) = try Self.home()
        let code = try home("-q", "phone", "add", "ann").output.prefix { $0 != "\n" }
        try phone("POST", "/phone/enter", #"{"code":"\#(code)"}"#).expect(200)
        try phone("POST", "/phone/enter", #"{"code":"\#(code)"}"#).expect(403, says: "was used")
        for _ in 0..<4 { try phone("POST", "/phone/enter", #"{"code":"AAAA-AAAA"}"#).expect(403) }
        let next = try home("-q", "phone", "add", "ann").output.prefix { $0 != "\n" }
        try phone("POST", "/phone/enter", #"{"code":"\#(next)"}"#).expect(429, says: "too many wrong codes")
    }

    @Test func `what gets in with a bad body changes nothing and costs nothing`() throws {
        let (home, phone) = try Self.home()
        let code = try home("-q", "phone", "add", "ann").output.prefix { $0 != "\n" }
        for body in ["", "{}", "[]", "{", #"{"code":1}"#, #"{"code":null}"#] {
            try phone("POST", "/phone/enter", body).expect(400)
        }
        let long = #"{"code":"\#(String(repeating: "A", count: 9000))"}"#
        try phone("POST", "/phone/enter", long).expect(413)
        try phone("POST", "/phone/enter", #"{"code":"\#(code)","name":"a\u0007b"}"#).expect(400)
        let name = String(repeating: "a", count: 65)
        try phone("POST", "/phone/enter", #"{"code":"\#(code)","name":"\#(name)"}"#).expect(413)
        try home("phone", "ls").check(says: "no phones yet")
        try phone("POST", "/phone/enter", #"{"code":"\#(code)"}"#).expect(200)
    }

    @Test func `bodies that never come keep nobody out for longer than ten seconds`() throws {
        let (home, phone) = try Self.home()
        let url = "\(phone.origin)/phone/enter"
        let outcome = try home.bash(
            """
            slow() { (printf '{'; exec sleep 18) | curl -sk --max-time 16 -T - -X POST -o /dev/null '\(url)'; }
            for i in $(seq 10); do slow & done
            for i in $(seq 10); do curl -sk --max-time 16 -X POST -d '{' -o /dev/null '\(url)' & done
            wait; echo over
            """
        )
        outcome.check(says: "over")
        try phone.enter(as: "ann")
    }

    @Test func `another name that leads here is refused`() throws {
        let (_, phone) = try Self.home()
        try phone.enter(as: "ann")
        for host in ["evil.example", "evil.example:443", "localhost.evil.example"] {
            try phone("GET", "/v1/lists", nil, "-H 'Host: \(host)'").expect(421, says: "not called")
            try phone("GET", "/", nil, "--http1.1", "-H 'Host: \(host)'").expect(421)
        }
    }

    @Test func `another page cannot make a phone change anything`() throws {
        let (home, phone) = try Self.home()
        try phone.enter(as: "ann")
        let body = #"{"list":"Shopping","titles":["planted"]}"#
        let others = [
            "Origin: https://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
        ]
        for header in others {
            try phone("POST", "/v1/items", body, "-H '\(header)'").expect(403, says: "another page")
            try phone("POST", "/phone/enter", #"{"code":"AAAAAAAA"}"#, "-H '\(header)'").expect(
                403,
                says: "another page"
            )
        }
        #expect(!(try home("ls").output.contains("planted")))
        try phone("POST", "/v1/items", body, "-H 'Origin: \(phone.origin)'").expect(200)
        try phone("DELETE", "/v1/items/photo", #"{"items":["milk"]}"#, "-H 'Sec-Fetch-Site: same-origin'").expect(200)
    }

    @Test func `replies are for this page alone, and are kept by nobody`() throws {
        let (_, phone) = try Self.home()
        try phone.enter(as: "ann")
        for path in ["/", "/phone", "/v1/lists", "/nothing", "/authority.crt"] {
            let headers = try phone("GET", path).headers
            for expected in [
                "content-security-policy: default-src 'self';", "frame-ancestors 'none'",
                "x-content-type-options: nosniff",
                "referrer-policy: no-referrer", "cross-origin-resource-policy: same-origin",
                path == "/" ? "cache-control: no-cache" : "cache-control: no-store",
            ] { #expect(headers.contains(expected), "\(path): \(headers)") }
            #expect(!headers.contains("unsafe-inline") && !headers.contains("access-control-allow"))
        }
        let cookie = try phone("GET", "/phone").headers
        for attribute in ["__host-phlist=", "httponly", "secure", "samesite=strict", "path=/", "max-age=34560000"] {
            #expect(cookie.contains(attribute))
        }
    }

    @Test func `the code and the secret of a phone are in no file and no line of the log`() throws {
        let (home, phone) = try Self.home()
        let code = try home("-q", "phone", "add", "ann").output.prefix { $0 != "\n" }
        let entered = try phone("POST", "/phone/enter", #"{"code":"\#(code)","name":"p"}"#)
        let secret = try #require(entered.headers.firstMatch(of: #/__host-phlist=([0-9a-f]{64})/#)?.output.1)
        let texts: [String] = [String(code), String(code).replacing("-", with: ""), String(secret)]
        for text in texts {
            #expect(!(try home.keeps(text)))
            #expect(!home.daemon.logText.contains(text))
        }
        #expect(
            try home.shell("find state -name '*.pem' -o -name phones.json | xargs stat -c %a | sort -u").output
                == "600\n"
        )
    }

    @Test func `older TLS, and none at all, get nothing`() throws {
        let (home, phone) = try Self.home()
        #expect(try phone("GET", "/", nil, "--tls-max 1.1").status == 0)
        let plain = phone.origin.replacing("https", with: "http")
        let outcome = try home.shell("curl -s --http0.9 --max-time 15 '\(plain)/v1/status' | grep -c schemaVersion")
        #expect(outcome.output == "0\n")
        try phone("GET", "/", nil, "--tlsv1.3").expect(200)
    }

    @Test func `silent connections are closed, and a phone gets its page meanwhile`() throws {
        let (home, phone) = try Self.home()
        let port = phone.origin.split(separator: ":")[2]
        let outcome = try home.bash(
            """
            for i in $(seq 60); do exec {fd}<>/dev/tcp/127.0.0.1/\(port); held="$held $fd"; done; echo opened
            for fd in $held; do read -r -t 15 -n 1 -u $fd; [ $? -le 128 ] || { echo open; break; }; done; echo closed
            """
        )
        #expect(outcome.output == "opened\nclosed\n", "\(outcome.transcript)")
        try phone("GET", "/").expect(200)
    }
}
