import Testing

/// Acts that can no longer be done, or are not certain, and their refusals.
extension MeetingTests {
    /// The content that a redo might change.
    private static func everything(_ home: Home) throws -> [String] {
        let shown = ["ls --all --long", "ls Trip --all", "trash", "list ls --all", "history --plain"]
        return try shown.map { try home.shell("phlistctl \($0)").output }
    }

    @Test func `a redo that can no longer be done says why, and nothing changes`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "Trip", "--private")
        try ann.share("Trip", with: "ben", at: ben)
        try ben("-q", "add", "Trip", "torch").check()
        try ben("undo").check(says: "removed: torch")
        try ben.meet()
        try ann("unshare", "Trip", "ben").check()
        try ben.expect("no longer shared", from: "list", "ls")
        let before = try Self.everything(ben)
        let ended = "cannot redo what you undid in Trip: it is no longer shared with you"
        let hint = "to redo what you undid in one list: phlistctl redo LIST"
        try ben("redo").expect(77, "! phlistctl: \(ended)", "! \(hint)")
        try ben("redo", "Trip").check(77, says: ended)
        try ben("redo", "--json").check(77, says: #""code":"not-permitted""#)
        #expect(try Self.everything(ben) == before)
        // Another change ends it, in whatever list, and what is gone for good does not come back.
        let nothing = "! phlistctl: nothing to redo; only an undo can be taken back, until the next change"
        try ben("-q", "add", "Shopping", "tea").check()
        try ben("edit", "tea", "--note", "green").check()
        try ben("redo").expect(66, nothing)
        try ben("-q", "undo").check()
        try ann.meet()
        try ann.shell("phlistctl -q rm tea && phlistctl -q purge tea --yes").check()
        try ann.meet()
        let gone = try Self.everything(ben)
        try ben("redo").expect(0, "cannot be done again: 1 thing that was removed for good since")
        try ben("redo").expect(66, nothing)
        #expect(try Self.everything(ben).dropLast() == gone.dropLast())
    }

    @Test func `of two members of one name neither is removed by it, and each by the id that is told`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try AcrossDevicesTests.apart(
            homes,
            { try ann("member", "add", "Carl").check() },
            { try ben("member", "add", "Carl").check() }
        )
        let members = try ann("member", "ls").output
        let ids = members.matches(of: #/Carl +- +([k-z]{8})/#).map { String($0.output.1) }
        try #require(ids.count == 2, "\(members)")
        try ann("-q", "edit", "milk", "--assign", ids[1]).check()
        for words in ["Carl", "carl --yes"] {
            try ann.shell("phlistctl member rm \(words)").check(64, says: "\" matches 2 members\n")
            for id in ids { try ann.shell("phlistctl member rm \(words) 2>&1 | grep -qx '  \(id)  Carl'").check() }
        }
        #expect(try ann("member", "ls").output == members)
        try ann("member", "rm", ids[0]).check(says: "removed the member Carl (back with: phlistctl undo)")
        let rest = try ann("member", "ls")
        #expect(rest.output.contains(ids[1]) && !rest.output.contains(ids[0]), "\(rest.transcript)")
        #expect(!rest.messages.contains("two members"), "\(rest.transcript)")
        try ann("show", "milk").check(says: "assignee  Carl\n")
        // The one who is left has the name alone.
        let hint = "1 open item is still for Carl: phlistctl ls --assign \(ids[1])"
        try ann.shell("phlistctl member rm Carl 2>&1 | grep -qx '\(hint)'").check()
        for _ in ids { try ann("undo").check(says: "back again: the member Carl") }
        try ann.meet()
        for home in homes {
            let all = try home("member", "ls")
            #expect(all.output.matches(of: #/Carl/#).count == 2, "\(all.transcript)")
            all.check(says: "two members are called Carl")
        }
    }

    @Test func `what is for a removed member is found by the command that is told, and a filter says who is gone`()
        throws
    {
        let home = try Home()
        try home("-q", "member", "add", "Carl").check()
        for title in ["rope", "pens"] { try home("-q", "add", title).check() }
        try home("-q", "edit", "pens", "--assign", "Carl").check()
        try home("filter", "save", "his", "--assign", "Carl").check()
        try home.session(
            """
            $ phlistctl ls --filter his
            Shopping
              [ ] <3>  pens
            $ phlistctl member rm Carl
            removed the member Carl (back with: phlistctl undo)
            ! 1 open item is still for Carl: phlistctl ls --assign Carl
            $ phlistctl ls --assign Carl
            Shopping
              [ ] <3>  pens
            $ phlistctl ls --filter his
            ! phlistctl: the filter "his" names "Carl", who is no longer in the household
            ! save it again with --replace, or remove it with: phlistctl filter rm his
            exit 66
            $ phlistctl filter ls
            his  --assign Carl  names what is gone
            $ phlistctl edit rope --assign Carl
            ! phlistctl: no member "Carl"
            ! see all with: phlistctl member ls
            exit 67
            $ phlistctl undo
            back again: the member Carl
            $ phlistctl ls --filter his
            Shopping
              [ ] <3>  pens
            """
        )
    }

    @Test func `amounts that two set alike are no conflict, and are told in words, in JSON too`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "edit", "milk", "--qty", "1 l").check()
        try ann("-q", "add", "Shopping", "eggs").check()
        try ann.meet()
        let change = "phlistctl -q edit milk --qty '2 l' && phlistctl -q edit eggs --qty 6"
        try AcrossDevicesTests.apart(homes, { try ann.shell(change).check() }, { try ben.shell(change).check() })
        let notice = "ann and ben independently changed milk in Shopping to 2 l; if each added, give the sum: "
        for home in homes {
            let told = try home("conflicts", "--json").output
            #expect(told.contains(#""conflicts":[]"#) && told.contains(#""notices":["\#(notice)"#), "\(told)")
            // Nobody had an amount of eggs to which to add.
            #expect(!told.contains("eggs"), "\(told)")
            #expect(try home("ls", "--json").output.matches(of: #/"conflicts":\[\]/#).count == 2)
            try home("resolve", "milk", "quantity", "3 l").check(66, says: "no conflict")
        }
        try ben("-q", "edit", "milk", "--qty", "3 l").check()
        try ben.meet()
        for home in homes {
            #expect(try home("conflicts", "--json").output == #"{"conflicts":[],"schemaVersion":1}"# + "\n")
        }
    }
}
