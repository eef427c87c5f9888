import Glibc
import Testing

/// Reminders through a program of the user, and who hears them.
struct NotifyTests {
    @Test func `without a desktop a program gets each reminder, also after a restart of phlistd`() throws {
        let home = try Home.reminding()
        try home.shell(Self.hook).check()
        let notify = try home.notify(["PHLIST_NOTIFY_COMMAND": "\(home.directory)/hook"])
        try home.addReminded("milk")
        #expect(try Desktop.waits { try home.shell("cat told").output.contains("milk|Home|ann") })
        try home.daemon.stop()
        try home.daemon.start()
        try home.addReminded("bread")
        #expect(try Desktop.waits { try home.shell("cat told").output.contains("bread|Home|ann") })
        #expect(try home.shell("cat documents").output.contains(#""title":"milk""#))
        try home("notify", "--once", "--command", "true").check(75, says: "another phlistctl notify runs")
        // It counts as shown when the program has ended well, not before.
        let count = #"grep -o '\["' .local/state/phlist/*.json | wc -l"#
        #expect(try Desktop.waits { try home.shell(count).output == "2\n" })
        notify.signal(SIGTERM)
        try notify.wait()
        try home("notify", "--once", "--command", "\(home.directory)/hook").check()
        #expect(try home.shell("wc -l < told").output == "2\n")
    }

    private static let hook = """
        cat > hook <<'END'
        #!/bin/sh
        cat >> documents
        echo "$PHLIST_TITLE|$PHLIST_LIST|$PHLIST_MEMBER" >> told
        END
        chmod +x hook; touch told
        """

    @Test func `notify --once says what it shows, and what went wrong`() throws {
        let home = try Home.reminding()
        try home("notify").check(69, says: "there is no desktop to show reminders on")
        try home("notify", "--command", "./none").check(66, says: "the program ./none is not there")
        try home("notify", "--json").check(64, says: "notify has no result to print")
        try home.addReminded("milk")
        try home("notify", "--once", "--command", "false").check(69, says: "false failed (status 1)")
        // It counts as shown: a program that always fails would otherwise run each minute.
        #expect(try home("notify", "--once", "--command", "true").output == "")
        try home.addReminded("bread")
        try home.shell("echo 'exit 75' > later; chmod +x later; sed -i '1i #!/bin/sh' later").check()
        try home("notify", "--once", "--command", "./later").check(69, says: "asks for another attempt")
        try home("notify", "--once", "--command", "true").check(says: "reminded of bread")
        try home.shell("echo '{' > .local/state/phlist/reminders-*.json; true").check()
    }

    @Test func `the assignee is reminded, else everybody who sees the item, and nobody else`() throws {
        let homes = try Home.household("ann", "ben")
        let (ann, ben) = (homes[0], homes[1])
        try ann("-q", "list", "new", "House")
        try ann("-q", "list", "new", "Gift", "--private")
        try ann("-q", "add", "House", "lamp", "--remind", "2030-01-01 9:00").check()
        try ann("-q", "add", "House", "door", "--due", "2030-01-02", "--remind", "1 day before", "-a", "ben").check()
        try ann("-q", "add", "Gift", "globe", "--remind", "2030-01-01 9:00").check()
        try ben.expect("door", from: "notify", "-n")
        try ben("notify", "-n").check(says: "1 Jan 2030 09:00  door")
        try ben("notify", "-n").check(says: "lamp")
        #expect(try !ben("notify", "-n").output.contains("globe"))
        let own = try ann("notify", "-n").output
        #expect(own.contains("lamp") && own.contains("globe") && !own.contains("door"))
        // Done, in the trash, and in a list that is done: silent.
        try ann("-q", "done", "lamp")
        try ben.expect("lamp", false, from: "notify", "-n")
        try ann("-q", "list", "cancel", "House")
        try ben.expect("door", false, from: "notify", "-n")
        try ann("-q", "list", "reopen", "House")
        try ben.expect("door", from: "notify", "-n")
        try ann("-q", "rm", "door")
        try ben.expect("nothing to be reminded of", from: "notify", "-n")
    }
}
