import Testing

/// What was done, and what is taken back.
struct TakingBackTests {
    private static func hostName(_ home: Home) throws -> String {
        try home.shell("hostname -s").output.trimmedLine
    }

    @Test func `decision 2 S1.22 what was done is taken back step by step, and done again`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl -q add Shopping 2>/dev/null; phlistctl -q add bread; phlistctl -q add eggs
            <1>
            <2>
            <3>
            $ phlistctl done bread eggs
            done: bread
            done: eggs
            $ phlistctl undone eggs
            open again: eggs
            $ phlistctl -q edit bread --title 'rye bread'
            <2>
            $ phlistctl rm eggs
            removed: eggs (back with: phlistctl restore <3>)
            $ phlistctl undo -n
            back again: eggs
            ! nothing was changed; without --dry-run it would be:
            $ phlistctl undo
            back again: eggs
            $ phlistctl undo
            title back to bread (was rye bread)
            $ phlistctl redo
            title back to rye bread (was bread)
            $ phlistctl undo Shopping
            title back to bread (was rye bread)
            $ phlistctl undo
            done again: eggs
            $ phlistctl undo | sort
            open again: bread
            open again: eggs
            $ phlistctl undo Garden
            ! phlistctl: no list "Garden"
            ! see phlistctl list ls, or make it: phlistctl list new Garden
            exit 66
            """
        )
    }

    @Test func `nothing to take back is said, and changes nothing`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl undo
            ! phlistctl: nothing to undo
            exit 66
            $ phlistctl redo
            ! phlistctl: nothing to redo; only an undo can be taken back, until the next change
            exit 66
            $ phlistctl history
            <now>  the house on HOST  -  named HOST’s household
            """.replacing("HOST", with: try Self.hostName(home))
        )
    }

    @Test func `what was said about people is taken back or named, and nothing older goes instead`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl member add Ben
            made the member Ben
            $ phlistctl list new Gift --private
            made the list Gift, private
            $ phlistctl -q add Gift telescope
            <1>
            $ phlistctl -q share Gift Ben >/dev/null; phlistctl -q unshare Gift Ben >/dev/null
            $ phlistctl undo
            invited again to the list Gift: Ben, who has to accept again
            $ phlistctl undo
            invitation to the list Gift taken back: Ben
            $ phlistctl redo
            invited again to the list Gift: Ben, who has to accept again
            $ phlistctl -q device rename HOST desk >/dev/null
            $ phlistctl undo
            ! phlistctl: the last thing you did, a new name for desk, cannot be undone: use "phlistctl device rename"
            ! to undo what you did in one list: phlistctl undo LIST
            exit 66
            $ phlistctl undo Gift
            invitation to the list Gift taken back: Ben
            $ phlistctl ls Gift
            Gift (private)
              [ ] <1>  telescope
            """.replacing("HOST", with: try Self.hostName(home))
        )
    }

    @Test func `the history tells who did what, where and when, newest first, in words`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl member add Ann && phlistctl member me Ann
            made the member Ann
            from now on <me> acts as Ann
            $ phlistctl -q add milk; phlistctl -q add Shopping bread eggs tea
            <1>
            <2>
            <3>
            <4>
            $ phlistctl -q done bread eggs tea; phlistctl -q undone tea; phlistctl -q cancel milk
            <2>
            <3>
            <4>
            <4>
            <1>
            $ phlistctl -q edit tea --title 'green tea'; phlistctl -q undo; phlistctl -q redo
            <4>
            <4>
            <4>
            $ phlistctl history
            <now>  Ann on HOST        Shopping  redo: renamed tea to green tea
            <now>  Ann on HOST        Shopping  undo: renamed green tea to tea
            <now>  Ann on HOST        Shopping  renamed tea to green tea
            <now>  Ann on HOST        Shopping  cancelled milk
            <now>  Ann on HOST        Shopping  opened tea again
            <now>  Ann on HOST        Shopping  ticked bread, eggs, tea
            <now>  Ann on HOST        Shopping  added bread, eggs, tea
            <now>  Ann on HOST        Shopping  made the list Shopping; added milk
            <now>  the house on HOST  -         made Ann a member
            <now>  the house on HOST  -         named HOST’s household
            $ phlistctl history Shopping -N 2
            <now>  Ann on HOST  redo: renamed tea to green tea
            <now>  Ann on HOST  undo: renamed green tea to tea
            $ phlistctl history Shopping/milk
            <now>  Ann on HOST  cancelled milk
            <now>  Ann on HOST  added milk
            $ phlistctl history --member Ann --device HOST --since yesterday -N 1
            <now>  Ann on HOST  Shopping  redo: renamed tea to green tea
            $ phlistctl history --since 'in 3 days'
            ! phlistctl: "in 3 days" lies in the future
            ! for example: yesterday, mon, 2026-11-01
            exit 65
            $ phlistctl history --member Zoe
            ! phlistctl: no member "Zoe"
            ! see all with: phlistctl member ls
            exit 67
            $ phlistctl history --device nas
            ! phlistctl: no device "nas"
            ! see all with: phlistctl device ls
            exit 67
            $ phlistctl history Garden
            ! phlistctl: no item "Garden"
            ! see what there is: phlistctl ls --all
            exit 66
            """.replacing("HOST", with: try Self.hostName(home))
        )
    }

    @Test func `a name that somebody changed since stays, and undo says so`() throws {
        let home = try Home()
        try home.session(
            """
            $ phlistctl member me Kim
            from now on <me> acts as Kim
            $ phlistctl member add Ben
            made the member Ben
            $ phlistctl member rename Ben Benno
            Ben is now Benno
            $ phlistctl --as Benno member rename Benno Benjamin
            Benno is now Benjamin
            $ phlistctl undo
            left as it is, because somebody changed it as well: name of the member Benjamin, now Benjamin
            """
        )
    }

    @Test func `a history of a thousand actions is read page by page`() throws {
        let home = try Home()
        for number in 1...60 { try home("add", "thing \(number)") }
        let all = try home("history", "Shopping", "--plain", "-N", "1000").output
        let lines = all.split(separator: "\n").filter { $0.contains("\ttitle\tthing") }
        #expect(lines.count == 60)
        let pages = try home.shell(
            """
            after=; while :; do page=$(curl -s --unix-socket "$PHLIST_SOCKET" \
            "http://phlist/v1/history?of=Shopping&limit=7${after:+&after=$after}"); printf '%s\\n' "$page" \
            | grep -o '"at"'; \
            after=$(printf '%s' "$page" | sed -n 's/.*"next":"\\([^"]*\\)".*/\\1/p'); [ -n "$after" ] || break; done
            """
        )
        #expect(pages.output.split(separator: "\n").count == 60)
    }
}
