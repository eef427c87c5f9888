import Foundation
import Testing

/// The daemon's configuration, from the command line to the file and into the running daemon.
struct ConfigurationTests {
    @Test func `a value is written where it stands, with its comment, and the rest of the file stays`() throws {
        let home = try Home()
        let file = "\(home.directory)/.config/phlist/phlist.yaml"
        try home("config", "set", "discovery", "false").check()
        try "# ours\nlog-level: info   # quiet\n\nport: 0\n# end\n".write(
            toFile: file,
            atomically: true,
            encoding: .utf8
        )
        try home.session(
            """
            $ phlistctl config get log-level
            info
            $ phlistctl config set log-level warning
            log-level is now warning
            $ phlistctl config set peers 'nas, 192.168.1.7:7454'
            peers is now nas, 192.168.1.7:7454
            $ phlistctl config set port 7999
            port is written to <home>/.config/phlist/phlist.yaml, but --port overrides it: 0
            $ phlistctl config set port 7999 -n
            port is now 7999; restart phlistd for it to take effect
            ! nothing was changed; without --dry-run it would be:
            $ cat .config/phlist/phlist.yaml
            # ours
            log-level: warning   # quiet

            port: 7999
            # end
            peers: [nas, "192.168.1.7:7454"]
            $ phlistctl config set peers ''
            peers is empty now
            """
        )
    }

    @Test(arguments: [
        (["port", "99999"], 65, #"port must be a whole number from 0 to 65535, not "99999""#),
        (["port", "1\nlog-level: debug"], 65, "port must be a whole number from 0 to 65535"),
        (["log-level", "loud"], 65, "log-level must be one of trace, debug"),
        (["discovery", "perhaps"], 65, #"discovery must be true or false, not "perhaps""#),
        (["device-name", ""], 65, "device-name must be 1 to 64 bytes"),
        (["state-directory", "here"], 65, "state-directory must be an absolute path"),
        (["peers", "a:b:c:99999999"], 65, "peers must be a list of at most 64 addresses"),
        (["peers", "nobody's"], 65, "peers must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"n"),
        (
            ["peers", "192.168.77.12,foo bar"], 65,
            "peers must be a list of at most 64 addresses, each HOST or HOST:PORT"
        ),
        (["web-names", "nas.example nas2.example"], 65, "web-names must be a list of at most"),
        (["prot", "1"], 66, #"no key "prot""#),
    ])
    func `a value that phlistd would refuse is not written`(arguments: [String], status: Int32, line: String) throws {
        let home = try Home()
        let outcome = try home.phlistctl(["config", "set"] + arguments)
        #expect(outcome.status == status, "\(outcome.messages)")
        #expect(status == 0 || outcome.messages.hasPrefix("phlistctl: \(line)"), "\(outcome.messages)")
        let isWritten = FileManager.default.fileExists(atPath: "\(home.directory)/.config/phlist/phlist.yaml")
        #expect(isWritten == (status == 0))
    }

    @Test func `a device-name that the household does not use is told, with the command that renames the device`()
        throws
    {
        let home = try Home()
        let set = try home("config", "set", "device-name", "kitchen")
        #expect(set.output == "device-name is now kitchen\n")
        #expect(set.messages.contains("device-name is for the first start alone"), "\(set.messages)")
        try home.daemon.stop()
        try home.daemon.start()
        try home.daemon.expectLog("the configured name is not used")
        let listed = try home("config", "ls")
        let advice = try #require(listed.messages.split(separator: "to change that: ").last)
        try home.shell(String(advice)).check(says: "kitchen")
        #expect(try home("config", "ls").messages.isEmpty)
        try home("device", "ls").check(says: "kitchen")
    }

    @Test func `SIGHUP takes in what may change, names what may not, and refuses a file that is wrong`() throws {
        let home = try Home()
        let file = "\(home.directory)/.config/phlist/phlist.yaml"
        try home("config", "set", "log-level", "info")
        try "log-level: notice\ndevice-name: attic\nlisten: [lo]\n".write(
            toFile: file,
            atomically: true,
            encoding: .utf8
        )
        try home.daemon.hangUp()
        try home.daemon.expectLog("configuration needs a restart key=listen")
        try home.daemon.expectLog("device-name is for the first start alone")
        try "log-level: [\n".write(toFile: file, atomically: true, encoding: .utf8)
        try home.daemon.hangUp()
        try home.daemon.expectLog("configuration refused; the one before stays in force")
        try home("add", "milk").expect(0, "made the list Shopping", #"added "milk" to Shopping (<1>)"#)
        let refused = try home("config", "ls")
        #expect(refused.status == 78)
        #expect(refused.messages.contains("<home>/.config/phlist/phlist.yaml: 2:1: "), "\(refused.messages)")
    }

    @Test func `a daemon ends in order with the window in which it was started, but not under nohup`() throws {
        let home = try Home()
        try home.daemon.stop()
        let command = "phlistd --state-dir $PWD/state --socket $PWD/control.sock --port 0 --no-discovery"
        let window = try home.terminal(shell: "exec \(command)")
        try window.expect("notice started")
        try window.close()
        #expect(try window.waitUnseen() == 0)

        let kept = try home.terminal(shell: "nohup \(command) >log 2>&1 & echo $! >pid; read -r line")
        try home.shell("until test -S control.sock; do :; done").expect(0)
        try kept.close()
        try home.daemon.expectLog("configuration read again")
        try home("add", "milk").expect(0, "made the list Shopping", #"added "milk" to Shopping (<1>)"#)
        try home.shell("kill $(cat pid)").expect(0)
        try home.daemon.expectLog("stopped")
    }

    @Test func `whatever else in the file phlistd would refuse is named with each value that is written`() throws {
        let home = try Home()
        try home("config", "set", "photos", "recent").expect(0, "photos is now recent")
        let file = "\(home.directory)/.config/phlist/phlist.yaml"
        try "photos: banana\nport: many\npeers: 3\nprot: 1\n".write(toFile: file, atomically: true, encoding: .utf8)
        let set = try home("config", "set", "photos", "recent")
        set.check(says: "photos is now recent\n")
        let lines = set.messages.split(separator: "\n").map(String.init)
        #expect(lines.count == 3, "\(lines)")
        #expect(lines.first == "phlistd goes on as before, and would not start again until this is mended:")
        for key in ["port", "peers"] {
            #expect(lines.contains { $0.hasPrefix("<home>/.config/phlist/phlist.yaml: \(key): must be ") }, "\(lines)")
        }
        let json = try home("--json", "config", "set", "peers", "nas")
        json.check(says: #""problems":["<home>/.config/phlist/phlist.yaml: port: must be "#)
        try home("config", "set", "port", "7999").expect(
            0,
            "port is written to <home>/.config/phlist/phlist.yaml, but --port overrides it: 0"
        )
        #expect(try home("config", "ls").status == 0)
    }
}
