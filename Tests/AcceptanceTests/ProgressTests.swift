import Foundation
import Testing

/// Long work on a terminal, with the programs as they are installed: phlistd stands still, so that it takes long.
struct ProgressTests {
    private static func home() throws -> Home {
        let home = try Home()
        try home("add", "milk").check()
        try home("add", "bread").check()
        return home
    }

    @Test func `work that takes longer than a second shows how far it is, and leaves nothing of that`() throws {
        let home = try Self.home()
        home.daemon.signal(SIGSTOP)
        let backup = try home.terminal("backup", "kept")
        try backup.expect("backing up: ")
        home.daemon.signal(SIGCONT)
        try backup.expect("backed up 1 list, 2 items")
        #expect(try backup.wait() == 0)
        #expect(backup.screen.text.hasPrefix("backed up"), "\(backup.transcript)")
    }

    @Test func `export and restore-backup show how far they are, too`() throws {
        let (home, new) = (try Self.home(), try Home())
        try home("backup", "kept").check()
        let lines = [
            (home, "export Shopping --format csv -o list.csv", "reading: ", "exported 1 list, 2 items"),
            (new, "restore-backup '\(home.directory)/kept'", "restoring: ", "restored 1 list, 2 items"),
        ]
        for (home, line, doing, done) in lines {
            home.daemon.signal(SIGSTOP)
            let terminal = try home.terminal(shell: "phlistctl \(line)")
            try terminal.expect(doing)
            home.daemon.signal(SIGCONT)
            try terminal.expect(done)
            #expect(try terminal.wait() == 0)
            #expect(terminal.screen.text.hasPrefix(done), "\(terminal.transcript)")
        }
    }

    @Test func `nothing is shown where programs read the output`() throws {
        let home = try Self.home()
        home.daemon.signal(SIGSTOP)
        let quiet = try home.terminal("backup", "kept", "--json")
        let other = try home.terminal("backup", "other")
        try other.expect("backing up: ")
        home.daemon.signal(SIGCONT)
        #expect(try quiet.wait() == 0)
        #expect(try other.wait() == 0)
        #expect(!quiet.transcript.contains("backing up"))
    }

    @Test func `Ctrl-C stops the work, and says what is left`() throws {
        let home = try Self.home()
        home.daemon.signal(SIGSTOP)
        let backup = try home.terminal("backup", "kept")
        try backup.expect("backing up: ")
        try backup.interrupt()
        try backup.expect("stopped: no file was written")
        #expect(try backup.wait() == 130)
        home.daemon.signal(SIGCONT)
        #expect(try home.shell("ls -d kept*").output.isEmpty)
        try home("backup", "kept")
    }
}
