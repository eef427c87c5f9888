import Glibc
import PhlistControl

/// A daemon with clients that add items as fast as it acknowledges them.
final class DaemonLoad {
    /// The observations of one or more periods.
    struct Measurement {
        var latencies: [Duration] = []
        var duration = Duration.zero
        var bytes = 0

        var perSecond: Double { Double(latencies.count) / (duration / .seconds(1)) }
        var bytesPerAdd: Double { Double(bytes) / Double(latencies.count) }
    }

    /// The length of a period of observation.
    private static let milliseconds: Int32 = 600
    /// The approximate size of phlist-load's titles, for example many1-23-456-1.
    static let titleSize = 14

    private let programs: String
    private let directory: String
    private var daemon: pid_t = 0

    /// Starts a daemon with an empty list, in a new directory.
    static func started(in directory: String, programs: String) throws -> DaemonLoad {
        mkdir(directory, 0o700)
        let daemon = DaemonLoad(in: directory, programs: programs)
        try daemon.start()
        _ = try TimedProcess.run(daemon.ctl(["list", "new", "Load"]))
        return daemon
    }

    /// Creates a daemon that has its state in a directory, without starting it.
    init(in directory: String, programs: String) {
        self.programs = programs
        self.directory = directory
    }

    var client: ControlClient {
        get throws {
            let surroundings = Surroundings.ofProcess(environment: [:])
            let path = try SocketPath(option: socket, profile: .standard, surroundings: surroundings)
            return ControlClient(socket: path, timeout: .seconds(300))
        }
    }

    /// The resources that the daemon has used so far.
    var use: ProcessUse { ProcessUse(of: daemon) }

    /// The size of the log, in bytes.
    var logSize: Int { fileSize(logPath) }

    /// The log, and the snapshot that can save the daemon from reading it.
    var logPath: String { "\(directory)/state/phlist.log" }
    var snapshotPath: String { "\(directory)/state/phlist.snapshot" }

    /// Starts the daemon and returns the time until its first answer.
    @discardableResult
    func start() throws -> Duration {
        let began = ContinuousClock.now
        daemon = try TimedProcess.start([
            "\(programs)/phlistd", "--state-dir", "\(directory)/state", "--socket", socket, "--port", "0",
            "--no-discovery",
        ])
        while (try? TimedProcess.run(ctl(["status"]))) == nil {
            guard ContinuousClock.now - began < .seconds(60) else {
                throw TimedProcess.Failure(description: "phlistd does not start in \(directory)")
            }
        }
        return ContinuousClock.now - began
    }

    /// Stops the daemon in order.
    func stop() {
        kill(daemon, SIGTERM)
        _ = try? TimedProcess.wait(for: daemon)
    }

    /// Starts clients that add one item after the other, and observes them once all are running.
    ///
    /// The titles start with the name, which must be unused.
    func measure(clients: Int, name: String, into measurement: inout Measurement) throws {
        let outputs = (0..<clients).map { "\(directory)/\(name)\($0)" }
        let writers = try outputs.enumerated().map { number, output in
            try TimedProcess.start(load(["Load", "\(name)\(number)"]), output: output)
        }
        defer { writers.forEach { end($0) } }
        let started = ContinuousClock.now
        while outputs.contains(where: { lines(of: $0).isEmpty }) {
            guard ContinuousClock.now - started < .seconds(60) else {
                throw TimedProcess.Failure(description: "a client of phlistd has added nothing in a minute")
            }
            poll(nil, 0, 10)
        }
        let (began, sizeBefore, before) = (ContinuousClock.now, logSize, outputs.map { lines(of: $0).count })
        poll(nil, 0, Self.milliseconds)
        measurement.duration += ContinuousClock.now - began
        measurement.bytes += logSize - sizeBefore
        measurement.latencies += zip(outputs, before).flatMap { lines(of: $0).dropFirst($1) }
    }

    /// Adds many items in large requests.
    func fill(list: String, requests: Int, group: Int) throws {
        _ = try TimedProcess.run(ctl(["list", "new", list]))
        _ = try TimedProcess.run(load(["--count", "\(requests)", "--group", "\(group)", list, list]))
    }

    private var socket: String { "\(directory)/socket" }

    /// The command line of phlistctl for this daemon.
    func ctl(_ words: [String]) -> [String] {
        ["\(programs)/phlistctl", "--socket", socket] + words
    }

    private func load(_ words: [String]) -> [String] {
        ["\(programs)/phlist-load", "--socket", socket] + words
    }

    private func end(_ writer: pid_t) {
        kill(writer, SIGKILL)
        _ = try? TimedProcess.wait(for: writer)
    }

    /// Returns the duration of each acknowledged request.
    private func lines(of path: String) -> [Duration] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var (durations, line, capacity): ([Duration], UnsafeMutablePointer<CChar>?, Int) = ([], nil, 0)
        defer { free(line) }
        while getline(&line, &capacity, file) > 0, let line {
            durations.append(.microseconds(strtol(line, nil, 10)))
        }
        return durations
    }
}

/// Returns the size of a file, in bytes; 0 for a missing one.
func fileSize(_ path: String) -> Int {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
}
