import Foundation
import Testing

/// Reminders on a real desktop, and through a program of the user.
struct NotifyTests {
    /// A home in which reminders were shown before, so that those of this minute are not from before the first run.
    private static func home(_ name: String = "ann") throws -> Home {
        let home = try Home.called(name)
        try home("-q", "list", "new", "Home")
        try home.remember()
        return home
    }

    @Test func `a reminder is shown once, and Done does the item`() throws {
        let home = try Self.home()
        let desktop = try Desktop(for: home)
        try home.addReminded("milk")
        let notify = try home.notify(desktop.environment)
        try desktop.expect("milk")
        #expect(desktop.shown == ["milk|Home"])
        try desktop.choose("Done")
        try home.expect("[x]", from: "ls", "Home", "--all")
        try desktop.expectDisplayed(0)
        // Opened again, it is the same reminder; and a second run knows that.
        try home("undone", "milk").check()
        notify.signal(SIGTERM)
        try notify.wait()
        let again = try home.notify(desktop.environment)
        try home.addReminded("bread")
        try desktop.expect("bread")
        #expect(desktop.shown.count == 2)
        again.signal(SIGINT)
        #expect(try again.wait() == 130)
        #expect(try home.shell("stat -c %a .local/state/phlist/reminders-*.json").output == "600\n")
    }

    @Test func `what is done elsewhere leaves the screen, and what is put off comes back later`() throws {
        let home = try Self.home()
        let desktop = try Desktop(for: home)
        let notify = try home.notify(desktop.environment)
        try home.addReminded("milk")
        try desktop.expect("milk")
        try home("done", "milk").check()
        try desktop.expectDisplayed(0)
        try home.addReminded("tea")
        try desktop.expect("tea")
        try desktop.choose("Snooze")
        _ = try Desktop.waits { try home.shell("cat .local/state/phlist/*.json").output.contains("until") }
        try home.expect("[ ]", from: "ls", "Home")
        // Ten minutes later, by a clock that the file stands for.
        notify.signal(SIGTERM)
        try notify.wait()
        let past = #"sed -i 's/"until":"[^"]*"/"until":"2020-01-01T00:00"/' .local/state/phlist/*.json"#
        try home.shell(past).check()
        let later = try home.notify(desktop.environment)
        try desktop.expect("tea", times: 2)
        later.signal(SIGTERM)
        try later.wait()
    }

    @Test func `no title of anybody does anything but stand there`() throws {
        let home = try Self.home()
        let desktop = try Desktop(for: home)
        let title = #"--help</b> $(touch x) `id` & "\n" %s"#
        try home("list", "rename", "Home", #"a<i>b & c\n"#).check()
        let notify = try home.notify(desktop.environment)
        try home.addReminded(title, to: #"a<i>b & c\n"#)
        try desktop.expect(title)
        // dunst hands on the markup that it got.
        #expect(desktop.shown == [#"\#(title)|a&lt;i&gt;b &amp; c\n"#])
        #expect(try home.shell("ls x").status != 0)
        notify.signal(SIGTERM)
        try notify.wait()
    }

    @Test func `without a desktop a program gets each reminder, also after a restart of phlistd`() throws {
        let home = try Self.home()
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
        let home = try Self.home()
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

extension Home {
    /// Runs reminders once, so that there is a record.
    fileprivate func remember() throws {
        try self("notify", "--once", "--command", "true").check()
    }

    /// Adds an item with a reminder in this minute.
    ///
    /// One that was past when it was set is not shown: if a minute begins meanwhile, that one is set.
    fileprivate func addReminded(_ title: String, to list: String = "Home") throws {
        var minute = ""
        repeat {
            minute = try shell("date +%Y%m%dT%H%M00").output.trimmingCharacters(in: .newlines)
            try self("-q", "add", "--literal", "--remind", minute, "--", list, title).check()
        } while try shell("date +%Y%m%dT%H%M00").output.trimmingCharacters(in: .newlines) != minute
    }

    /// Starts reminders.
    fileprivate func notify(_ environment: [String: String]) throws -> Child {
        let log = "\(directory)/notify.log"
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        return try Child(
            Child.Start(
                program: Program.path("phlistctl"),
                arguments: ["notify"],
                environment: self.environment.merging(environment) { $1 },
                directory: directory,
                files: [nil, nil, FileHandle(forWritingAtPath: log)]
            )
        )
    }
}
