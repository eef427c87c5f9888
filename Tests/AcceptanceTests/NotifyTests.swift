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
        try home("notify", "--command", "/").check(66, says: "the program / is not there, or may not be run")
        try home("notify", "--command", "").check(64, says: "--command names no program")
        try home("notify", "--json").check(64, says: "notify has no result to print")
        try home.addReminded("milk")
        let failure = try home("notify", "--once", "--command", "false")
        failure.check(69, says: "false failed (status 1)")
        #expect(!failure.output.contains("reminded"))
        // It is not shown again: a program that always fails would otherwise run each minute.
        #expect(try home("notify", "--once", "--command", "true").output == "")
        try home.addReminded("bread")
        try home.shell("echo 'exit 75' > later; chmod +x later; sed -i '1i #!/bin/sh' later").check()
        try home("notify", "--once", "--command", "./later").check(69, says: "asks for another attempt")
        try home("notify", "--once", "--command", "true").check(says: "reminded of bread")
        // What cannot be run at all has done nothing, and may be there again in a minute.
        try home.addReminded("tea")
        try home.shell("echo '#!/nonexistent' > broken; chmod +x broken").check()
        try home("notify", "--once", "--command", "./broken").check(69, says: "cannot run ./broken")
        try home("notify", "--once", "--command", "true").check(says: "reminded of tea")
        try home.shell("echo '{' > $(echo .local/state/phlist/reminders-*.json)").check()
        try home("notify", "--once", "--command", "true").check(65, says: "is damaged")
    }

    @Test func `two devices of a person tell it once each, and what is done on one is silent on the other`() throws {
        let (ann, nas) = (try Home.reminding(), try Home.device("nas"))
        try nas.join(ann, for: "ann").check()
        try nas.expect("Home", from: "list", "ls")
        try nas.remember()
        try ann.addReminded("milk")
        try nas.expect("milk", from: "ls", "Home")
        for home in [ann, nas] {
            try home("notify", "--once", "--command", "true").check(says: "reminded of milk")
            #expect(try home("notify", "--once", "--command", "true").output == "")
        }
        try ann.addReminded("bread")
        try nas.expect("bread", from: "ls", "Home")
        try ann("-q", "done", "bread").check()
        try nas.expect("bread", false, from: "ls", "Home")
        #expect(try nas("notify", "--once", "--command", "true").output == "")
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
