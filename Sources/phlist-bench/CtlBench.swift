import Glibc

/// phlistctl in whole processes, as people run it, compared with the smallest process and with other programs.
struct CtlBench {
    private static let rounds = 50
    private static let shownItems = 100
    private static let storedItems = [0, 10_000, 100_000]
    private static let itemsPerRequest = 10_000

    /// The directory of the programs.
    let programs: String
    /// A temporary directory of the run.
    let scratch: String

    /// Measures with a daemon that it starts and stops.
    func run() throws -> [Row] {
        let daemon = try TimedProcess.start([
            "\(programs)/phlistd", "--state-dir", "\(scratch)/state", "--socket", socket, "--port", "0",
            "--no-discovery",
        ])
        defer {
            kill(daemon, SIGTERM)
            _ = try? TimedProcess.wait(for: daemon)
        }
        try waitForDaemon()
        let process = try TimedProcess.median(of: Self.rounds) { _ in ["/bin/true"] }
        let floor = FlushFloor(path: "\(scratch)/floor")
        let flush = (0..<Self.rounds).map { _ in floor.measure() }.medianMicroseconds
        var rows = [sizeRow()]
        for word in ["version", "--help"] {
            rows.append(row("phlistctl \(word)", try median([word]), "/bin/true", process))
        }
        try add((0..<Self.shownItems).map { "small \($0)" }, to: "Small")
        var stored = 0
        for count in Self.storedItems {
            while stored < count {
                try add((stored..<min(stored + Self.itemsPerRequest, count)).map { "item \($0)" }, to: "Big")
                stored = min(stored + Self.itemsPerRequest, count)
            }
            rows.append(
                row(
                    "ls of \(Self.shownItems) items beside \(count)",
                    try median(["ls", "Small"]),
                    "/bin/true",
                    process
                )
            )
            let adds = try TimedProcess.median(of: Self.rounds) { ctl(["add", "New \(count)", "thing \($0)"]) }
            rows.append(row("add beside \(count)", adds, "/bin/true and one flush", process + flush))
        }
        return try rows + others(process)
    }

    private var socket: String { "\(scratch)/socket" }

    private func ctl(_ words: [String]) -> [String] {
        ["\(programs)/phlistctl", "--socket", socket] + words
    }

    private func median(_ words: [String]) throws -> Double {
        try TimedProcess.median(of: Self.rounds) { _ in ctl(words) }
    }

    private func row(_ name: String, _ measured: Double, _ floorName: String, _ floor: Double) -> Row {
        Row(name: name, unit: "us", measured: measured, floorName: floorName, floor: floor)
    }

    /// Waits for the daemon; phlistctl itself waits for one that is just starting.
    private func waitForDaemon() throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while (try? TimedProcess.run(ctl(["list", "new", "Small"]))) == nil {
            guard ContinuousClock.now < deadline else {
                throw TimedProcess.Failure(description: "phlistd does not start")
            }
        }
        for name in ["Big"] + Self.storedItems.map({ "New \($0)" }) {
            _ = try TimedProcess.run(ctl(["list", "new", name]))
        }
    }

    private func add(_ titles: [String], to list: String) throws {
        let path = "\(scratch)/items"
        guard let file = fopen(path, "w") else { throw TimedProcess.Failure(description: "cannot write \(path)") }
        fputs(titles.joined(separator: "\n"), file)
        fclose(file)
        _ = try TimedProcess.run(ctl(["add", list, "-"]), input: path)
    }

    private func sizeRow() -> Row {
        let size = Double(fileSize("\(programs)/phlistctl")) / 1_000_000
        return Row(name: "size of phlistctl", unit: "MB", measured: size, floorName: "its goal", floor: 12)
    }

    /// Returns the times of adding one item with other programs, as far as they are installed.
    private func others(_ process: Double) throws -> [Row] {
        let database = "\(scratch)/items.db"
        let sql = "create table if not exists items(title text); insert into items values('thing');"
        let candidates: [(name: String, words: [String])] = [
            ("sqlite3, one insert", ["/usr/bin/sqlite3", database, sql]),
            ("todo.txt-cli, add", ["/usr/bin/todo-txt", "-d", "\(scratch)/todo.cfg", "add", "thing"]),
            ("Taskwarrior, add", ["/usr/bin/task", "rc:\(scratch)/taskrc", "add", "thing"]),
        ]
        try configureOthers()
        return try candidates.filter { access($0.words[0], X_OK) == 0 }.map { candidate in
            row(candidate.name, try TimedProcess.median(of: Self.rounds) { _ in candidate.words }, "/bin/true", process)
        }
    }

    private func configureOthers() throws {
        let files = [
            (
                "todo.cfg",
                "export TODO_DIR=\(scratch)\nexport TODO_FILE=$TODO_DIR/todo.txt\nexport DONE_FILE=$TODO_DIR/done.txt\n"
            ),
            ("taskrc", "data.location=\(scratch)/task\nconfirmation=no\n"),
        ]
        for (name, text) in files {
            guard let file = fopen("\(scratch)/\(name)", "w") else {
                throw TimedProcess.Failure(description: "cannot write \(scratch)/\(name)")
            }
            fputs(text, file)
            fclose(file)
        }
        mkdir("\(scratch)/task", 0o700)
    }
}
