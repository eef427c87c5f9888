import Foundation
import Testing

/// Reminders on a real desktop.
@Suite(.enabled(if: Desktop.missingPrograms.isEmpty, "needs dunst, Xvfb, D-Bus and notify-send"))
struct DesktopTests {
    @Test func `a reminder is shown once, and Done does the item`() throws {
        let home = try Home.reminding()
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
        let home = try Home.reminding()
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
        let home = try Home.reminding()
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
}
