import Testing

/// The people of a household: who there is, and who acts.
struct PeopleTests {
    @Test func `S0.11 S1.6 S1.8 decision 4 who a login is, is said once and stays, without any cloud`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl member me
            nobody yet; to say who you are: phlistctl member me NAME
            $ phlistctl member me Ann
            from now on <me> acts as Ann
            $ phlistctl member edit Ann --email ann@example.org
            changed: Ann <ann@example.org>
            $ phlistctl add milk
            made the list Shopping
            added "milk" to Shopping (<1>)
            """
        )
        try home.daemon.restart()
        try home.session(
            """
            $ phlistctl member me
            Ann (login <me>)
            $ phlistctl show milk
            [ ] milk
              id       <1> (<1>)
              list     Shopping
              state    open
              added    <now> by Ann
              changed  <now> by Ann
            """
        )
    }

    @Test func `S0.42 S0.43 S1.12 S4.8 S4.13 who logs out changes nothing until he says who he is`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q add milk
            <1>
            $ phlistctl member me none
            from now on <me> is nobody; say who you are with: phlistctl member me NAME
            $ phlistctl add bread
            ! phlistctl: nobody is logged in here, so nothing was changed
            ! say who you are: phlistctl member me NAME
            exit 67
            $ phlistctl list new Garden
            ! phlistctl: nobody is logged in here, so nothing was changed
            ! say who you are: phlistctl member me NAME
            exit 67
            $ phlistctl undo
            ! phlistctl: nobody is logged in here, so nothing was changed
            ! say who you are: phlistctl member me NAME
            exit 67
            $ phlistctl ls
            Shopping
              [ ] <1>  milk
            $ phlistctl member me
            nobody: you change nothing until you say: phlistctl member me NAME
            $ phlistctl member me none
            <me> is already nobody
            """
        )
        try home.daemon.restart()
        try home.session(
            """
            $ phlistctl add bread
            ! phlistctl: nobody is logged in here, so nothing was changed
            ! say who you are: phlistctl member me NAME
            exit 67
            $ phlistctl member me "$(id -un)"
            from now on <me> acts as <me>
            $ phlistctl undo
            removed: the list Shopping
            """
        )
    }

    @Test func `S0.50 a person who is not there is refused, with what to do`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl --as Zoe ls
            ! phlistctl: no member "Zoe"
            ! see all with: phlistctl member ls
            exit 67
            $ phlistctl --as Zoe add milk
            ! phlistctl: no member "Zoe"
            ! see all with: phlistctl member ls
            exit 67
            $ phlistctl member rename Zoe Zoé
            ! phlistctl: no member "Zoe"
            ! see all with: phlistctl member ls
            exit 67
            $ phlistctl member ls
            ! no members yet; make one with: phlistctl member add NAME
            $ phlistctl member add Ann
            made the member Ann
            $ phlistctl member me Zoe
            ! phlistctl: no member "Zoe"
            ! make the member first: phlistctl member add Zoe
            exit 67
            """
        )
    }

    @Test func `S0.11 who was made under the name of the login takes another name, and loses no list`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q add milk
            <1>
            $ phlistctl member me Kim
            ! phlistctl: no member "Kim"; here you are <me>, named after your login
            ! if that is your name: phlistctl member rename <me> Kim; else: phlistctl member add Kim
            exit 67
            $ phlistctl member add Kim
            made the member Kim
            $ phlistctl member me Kim 2>&1 | cut -d . -f 1
            from now on <me> acts as Kim
            1 list still belongs to <me>, who was made under the name of your login
            $ phlistctl member me "$(id -un)"
            from now on <me> acts as <me>
            $ phlistctl member rm Kim -y
            removed the member Kim (back with: phlistctl undo)
            $ phlistctl member rename "$(id -un)" Kim
            <me> is now Kim
            $ phlistctl show milk
            [ ] milk
              id       <1> (<1>)
              list     Shopping
              state    open
              added    <now> by Kim
              changed  <now> by Kim
            """
        )
    }

    @Test func `S1.2 S1.3 S1.9 S1.10 S1.11 S1.17 S1.27 members are made and changed, and what is theirs follows`()
        throws
    {
        let home = try Home()
        try home.session(
            """
            $ phlistctl member add Ann
            made the member Ann
            $ phlistctl member add Ben --email ben@example.org
            made the member Ben
            $ phlistctl member me Ann
            from now on <me> acts as Ann
            $ phlistctl member ls | sed 's/  *[k-z]\\{8\\}//'
            Ann  -  you
            Ben  ben@example.org
            $ phlistctl --as ben -q add milk
            <1>
            $ phlistctl --as ben status | grep -w you
            you        Ben
            $ phlistctl member rename Ben Benno
            Ben is now Benno
            $ phlistctl member edit benno --email none
            changed: Benno
            $ phlistctl member edit Benno --name Ben --email b@example.org
            changed: Ben <b@example.org>
            $ phlistctl member edit Ben --name Ben
            nothing to change: Ben <b@example.org>
            $ phlistctl member rename Ben Benjamin -n
            Ben is now Benjamin
            ! nothing was changed; without --dry-run it would be:
            $ phlistctl show milk
            [ ] milk
              id       <1> (<1>)
              list     Shopping
              state    open
              added    <now> by Ben
              changed  <now> by Ben
            $ phlistctl member rm Ben
            removed the member Ben (back with: phlistctl undo)
            $ phlistctl member ls --all | sed 's/  *[k-z]\\{8\\}//'
            Ann  -  you
            Ben  b@example.org  removed
            $ phlistctl history milk
            <now>  Ben on <host>  added milk
            $ phlistctl undo
            back again: the member Ben
            """.replacing("<host>", with: try home.shell("hostname -s").output.trimmedLine)
        )
    }

    @Test func `S4.32 two accounts on one machine keep apart what is theirs`() throws {
        let (first, second) = (try Home(), try Home())
        try first("add", "milk").expect(0, "made the list Shopping", #"added "milk" to Shopping (<1>)"#)
        try second("ls").expect(0, "! nothing open")
        try first.session(
            """
            $ phlistctl member add Ann
            made the member Ann
            $ phlistctl member add Ben
            made the member Ben
            $ phlistctl --as Ann list new Garden
            made the list Garden
            In Progress
              Garden    –    nothing open
              Shopping  0 %  1 open
            $ phlistctl --as Ben add Garden weed
            added "weed" to Garden (<2>)
            $ phlistctl --as Ann undo
            left as it is, because somebody changed it as well: the list Garden, still here
            $ phlistctl --as Ben undo
            removed: weed
            """
        )
    }

    @Test(arguments: [
        (["add", ""], 65, "the name is empty; it needs at least one character"),
        (["add", " \t "], 65, "the name is empty; it needs at least one character"),
        (["add", String(repeating: "n", count: 65)], 65, "a name of 65 bytes is too long; at most 64"),
        (["add", "a\u{7}b"], 65, "the name \"a\u{FFFD}b\" has a control character or more than one line"),
        (["add", "ÄNN"], 65, "the name \"ÄNN\" is taken by Ann"),
        (["add", "none"], 65, "\"none\" cannot be a member's name: it has another meaning in commands"),
        (["add", "Ben", "--email", "ben"], 65, "\"ben\" is not an e-mail address"),
        (["rename", "Ann", ""], 65, "the name is empty; it needs at least one character"),
        (["rename", "Ann", "house"], 65, "\"house\" cannot be a member's name: it has another meaning in commands"),
        (["rename", "Nobody", "x"], 67, "no member \"Nobody\""),
        (["rm", "Nobody"], 67, "no member \"Nobody\""),
        (["edit", "Ann"], 64, "nothing to change: give --name or --email"),
        (["edit", "Ann", "--email", "a b@c"], 65, "\"a b@c\" is not an e-mail address"),
        (["me", "Nobody"], 67, "no member \"Nobody\""),
    ])
    func `what no member can be is refused in one line, and nothing is changed`(
        arguments: [String],
        status: Int32,
        line: String
    ) throws {
        let home = try Home()
        try home("member", "add", "Ann")
        let before = try home("member", "ls", "--all", "--json").output
        let outcome = try home.phlistctl(["member"] + arguments)
        #expect(outcome.status == status)
        #expect(outcome.messages.hasPrefix("phlistctl: \(line)\n"), "\(outcome.messages)")
        #expect(try home("member", "ls", "--all", "--json").output == before)
    }

    @Test(arguments: ["y", "n"])
    func `a code that is for one person lets a machine of another one in only once that is confirmed`(
        answer: String
    ) throws {
        let (ann, tablet) = (try Home.called("ann"), try Home())
        try ann("-q", "member", "add", "ben").check()
        let pairing = try ann.terminal("pair", "--for", "ann")
        try pairing.expect("tries")
        let shown = try #require(pairing.transcript.firstMatch(of: #/Code: ([0-9 ]+)/#)?.1)
        let reply = try ann.shell(#"curl -s --unix-socket "$PHLIST_SOCKET" http://phlist/v1/pairing"#).output
        let port = try #require(reply.firstMatch(of: #/"port":([0-9]+)/#)?.1)
        let joining = try tablet.terminal("join", "--as", "Ben", "--host", "127.0.0.1:\(port)")
        try joining.expect("Code: ")
        try joining.type("\(shown.filter { $0 != " " })\r")
        try pairing.expect("wants to join as Ben, and the code is for ann. Let it in for ann? [y/N] ")
        try pairing.type("\(answer)\r")
        let isLetIn = answer == "y"
        #expect(try pairing.wait() == (isLetIn ? 0 : 77))
        #expect(try joining.wait() == (isLetIn ? 0 : 77))
        #expect(try ann("device", "ls", "-q").output.split(separator: "\n").count == (isLetIn ? 2 : 1))
        #expect(joining.transcript.contains(isLetIn ? "this device is for ann" : "did not let this one in"))
        #expect(isLetIn || pairing.transcript.contains("nobody has joined: "))
    }

    @Test(arguments: ["y", "n"])
    func `a new machine is let in as whom it says, once that is confirmed where it is let in`(answer: String) throws {
        let (ann, tablet) = (try Home.called("ann"), try Home())
        try ann("-q", "list", "new", "Diary", "--private").check()
        try ann("-q", "add", "Diary", "secret").check()
        let pairing = try ann.terminal("pair")
        try pairing.expect("tries")
        let shown = try #require(pairing.transcript.firstMatch(of: #/Code: ([0-9 ]+)/#)?.1)
        let reply = try ann.shell(#"curl -s --unix-socket "$PHLIST_SOCKET" http://phlist/v1/pairing"#).output
        let port = try #require(reply.firstMatch(of: #/"port":([0-9]+)/#)?.1)
        let code = shown.filter { $0 != " " }
        let joining = try tablet.terminal("join", "--as", "Ann", "--host", "127.0.0.1:\(port)")
        try joining.expect("Code: ")
        try joining.type("\(code)\r")
        try pairing.expect("wants to join as ann, which is you, and would see your private lists. Allow? [y/N] ")
        try pairing.type("\(answer)\r")
        let isHers = answer == "y"
        #expect(try pairing.wait() == (isHers ? 0 : 77))
        #expect(try joining.wait() == (isHers ? 0 : 77))
        #expect(try ann("device", "ls", "-q").output.split(separator: "\n").count == (isHers ? 2 : 1))
        guard isHers else {
            #expect(joining.transcript.contains("did not let this one in"), "\(joining.transcript)")
            return
        }
        #expect(joining.transcript.contains("all is here: 1 list with 1 open item"), "\(joining.transcript)")
        #expect(try tablet("ls", "Diary").status == 0)
        try tablet("-q", "list", "new", "Chores").check()
        try tablet.meet()
        try ann("member", "ls", "--plain").check(says: "ann")
        #expect(try ann("member", "ls", "--plain").output.split(separator: "\n").count == 1)
        #expect(try !ann("history", "Chores").output.contains("the house"))
    }
}

extension String {
    /// The text without the end of its line.
    var trimmedLine: String {
        String(prefix { $0 != "\n" })
    }

    @Test func `the open items of a removed member are told, and found by the name`() throws {
        let home = try Home.called("ann")
        try home("-q", "member", "add", "Ben").check()
        try home("-q", "list", "new", "House").check()
        try home("-q", "add", "House", "bread", "soap", "tea", "--assign", "ben").check()
        try home("done", "tea").check()
        let told = try home("member", "rm", "ben")
        told.check(says: "2 open items are still for Ben: phlistctl ls --assign Ben")
        try home("ls", "--assign", "Ben").check(says: "bread")
        try home("ls", "--assign", "amn").check(67, says: "no member \"amn\"; did you mean \"ann\"?")
        for item in ["bread", "soap"] { try home("edit", item, "--assign", "ann").check() }
        #expect(try home("ls", "--assign", "Ben").output.isEmpty)
        // One of that name who is there comes first.
        try home("-q", "member", "add", "Ben").check()
        try home("edit", "soap", "--assign", "ben").check()
        try home("ls", "--assign", "Ben").check(says: "soap")
    }
}
