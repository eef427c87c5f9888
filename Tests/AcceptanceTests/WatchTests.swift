import Testing

/// A terminal on the kitchen counter that always shows what is open.
struct WatchTests {
    @Test func `watch shows what is open and keeps it up to date in place`() throws {
        let home = try Home()
        try home("add", "milk")
        let watch = try home.terminal("watch")
        try watch.expectScreen(
            """
            Shopping
              [ ] <1>  milk

            waiting for changes; Ctrl-C ends
            """,
            readable: home.readable
        )
        try home("add", "bread")
        try watch.expectScreen(
            """
            Shopping
              [ ] <1>  milk
              [ ] <2>  bread

            <now>  added [ ] bread in Shopping (<2>), by <me>
            """,
            readable: home.readable
        )
        try home("done", "milk")
        try watch.expectScreen(
            """
            Shopping
              [ ] <2>  bread

            <now>  changed [x] milk in Shopping (<1>), by <me>
            """,
            readable: home.readable
        )
        try watch.interrupt()
        #expect(try watch.wait() == 130)
        // What the shell prints next comes below, and nothing was hidden that would have to be shown again.
        #expect(watch.screen.cursor == (row: 4, column: 0))
        #expect(!watch.transcript.contains("␛[?"))
    }

    @Test func `what was on the terminal before stays, and what does not fit is counted`() throws {
        let home = try Home()
        let line = "trap : INT; echo before; phlistctl watch; echo behind $?"
        let terminal = try home.terminal(shell: line, size: Terminal.Size(columns: 80, rows: 6))
        try terminal.expect("waiting for changes")
        try home("add", "a")
        try terminal.expectScreen(
            """
            before
            Shopping
              [ ] <1>  a

            <now>  added [ ] a in Shopping (<1>), by <me>
            """,
            readable: home.readable
        )
        for title in ["b", "c", "d", "e"] { try home("add", title) }
        try terminal.expectScreen(
            """
            Shopping
              [ ] <1>  a
              [ ] <2>  b
              [ ] <3>  c
            … and 2 more lines
            <now>  added [ ] e in Shopping (<5>), by <me>
            """,
            readable: home.readable
        )
        try terminal.interrupt()
        try terminal.expect("behind 130")
        #expect(try terminal.wait() == 0)
    }

    @Test func `a restart of phlistd is waited for`() throws {
        let home = try Home()
        let watch = try home.terminal("watch")
        try watch.expect("nothing open")
        try home.daemon.stop()
        try watch.expect("waiting for it")
        try home.daemon.start()
        try home("add", "milk")
        try watch.expect("added [ ] milk")
        try watch.interrupt()
        #expect(try watch.wait() == 130)
    }

    @Test func `a terminal that cannot move its cursor gets a line for each change`() throws {
        let home = try Home()
        let watch = try home.terminal("watch", environment: ["TERM": "dumb"])
        let events = try home.terminal("watch", "--json")
        try events.expect("ready")
        try home("add", "milk")
        try watch.expect("added [ ] milk")
        try watch.interrupt()
        #expect(try watch.wait() == 130)
        #expect(!watch.transcript.contains("␛"))
        #expect(!watch.transcript.contains("nothing open"))
    }
}
