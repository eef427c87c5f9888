import Testing

/// What can no longer be done, or is not certain, and says so.
extension MeetingTests {
    /// What a redo might change.
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
}
