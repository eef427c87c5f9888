import Glibc
import PhlistControl

/// A machine in existing namespaces, with a daemon of its own.
final class BenchHost {
    private let place: Place
    private let programs: String
    private let directory: String
    private var daemon: pid_t = 0

    /// The namespaces and the address of a machine.
    struct Place {
        /// A process in its namespaces.
        var process: pid_t
        var address: String

        /// Reads `PROCESS:ADDRESS`.
        init?(_ text: String) {
            guard let colon = text.firstIndex(of: ":"), let process = pid_t(text[..<colon]) else { return nil }
            self.process = process
            address = String(text[text.index(after: colon)...])
        }

        /// Returns the command line that runs a program on this machine.
        func command(_ words: [String]) -> [String] {
            ["/usr/bin/nsenter", "-t", "\(process)", "-m", "-u", "-n", "--"] + words
        }
    }

    /// Starts a daemon with an empty state.
    init(_ place: Place, programs: String, directory: String) throws {
        self.place = place
        self.programs = programs
        self.directory = directory
        mkdir(directory, 0o700)
        try start()
    }

    var client: ControlClient {
        get throws {
            let surroundings = Surroundings.ofProcess(environment: [:])
            let path = try SocketPath(option: socket, profile: .standard, surroundings: surroundings)
            return ControlClient(socket: path, timeout: .seconds(300))
        }
    }

    /// The size of the log, in bytes.
    var logSize: Int { fileSize("\(directory)/state/phlist.log") }

    /// The resources that the daemon has used so far.
    var use: ProcessUse { ProcessUse(of: daemon) }

    /// Admits another machine to the household of this one.
    func admit(_ joiner: BenchHost) throws {
        let opened = try client.reply(to: .openPairing())
        guard let code = opened.code, let port = opened.port else {
            throw TimedProcess.Failure(description: "no pairing code")
        }
        _ = try joiner.client.reply(to: .join(JoinRequest(code: code, host: "\(place.address):\(port)")))
    }

    /// Adds items in large requests.
    func add(_ count: Int, to list: String, prefix: String) throws {
        let group = 5_000
        let words = ["--count", "\(count / group)", "--group", "\(group)", "--socket", socket, list, prefix]
        _ = try TimedProcess.run(["\(programs)/phlist-load"] + words)
    }

    func add(_ title: String, to list: String) throws {
        let call = AddItemsRequest(list: list, titles: [title])
        _ = try client.reply(to: try ControlRequest(call, CallOptions(key: title)))
    }

    func makeList(_ title: String) throws {
        _ = try client.reply(to: try ControlRequest(NewListRequest(title: title), CallOptions(key: title)))
    }

    /// Sets the photo of an item.
    func setPhoto(of item: String, from file: String) throws {
        let bytes = try Self.bytes(of: file)
        _ = try client.send(.setPhoto(of: item, actsAs: nil), byteCount: bytes.count) { Array(bytes[$0...]) }
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        var facts = stat()
        guard stat(path, &facts) == 0, let file = fopen(path, "r") else {
            throw TimedProcess.Failure(description: "no \(path)")
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: Int(facts.st_size))
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    /// Sets which photos are fetched before somebody looks at them: `all` or `on-demand`.
    func fetchPhotos(_ policy: String) throws {
        _ = try client.reply(to: try ControlRequest(ChangeConfigurationRequest(key: "photos", value: policy)))
    }

    /// Returns details of the photos in a list.
    func photos(in list: String) throws -> [PhotoView] {
        try client.reply(to: try ControlRequest(ItemsQuery(list: list))).items.compactMap(\.photo)
    }

    /// Returns the number of open items in all lists.
    func itemCount() throws -> Int {
        try client.reply(to: try ControlRequest(ListsQuery())).lists.reduce(0) { $0 + $1.openCount }
    }

    /// Waits until there are `count` items.
    func wait(forItems count: Int) throws {
        try wait("\(count) items do not arrive") { try itemCount() >= count }
    }

    /// Waits until `count` photos in a list are known.
    func wait(forPhotos count: Int, in list: String) throws {
        try wait("\(count) photos are not heard of") { try photos(in: list).count == count }
    }

    private func wait(_ complaint: String, until isSo: () throws -> Bool) throws {
        let began = ContinuousClock.now
        while try !isSo() {
            guard ContinuousClock.now - began < .seconds(300) else {
                throw TimedProcess.Failure(description: "\(complaint) in \(directory)")
            }
            poll(nil, 0, 10)
        }
    }

    /// Stops the daemon's process, as on a machine that sleeps.
    func pause() {
        kill(daemon, SIGSTOP)
    }

    func resume() {
        kill(daemon, SIGCONT)
    }

    /// Stops the daemon in order, unless it is stopped already.
    func stop() {
        guard daemon != 0 else { return }
        kill(daemon, SIGTERM)
        _ = try? TimedProcess.wait(for: daemon)
        daemon = 0
    }

    private var socket: String { "\(directory)/socket" }

    private func start() throws {
        close(open("\(directory)/phlist.yaml", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        daemon = try TimedProcess.start(
            place.command(
                ["\(programs)/phlistd", "--state-dir", "\(directory)/state", "--socket", socket, "--no-discovery"]
                    + ["--config", "\(directory)/phlist.yaml"]
            )
        )
        try wait("phlistd does not start") { (try? itemCount()) != nil }
    }
}
