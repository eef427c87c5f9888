import Foundation
import Testing

/// Shopping with `shop`, in a terminal.
struct ShopTests {
    private static let keys = "space tick  q quit  a add  / find  u undo  j k move"

    /// A home with a list that has sections, as the guide shows it.
    private static func home() throws -> Home {
        let home = try Home()
        try home("-q", "list", "new", "Groceries")
        try home("-q", "section", "add", "Groceries", "Dairy", "Bakery")
        try home("-q", "add", "Groceries/Dairy", "oat milk", "--qty", "2 l")
        try home("-q", "add", "Groceries/Dairy", "yoghurt")
        try home("-q", "add", "Groceries/Bakery", "bread").check()
        return home
    }

    private static func open(_ home: Home, _ arguments: String = "") throws -> Terminal {
        // A debug build would look into a crash on the terminal, and ask what else to show.
        let before = "trap : INT; export SWIFT_BACKTRACE=enable=no; echo before"
        let terminal = try home.terminal(
            shell: "\(before); phlistctl shop \(arguments); echo behind $?",
            size: Terminal.Size(columns: 60, rows: 8)
        )
        try terminal.expect(keys)
        #expect(terminal.screen.isAlternate)
        return terminal
    }

    /// What is on the terminal after the end: what was there before, and nothing of the screen.
    private static func expectRestored(_ terminal: Terminal, _ status: Int32) throws {
        try terminal.expectScreen("before\nbehind \(status)")
        #expect(try terminal.wait() == 0)
        #expect(!terminal.screen.isAlternate)
        for mode in ["␛[?25h", "␛[?2004l", "␛[?1049l"] { #expect(terminal.transcript.contains(mode)) }
        #expect(terminal.hasLines)
    }

    @Test func `a tick stays in sight, and what others do appears without moving the cursor`() throws {
        let home = try Self.home()
        let terminal = try Self.open(home)
        try terminal.type("j ")
        try terminal.expectScreen(
            """
            Groceries  1 of 3 done
            Dairy
              [ ] oat milk  2 l
            > [x] yoghurt
            Bakery
              [ ] bread

            \(Self.keys)
            """
        )
        #expect(try home("ls", "--state", "done", "--plain").output.contains("\tyoghurt\t"))
        try home("add", "Groceries/Dairy", "cream", "--top")
        try home("done", "bread")
        try terminal.expectScreen(
            """
            Groceries  2 of 4 done
            Dairy
              [ ] cream
              [ ] oat milk  2 l
            > [x] yoghurt
            Bakery
              [x] bread
            \(Self.keys)
            """
        )
        try terminal.type(" ")
        try terminal.expect("1 of 4 done")
        try terminal.type("q")
        try Self.expectRestored(terminal, 0)
    }

    @Test func `the screen in the guide is what shop shows`() throws {
        let home = try Self.home()
        try home("-q", "member", "add", "ben")
        try home("-q", "edit", "bread", "--assign", "ben")
        try home("-q", "add", "Groceries/Bakery", "rolls").check()
        let terminal = try Self.open(home)
        try home("done", "rolls")
        try terminal.type(" ")
        let guide = try String(contentsOf: Self.guide, encoding: .utf8)
        let screen = try #require(guide.split(separator: "```\n").first { $0.contains(Self.keys) })
        try terminal.expectScreen(String(screen.dropLast()))
        try terminal.type("q")
        #expect(try terminal.wait() == 0)
    }

    private static let guide = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/guide.md")

    @Test func `a list that is removed while somebody types stays on the screen, with what is typed, until it is back`()
        throws
    {
        let home = try Self.home()
        let terminal = try Self.open(home, "groceries")
        try terminal.type("ahalf")
        try terminal.expect("add: half")
        try home("list", "rm", "Groceries").check()
        try terminal.expect("Groceries (removed)")
        try terminal.expect("removed: phlistctl list restore Groceries")
        try terminal.type(" typed\r")
        try terminal.expect("add: half typed")
        try home("list", "restore", "Groceries").check()
        try terminal.expect("0 of 3 done")
        try terminal.type("\r")
        try terminal.expect("added: half typed")
        #expect(try home("ls", "--plain").output.contains("\thalf typed\t"))
        try home("list", "done", "Groceries").check()
        try terminal.expect("Groceries (completed)")
        try terminal.type("q")
        try Self.expectRestored(terminal, 0)
    }

    @Test func `an item that somebody removes from under the cursor is named`() throws {
        let home = try Self.home()
        let terminal = try Self.open(home, "groceries")
        try terminal.type("j ")
        try terminal.expect("1 of 3 done")
        try home("rm", "yoghurt", "oat milk").check()
        try terminal.expect("no longer here: yoghurt")
        try terminal.type("k")
        try terminal.expect(Self.keys)
        try terminal.type("q")
        try Self.expectRestored(terminal, 0)
    }

    @Test func `what is typed is found, added and undone`() throws {
        let home = try Self.home()
        let terminal = try Self.open(home, "groceries")
        try terminal.type("/brea\r ")
        try terminal.expect("1 of 3 done")
        try terminal.type("acre\u{301}m\u{7F}\u{7F}ème brûlée x2")
        try terminal.expect("add: crème brûlée x2")
        try terminal.type("\r")
        try terminal.expect("added: crème brûlée")
        #expect(try home("ls", "--plain").output.contains("\tcrème brûlée\t"))
        try terminal.type("a\u{1B}[200~quick\rq\u{1B}[201~")
        try terminal.expect("add: quick q")
        try terminal.type("\u{1B}")
        try terminal.expect(Self.keys)
        try terminal.type("u")
        try terminal.expect("removed: crème brûlée")
        try terminal.type("u")
        try terminal.expect("open again: bread")
        try terminal.type("u")
        try terminal.expect("nothing was changed here yet")
        // What was ticked here is opened again by its title, in any spelling, and that is undone as well.
        try terminal.type(" aBREAD\r")
        try terminal.expect("added again: bread")
        try terminal.type("a bread \r")
        try terminal.expect("already open: bread")
        try terminal.type("u")
        try terminal.expect("nothing looks different")
        try terminal.type("u")
        try terminal.expect("done again: bread")
        try terminal.type("u")
        try terminal.expect("open again: bread")
        try home("add", "Groceries", "tea")
        try terminal.type(" ")
        try terminal.expect("1 of 4 done")
        try home("add", "Groceries", "salt")
        try terminal.type("u")
        try terminal.expect("your last change was not made here")
        try terminal.interrupt()
        try Self.expectRestored(terminal, 130)
        #expect(try home("ls", "--state", "done", "--plain").output.contains("\tbread\t"))
    }

    @Test func `a smaller window shows what fits`() throws {
        let home = try Self.home()
        let terminal = try Self.open(home)
        terminal.resize(Terminal.Size(columns: 20, rows: 4))
        try terminal.expectScreen("Grocer…  0 of 3 done\nDairy\n> [ ] oat milk  2 l\nspace tick  q quit")
        terminal.resize(Terminal.Size(columns: 50, rows: 6))
        try terminal.expectScreen(
            """
            Groceries  0 of 3 done
            Dairy
            > [ ] oat milk  2 l
              [ ] yoghurt
            Bakery
            space tick  q quit  a add  / find  u undo
            """
        )
        try terminal.type("q")
        #expect(try terminal.wait() == 0)
    }

    @Test func `Ctrl-Z gives the terminal back, and fg draws the screen again`() throws {
        let home = try Self.home()
        let bash = "PS1='ready> ' exec bash --norc --noprofile -i"
        let terminal = try home.terminal(shell: bash, size: Terminal.Size(columns: 60, rows: 8))
        try terminal.expect("ready> ")
        try terminal.type("phlistctl shop\r")
        try terminal.expect(Self.keys)
        try terminal.type("\u{1A}")
        try terminal.expect("ready> ")
        #expect(!terminal.screen.isAlternate)
        try terminal.type("fg; echo ended $?\r")
        try terminal.expect(Self.keys)
        #expect(terminal.screen.isAlternate)
        try terminal.type("j ")
        try terminal.expect("1 of 3 done")
        try terminal.type("q")
        try terminal.expect("ended 0")
        #expect(!terminal.screen.isAlternate)
        // Ended while it is stopped, it does not wait for a terminal that it will not get.
        try terminal.type("phlistctl shop\r")
        try terminal.expect(Self.keys)
        try terminal.type("\u{1A}")
        try terminal.expect("ready> ")
        // bash's own `wait` does not wait for a job that it still takes for a stopped one.
        try terminal.type("kill %1; while pgrep -x phlistctl -s 0; do :; done; echo killed\r")
        try terminal.expect("\r\nkilled")
        #expect(!terminal.screen.isAlternate)
        try terminal.type("exit\r")
        #expect(try terminal.wait() == 0)
    }

    @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130), ("SEGV", 139), ("ABRT", 134), ("QUIT", 131)])
    func `the terminal is as before after a signal`(name: String, status: Int) throws {
        let home = try Self.home()
        let terminal = try Self.open(home)
        try terminal.type("atyped")
        try terminal.expect("add: typed")
        try home.shell("kill -\(name) $(pgrep -x phlistctl -s \(terminal.session))").check()
        try terminal.expect("behind \(status)")
        #expect(try terminal.wait() == 0)
        #expect(!terminal.screen.isAlternate)
        #expect(terminal.screen.text.hasPrefix("before\n"))
        #expect(terminal.hasLines)
    }

    @Test func `while phlistd is away nothing that is typed is lost`() throws {
        let home = try Self.home()
        let terminal = try Self.open(home)
        try home.daemon.stop()
        try terminal.expect("phlistd is away; waiting for it")
        try terminal.type(" ")
        try terminal.expect("phlistd is not running")
        try terminal.type("asalt\r")
        try terminal.expectScreen(
            """
            Groceries  0 of 3 done
            Dairy
            > [ ] oat milk  2 l
              [ ] yoghurt
            Bakery
              [ ] bread
            phlistd is not running (no socket at \(home.directory.prefix(22))…
            add: salt
            """
        )
        try home.daemon.start()
        try terminal.type("\r")
        try terminal.expect("added: salt")
        try home("done", "bread")
        try terminal.expect("1 of 4 done")
        try terminal.type("q")
        try Self.expectRestored(terminal, 0)
    }

    @Test func `it acts as the member that is named`() throws {
        let home = try Self.home()
        try home("-q", "member", "add", "ann")
        let terminal = try Self.open(home, "--as ann")
        try terminal.type(" ")
        try terminal.expect("1 of 3 done")
        try terminal.type("q")
        #expect(try terminal.wait() == 0)
        #expect(try home("show", "oat milk").output.contains("by ann"))
    }

    @Test func `without a terminal, a list or a screen that can be drawn it says so`() throws {
        let home = try Home()
        try home("shop").expect(
            64,
            "! phlistctl: shop needs a terminal that can move its cursor",
            "! without one: phlistctl ls, and phlistctl done ITEM"
        )
        let dumb = try home.terminal("shop", environment: ["TERM": "dumb"])
        try dumb.expect("shop needs a terminal that can move its cursor")
        #expect(try dumb.wait() == 64)
        let piped = try home.terminal(shell: "phlistctl shop | cat; echo behind")
        try piped.expect("shop needs a terminal")
        let none = try home.terminal("shop")
        try none.expect("which list? There is no default one")
        #expect(try none.wait() == 64)
        let unknown = try home.terminal("shop", "Garden")
        try unknown.expect("no list")
        #expect(try unknown.wait() == 66)
    }
}
