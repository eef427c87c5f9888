import Testing

/// People who see less than before, or are invited, where they watch.
extension MeetingTests {
    /// Ben's machine, where he takes part in Trip and is invited to Gift; both lists are ann's.
    private static func guests() throws -> (ann: Home, ben: Home) {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        for list in ["Trip", "Gift"] { try ann("-q", "list", "new", list, "--private") }
        try ann.share("Trip", with: "ben", at: ben)
        try ann("-q", "add", "Trip", "rope")
        try ann("-q", "share", "Gift", "ben")
        try ben.expect("Gift", from: "invite", "ls")
        try ben.expect("rope", from: "ls", "Trip")
        return (ann, ben)
    }

    private static let accessLine = "lists were hidden from you, or invitations have changed: phlistctl ls"

    @Test func `who is put out of a list or the household sees so where they watch, also behind a restart`() throws {
        let (ann, ben) = try Self.guests()
        let (watch, events) = (try ben.terminal("watch"), try ben.terminal("watch", "--json"))
        // The numbers of ids depend on what was printed before.
        let look = { (text: String) in ben.readable(text).replacing(#/<\d+>/#) { _ in "<id>" } }
        try events.expect(#""event":"ready""#)
        let all = "Shopping\n  [ ] <id>  milk\nTrip (with ben)\n  [ ] <id>  rope\n"
        try watch.expectScreen("\(all)\nwaiting for changes; Ctrl-C ends", readable: look)
        try ann("unshare", "Trip", "ben").check()
        try events.expect(#""event":"access-changed""#)
        let rest = "Shopping\n  [ ] <id>  milk\n\n<now>  \(Self.accessLine)"
        try watch.expectScreen(rest, readable: look)
        try ben.daemon.restart()
        try events.expect(#""event":"ready""#)
        // With the member goes the invitation.
        try ann("member", "rm", "ben", "--yes").check()
        try events.expect(#""event":"access-changed""#)
        try ben("invite", "ls").check(says: "no invitations")
        try ann("undo").check()
        try events.expect(#""event":"access-changed""#)
        try ben("invite", "ls").check(says: "Gift")
        try watch.expectScreen(rest, readable: look)
        #expect(!events.transcript.contains("Gift") && !events.transcript.contains("Trip"), "\(events.transcript)")
        for terminal in [watch, events] {
            try terminal.interrupt()
            #expect(try terminal.wait() == 130)
        }
    }

    @Test func `the phone of a member who is removed hears so at once, and reads nothing more`() throws {
        let home = try Home.called("ann")
        try home("-q", "add", "milk").check()
        try home("-q", "member", "add", "dora").check()
        try home("-q", "device", "share", "ann", "dora", "--yes").check()
        try home.servePage()
        let phone = try Browser("dora", at: home)
        try phone.enter(as: "dora")
        let heard = try home.bash(
            """
            curl -sSkN --max-time 30 -b dora.jar '\(phone.origin)/v1/events' >heard 2>/dev/null & curl=$!
            until grep -q ready heard; do read -t 0.02 <> <(:); done
            phlistctl -q member rm dora --yes
            until grep -q access-changed heard; do kill -0 $curl || exit 1; read -t 0.02 <> <(:); done
            kill $curl
            grep -c 'access-changed' heard
            """
        )
        heard.check(says: "1")
        try phone("GET", "/v1/lists").expect(403, says: "whose phone this is, is no member of the household")
        try home("-q", "undo").check()
        try phone("GET", "/v1/lists").expect(200, says: "Shopping")
    }
}
