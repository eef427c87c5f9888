import Foundation
import Testing

/// Phones that open the page of a real daemon.
struct PhoneTests {
    /// A home of Ann's where Ben has a private list, with the page served.
    private static func home() throws -> Home {
        let home = try Home.called("ann")
        try home("-q", "member", "add", "ben")
        try home("-q", "device", "share", "ann", "ben", "--yes").check()
        try home("-q", "list", "new", "Shopping").check()
        try home("-q", "add", "Shopping", "milk").check()
        try home("-q", "list", "new", "Presents", "--private", "--as", "ben").check()
        try home.servePage()
        return home
    }

    @Test func `a phone sees what its member sees, changes it, and the change is the member's`() throws {
        let home = try Self.home()
        let (ann, ben) = (try Browser("ann", at: home), try Browser("ben", at: home))
        try ann.enter(as: "ann", called: "Ann's phone")
        try ben.enter(as: "ben")
        let lists = try ann("GET", "/v1/lists").body
        #expect(lists.contains("Shopping") && !lists.contains("Presents"))
        #expect(try ben("GET", "/v1/lists").body.contains("Presents"))
        try ann("GET", "/v1/items?list=Presents").expect(404)
        try ann("POST", "/v1/items", #"{"list":"Shopping","titles":["oat bread"]}"#).expect(200)
        #expect(try home("ls", "Shopping").output.contains("oat bread"))
        try home("history", "Shopping").check(says: "ann")
        try ben("POST", "/v1/items", #"{"list":"Presents","titles":["a secret"]}"#).expect(200)
        #expect(!(try home("ls", "--all").output.contains("a secret")))
        try ann("POST", "/v1/history/undo", "{}").expect(200)
        #expect(!(try home("ls", "Shopping").output.contains("oat bread")))
    }

    @Test func `a machine that is alone is also for those whose phones it lets in`() throws {
        let home = try Home.called("ann")
        try home("-q", "member", "add", "ben").check()
        try home.servePage()
        try home("phone", "add", "ben", "--dry-run").check(says: "ann is a machine of ben from now on")
        #expect(!(try home("device", "ls").output.contains("ben")))
        let ben = try Browser("ben", at: home)
        try ben.enter(as: "ben")
        #expect(!(try home("phone", "add", "ben").messages.contains("from now on")))
        try ben("POST", "/v1/lists", #"{"title":"Party"}"#).expect(200)
        try home("list", "show", "Party").check(says: "ben")
        try ben("POST", "/v1/lists", #"{"title":"Presents","isPrivate":true}"#).expect(200)
        #expect(!(try home("list", "ls").output.contains("Presents")))
        // Ann has done nothing that she could take back.
        try home("undo").check(66)
        try home("-q", "list", "new", "Shopping").check()
        try home("list", "show", "Shopping").check(says: "ann")
    }

    @Test func `a new machine on which nobody has done anything is for those whose phones it lets in`() throws {
        let home = try Home()
        for name in ["ben", "zoe"] { try home("-q", "member", "add", name).check() }
        try home.servePage()
        let (ben, zoe) = (try Browser("ben", at: home), try Browser("zoe", at: home))
        try ben.enter(as: "ben")
        try zoe.enter(as: "zoe")
        try ben("POST", "/v1/lists", #"{"title":"Presents","isPrivate":true}"#).expect(200)
        #expect(!(try zoe("GET", "/v1/lists").body.contains("Presents")))
        try ben("GET", "/v1/lists").expect(200, says: "Presents")
    }

    @Test func `the same request with the same key is done once`() throws {
        let home = try Self.home()
        let phone = try Browser("ann", at: home)
        try phone.enter(as: "ann")
        let body = #"{"list":"Shopping","titles":["oat bread"]}"#
        for _ in 0..<3 { try phone("POST", "/v1/items", body, "-H 'Idempotency-Key: one'").expect(200) }
        #expect(try home("--plain", "ls", "Shopping").output.components(separatedBy: "oat bread").count == 2)
    }

    @Test func `a change elsewhere is heard, and the stream ends when the phone is removed`() throws {
        let home = try Self.home()
        let phone = try Browser("ann", at: home)
        try phone.enter(as: "ann")
        let heard = try home.bash(
            """
            curl -sSkN --max-time 30 -b ann.jar '\(phone.origin)/v1/events' >heard 2>/dev/null & curl=$!
            until grep -q ready heard; do read -t 0.02 <> <(:); done
            phlistctl -q add Shopping rye
            until grep -q rye heard; do read -t 0.02 <> <(:); done
            phlistctl -q phone rm phone
            # 28 would be the end of its patience.
            if wait $curl || (($? != 28)); then echo "ended"; fi
            """
        )
        heard.check(says: "ended")
        try phone("GET", "/v1/lists").expect(401)
        try phone("GET", "/phone").expect(401)
    }

    @Test func `phones stay in when the daemon starts anew, and when the page was off meanwhile`() throws {
        let home = try Self.home()
        let phone = try Browser("ann", at: home)
        try phone.enter(as: "ann")
        let certificate = try home.shell("curl -sk '\(phone.origin)/authority.crt' | sha256sum").output
        try home.daemon.restart()
        let again = try Browser("ann", at: home)
        try again("GET", "/v1/lists").expect(200, says: "Shopping")
        #expect(try home.shell("curl -sk '\(again.origin)/authority.crt' | sha256sum").output == certificate)
        try home("-q", "phone", "off").check()
        #expect(try again("GET", "/v1/lists").status == 0)
        try home("-q", "phone", "on").check()
        try Browser("ann", at: home)("GET", "/v1/lists").expect(200, says: "Shopping")
    }

    @Test func `a browser that trusts the authority accepts the certificate, and nobody else's does`() throws {
        let home = try Self.home()
        let phone = try Browser("ann", at: home)
        let fetch = "curl -sk '\(phone.origin)/authority.crt' | openssl x509 -inform der -out ca.pem"
        #expect(try home.shell(fetch).status == 0)
        let port = phone.origin.split(separator: ":")[2]
        for host in ["127.0.0.1", "localhost"] {
            try home.shell("curl -sS --cacert ca.pem -o /dev/null https://\(host):\(port)/").check()
            #expect(try home.shell("curl -sS -o /dev/null https://\(host):\(port)/").status == 60)
        }
        let fingerprint = try home.shell("openssl x509 -in ca.pem -noout -fingerprint -sha256").output.suffix(96)
        #expect(try home("phone", "add", "ann").messages.contains(fingerprint.dropLast()))
        let lint = "openssl x509 -in ca.pem -noout -text | grep -A20 'Name Constraints: critical'"
        try home.shell(lint).check(says: "DNS:home.arpa")
    }

    @Test func `an address that is typed without https leads to the page`() throws {
        let home = try Self.home()
        let port = try Browser("ann", at: home).origin.split(separator: ":")[2]
        let plain = "curl -sS -o said -w '%{http_code} %{redirect_url}' http://127.0.0.1:\(port)/lists"
        #expect(try home.shell(plain).output == "307 https://127.0.0.1:\(port)/")
        #expect(try home.shell("\(plain) -H 'Host: nas.local:\(port)'").output == "307 https://nas.local:\(port)/")
        for host in ["", " a b", " a\"b", " \(String(repeating: "a", count: 300))"] {
            try home.shell("\(plain) -H 'Host:\(host)'; cat said").check(says: "400 This page is served over HTTPS")
        }
    }

    @Test func `a browser that has the files gets them again, on any number of loads`() throws {
        let home = try Self.home()
        let phone = try Browser("ann", at: home)
        for tag in ["*", "\"x\""] {
            try phone("GET", "/app.css", nil, "-H 'If-None-Match: \(tag)'").expect(200, says: "{")
        }
    }

    @Test func `a photo from a phone is a photo for all, and one of theirs is shown on it`() throws {
        let home = try Self.home()
        let phone = try Browser("ann", at: home)
        try phone.enter(as: "ann")
        let picture = "vips black made.png 40 30 2>/dev/null || printf no"
        #expect(try home.shell(picture).output != "no")
        try phone("PUT", "/v1/items/photo?item=milk", nil, "--data-binary @made.png").expect(200, says: "hasPhoto")
        try home("photo", "save", "milk", "out.jpg").check()
        try home.shell("curl -sSk -b ann.jar -o got.jpg '\(phone.origin)/v1/items/photo?item=milk'").check()
        #expect(try home.shell("cmp got.jpg out.jpg").status == 0)
    }

    @Test func `the phone of a member who was removed sees nothing`() throws {
        let home = try Self.home()
        try home("-q", "member", "add", "carl").check()
        let phone = try Browser("carl", at: home)
        try phone.enter(as: "carl")
        try phone("GET", "/v1/lists").expect(200, says: "Shopping")
        try home("-q", "member", "rm", "carl").check()
        try phone("GET", "/v1/lists").expect(403, says: "no member of the household")
        try phone("POST", "/v1/items", #"{"list":"Shopping","titles":["rye"]}"#).expect(403)
        try home("phone", "ls").check(says: "nobody in the household")
    }

    @Test func `what is in the way of the page is said`() throws {
        let (first, second) = (try Self.home(), try Home.called("ben"))
        let port = try Browser("ann", at: first).origin.split(separator: ":")[2]
        try second("-q", "config", "set", "web-port", String(port)).check()
        try second("phone", "on").check(69, says: "port \(port) for the page cannot be opened: address already in use")
        try second("phone", "add", "ben").check(69, says: "cannot be opened")
        try second("doctor").check(1, says: "problem  phones         port \(port) for the page cannot be opened")
        try second("-q", "config", "set", "web-port", "0").check()
        try second("phone", "ls").check(says: "https://")
        try second("phone", "on", "--dry-run").check(says: "would write web: true")
        try second("config", "set", "web-certificate", "\(second.directory)/none.pem").check()
        try second("doctor").check(1, says: "none.pem holds no certificate in PEM")
        try first("doctor").check(says: "ok       phones         the page is served at https://")
        try second("phone", "ls").check(says: "none.pem holds no certificate in PEM, or cannot be read")
    }

    @Test func `when the machine joins another household, phones of its people get in anew`() throws {
        let (host, home) = (try Home.called("carl"), try Home.called("ann"))
        try host("-q", "list", "new", "Carls list").check()
        try home("-q", "list", "new", "Shopping").check()
        try home.servePage()
        let phone = try Browser("ann", at: home)
        try phone.enter(as: "ann")
        try home.join(host).check(says: "1 phone has to get in again: phlistctl phone add NAME")
        try home.meet()
        try phone("GET", "/v1/lists").expect(403, says: "no member of the household")
        try phone("POST", "/v1/items", #"{"list":"Carls list","titles":["rye"]}"#).expect(403)
        try home("phone", "ls").check(says: "nobody in the household")
        let again = try Browser("again", at: home)
        try again.enter(as: "ann")
        try again("GET", "/v1/lists").expect(200, says: "Carls list")
    }

    @Test func `a backup has no phones, and those of the device that brings it back see what their member does`() throws
    {
        let (home, other) = (try Self.home(), try Home.called("zoe"))
        let phone = try Browser("ann", at: home)
        try phone.enter(as: "ann", called: "Ann's phone")
        try home("-q", "backup", "kept").check()
        try other("-q", "member", "me", "zoe").check()
        try other.servePage()
        let before = try Browser("zoe", at: other)
        try before.enter(as: "zoe")
        try other("-q", "restore-backup", "\(home.directory)/kept").check()
        let seen = try before("GET", "/v1/lists")
        seen.expect(200, says: "Shopping")
        #expect(!seen.body.contains("Presents"))
        #expect(!(try other("list", "ls", "--as", "zoe").output.contains("Presents")))
        #expect(!(try other("phone", "ls").output.contains("Ann's phone")))
        try home.shell("cp ann.jar '\(other.directory)/ann.jar'").check()
        try Browser("ann", at: other)("GET", "/v1/lists").expect(401)
        try phone("GET", "/v1/lists").expect(200, says: "Shopping")
    }

    @Test func `a restored machine is again for the people whose phones the lost one let in`() throws {
        let (home, new, carl) = (try Self.home(), try Home(), try Home.called("carl"))
        let lost = try Browser("ben", at: home)
        try lost.enter(as: "ben")
        try lost("POST", "/v1/lists", #"{"title":"Party"}"#).expect(200)
        try home("-q", "backup", "kept").check()
        try new("-q", "restore-backup", "\(home.directory)/kept").check()
        // In the order of their ids.
        let people = #/ann, ben|ben, ann/#
        #expect(try new("device", "ls").output.contains(people))
        #expect(!(try new("list", "ls").output.contains("Presents")))
        try new.servePage()
        let found = try Browser("again", at: new)
        try found.enter(as: "ben")
        try found("GET", "/v1/lists").expect(200, says: "Presents")
        // In another household they are two people again, and nothing stays behind.
        let joined = try new.join(carl, for: nil, "--share-lists")
        joined.check(says: "this device is for ")
        #expect(joined.output.contains(people))
        #expect(!joined.output.contains("left behind") && !joined.output.contains("Presents"))
        try new("list", "show", "Party").check(says: "ben")
        try found("GET", "/v1/lists").expect(403)
        let last = try Browser("last", at: new)
        try last.enter(as: "ben")
        try last("GET", "/v1/lists").expect(200, says: "Presents")
    }

    @Test func `damaged files of the page stop the page and not the lists`() throws {
        let home = try Self.home()
        try Browser("ann", at: home).enter(as: "ann")
        try home.daemon.stop()
        try home.shell("cp state/phones.json kept; echo '{' >state/phones.json; echo x >state/web-certificate.pem")
            .check()
        try home.daemon.start()
        try home("ls").check(says: "milk")
        try home("phone", "ls").check(says: "phones.json: it does not hold a list of phones; move the file away")
        try home("phone", "add", "ann").check(69)
        try home.daemon.stop()
        try home.shell("cp kept state/phones.json; chmod 644 state/web-authority.pem").check()
        try home.daemon.start()
        try home("phone", "ls").check(says: "web-authority.pem is open to others (mode 644)")
        try home.daemon.stop()
        try home.shell("chmod 600 state/web-authority.pem").check()
        try home.daemon.start()
        try Browser("ann", at: home)("GET", "/v1/lists").expect(200, says: "Shopping")
    }

    @Test func `a certificate of one's own is used, and no authority is offered`() throws {
        let home = try Self.home()
        let make = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout own.key -out own.pem -days 9 \
            -subj /CN=lists.example.org -addext subjectAltName=DNS:lists.example.org 2>/dev/null
            """
        try home.shell(make).check()
        try home("-q", "config", "set", "web-key", "\(home.directory)/own.key").check()
        try home("-q", "config", "set", "web-certificate", "\(home.directory)/own.pem").check()
        try home("-q", "config", "set", "web-names", "lists.example.org").check()
        let page = try home("phone", "ls").messages
        #expect(page.contains("https://lists.example.org:"))
        try home("doctor").check(says: "the certificate of the page is valid for 8 days more")
        let phone = try Browser("ann", at: home)
        let port = phone.origin.split(separator: ":")[2]
        let resolve = "--resolve lists.example.org:\(port):127.0.0.1 --cacert own.pem"
        try home.shell("curl -sS \(resolve) -o /dev/null https://lists.example.org:\(port)/").check()
        try phone("GET", "/authority.crt").expect(404)
        #expect(!(try home("phone", "add", "ann").messages.contains("SHA-256")))
    }
}
