import Glibc

/// A Redis of this run, which flushes each write before it answers.
final class RedisServer {
    private static let benchmark = "/usr/bin/redis-benchmark"
    /// The names of the server's program: Debian's package of tools has it without the service.
    private static let servers = ["/usr/bin/redis-server", "/usr/bin/redis-check-rdb"]
    /// The size of a value, in bytes, as that of the titles that phlistd stores.
    private static let valueSize = DaemonLoad.titleSize
    private static let pushesPerClient = 1_000
    private static let waitMilliseconds: Int32 = 10

    private let directory: String
    private let server: pid_t

    private var socket: String { "\(directory)/socket" }

    /// Starts a server with an empty store on a socket in a new directory; nil if Redis is not installed.
    init?(in directory: String) throws {
        let programs = Self.servers + [Self.benchmark]
        guard let program = programs.dropLast().first(where: { access($0, X_OK) == 0 }),
            access(Self.benchmark, X_OK) == 0
        else { return nil }
        self.directory = directory
        mkdir(directory, 0o700)
        // The program chooses by its name what it is.
        symlink(program, "\(directory)/redis-server")
        server = try TimedProcess.start(
            ["\(directory)/redis-server", "--port", "0", "--unixsocket", "\(directory)/socket", "--dir", directory]
                + ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--daemonize", "no"]
        )
        let began = ContinuousClock.now
        while access(socket, R_OK | W_OK) != 0 {
            guard ContinuousClock.now - began < .seconds(20) else {
                stop()
                throw TimedProcess.Failure(description: "redis-server does not start")
            }
            poll(nil, 0, Self.waitMilliseconds)
        }
    }

    /// Ends the server and waits for it.
    func stop() {
        kill(server, SIGTERM)
        _ = try? TimedProcess.wait(for: server)
    }

    /// Measures durable pushes of short values.
    func pushesPerSecond(clients: Int) throws -> Double {
        let output = "\(directory)/output"
        unlink(output)
        let words = ["-s", socket, "-t", "lpush", "-c", "\(clients)", "-d", "\(Self.valueSize)", "--csv"]
        let count = Self.pushesPerClient * min(clients, 20)
        let program = try TimedProcess.start([Self.benchmark, "-n", "\(count)"] + words, output: output)
        guard try TimedProcess.wait(for: program) == 0, let rate = try Self.rate(in: output) else {
            throw TimedProcess.Failure(description: "redis-benchmark failed")
        }
        return rate
    }

    /// Reads the second column of the last line, as in `"LPUSH","5143.00",…`.
    private static func rate(in path: String) throws -> Double? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 12)
        let count = fread(&bytes, 1, bytes.count, file)
        let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
        let columns = lines.last?.split(separator: ",") ?? []
        return columns.count > 1 ? Double(columns[1].filter { $0 != "\"" }) : nil
    }
}
