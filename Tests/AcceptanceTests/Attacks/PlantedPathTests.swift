import Foundation
import Testing

/// What another user could have put where phlistd keeps its things.
struct PlantedPathTests {
    /// A home whose daemon has gone, with everything that it has left.
    private static func leftBehind() throws -> Home {
        let home = try Home()
        #expect(try home("add", "milk").status == 0)
        try home.daemon.stop()
        return home
    }

    /// Starts phlistd on a copy of what a home has, changed by a line of a shell.
    private static func start(_ home: Home, after change: String) throws -> Outcome {
        try home.shell(
            """
            rm -rf planted away; mkdir -m 700 planted; cp -a state planted/state; touch planted/control.sock.lock
            cd planted; \(change); cd ..
            exec timeout 20 phlistd --port 0 --no-discovery \
                --state-dir "$PWD/planted/state" --socket "$PWD/planted/control.sock"
            """
        )
    }

    @Test(arguments: [
        ("mv state/device.key ../away; ln -s ../../away state/device.key", 78, "device.key: it is a symbolic link"),
        ("mv state/phlist.lock ../away; ln -s ../../away state/phlist.lock", 74, "phlist.lock: it is a symbolic link"),
        ("mv state/phlist.log ../away; ln -s ../../away state/phlist.log", 74, "phlist.log: it is a symbolic link"),
        ("mv state/blobs ../away; ln -s ../../away state/blobs", 77, "state/blobs: is a symbolic link"),
        ("mv state/blobs/partial ../away; ln -s ../../../away state/blobs/partial", 77, "partial: is a symbolic link"),
        ("mkdir ../away; ln -s ../../away state/import", 77, "state/import: is a symbolic link"),
        ("mkdir ../away; ln -s ../../away state/quarantine", 77, "state/quarantine: is a symbolic link"),
        ("mv state ../away; ln -s ../away state", 77, "state: is a symbolic link"),
        ("rm control.sock.lock; ln -s ../away control.sock.lock", 74, "control.sock.lock: "),
        ("ln -s ../away control.sock", 78, "control.sock: something else is there"),
        ("mv ../planted ../away; ln -s away ../planted", 77, "planted: is a symbolic link"),
    ])
    func `phlistd does not start with a symbolic link where its own things should be`(
        _ change: String,
        _ status: Int32,
        _ words: String
    ) throws {
        let outcome = try Self.start(Self.leftBehind(), after: change)
        #expect(outcome.status == status, "\(outcome.transcript)")
        #expect(outcome.messages.contains(words), "\(outcome.transcript)")
        #expect(outcome.messages.split(separator: "\n").count(where: { $0.hasPrefix("phlistd: ") }) == 1)
    }

    @Test(arguments: [
        ("chmod 640 state/device.key", 78, "device.key is open to others (mode 640); try: chmod 600"),
        ("chmod 604 state/device.key", 78, "device.key is open to others (mode 604); try: chmod 600"),
        ("chmod 770 state", 77, "state: others may write to it"),
        ("chmod 702 state/blobs", 77, "state/blobs: others may write to it"),
        ("chmod 722 .", 77, "planted: others may write to it"),
    ])
    func `phlistd does not start with a key that others can read, or a folder that they can change`(
        _ change: String,
        _ status: Int32,
        _ words: String
    ) throws {
        let outcome = try Self.start(Self.leftBehind(), after: change)
        #expect(outcome.status == status, "\(outcome.transcript)")
        #expect(outcome.messages.contains(words), "\(outcome.transcript)")
    }

    @Test func `a link under a name that phlistd writes to never leads it to another file`() throws {
        let home = try Home()
        try home.daemon.stop()
        let names = [
            "reserve", "phlist.snapshot", "phlist.snapshot.new", "phlist.restore", "phlist.log.new", "device.key.new",
        ]
        for name in names {
            let planted = "echo precious >\(name).away; rm -f state/\(name); ln -s ../\(name).away state/\(name)"
            #expect(try home.shell(planted).status == 0)
        }
        // Whether it starts or not: nothing of ours may be in a file of somebody else.
        try? home.daemon.start()
        _ = try home("add", "milk")
        try? home.daemon.stop()
        for name in names {
            #expect(try home.shell("cat \(name).away").output == "precious\n")
        }
    }

    @Test func `a link in the place of a photo is neither read nor written through`() throws {
        let home = try Home()
        #expect(try home("add", "milk").status == 0)
        try PhotoTests.makePicture("cow.jpg", home)
        let set = ["photo", "set", "milk", "\(home.directory)/cow.jpg"]
        #expect(try home.phlistctl(set).status == 0)
        try home.daemon.stop()
        // Each photo is moved away as it is, so that its name is right for what the link leads to.
        let planted = try home.bash(
            """
            mkdir away
            for path in state/blobs/??/*; do mv $path away/ && ln -s $PWD/away/${path##*/} $path; done
            sha256sum away/* >sums; find state/blobs -type l | wc -l
            """
        )
        #expect(planted.output == "2\n", "\(planted)")
        try home.daemon.start()
        #expect(try home("photo", "save", "milk", "saved.jpg").status != 0)
        #expect(try home.phlistctl(set).status == 0)
        #expect(try home("photo", "save", "milk", "saved.jpg").status == 0)
        #expect(try home.bash("sha256sum --check --quiet sums && find state/blobs -type l").transcript == [])
    }
}
