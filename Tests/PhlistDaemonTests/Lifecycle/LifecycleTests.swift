import FoundationEssentials
import Glibc
import Logging
import PhlistControl
import PhlistDaemon
import ServiceLifecycle
import Testing

@Suite(.timeLimit(.minutes(1))) struct ServiceManagerTests {
    @Test(arguments: [false, true])
    func `messages come as one datagram, on a path and on an abstract name`(_ isAbstract: Bool) async throws {
        let directory = try TestDirectory()
        let name = isAbstract ? "@\(directory.path)/notify" : "\(directory.path)/notify"
        let receiver = try DatagramReceiver(name)
        let manager = ServiceManager(environment: ["NOTIFY_SOCKET": name])
        manager.send(.ready, .status("3 lists\nREADY=0"))
        manager.send(.stopping)
        manager.send(.alive)
        manager.send(.extendTimeout(.seconds(30)))
        #expect(try await receiver.next() == "READY=1\nSTATUS=3 lists READY=0")
        #expect(try await receiver.next() == "STOPPING=1")
        #expect(try await receiver.next() == "WATCHDOG=1")
        #expect(try await receiver.next() == "EXTEND_TIMEOUT_USEC=30000000")
    }

    @Test(arguments: [nil, "", "relative", "/nowhere/notify", "/" + String(repeating: "x", count: 200)])
    func `a manager that is not there is no error`(_ name: String?) {
        ServiceManager(environment: name.map { ["NOTIFY_SOCKET": $0] } ?? [:]).send(.ready)
    }

    @Test func `the watchdog is ours when the manager says so`() {
        let environment = ["NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "30000000"]
        #expect(ServiceManager(environment: environment).watchdogPeriod == .seconds(30))
        let ours = environment.merging(["WATCHDOG_PID": "7"]) { $1 }
        #expect(ServiceManager(environment: ours, processID: 7).watchdogPeriod == .seconds(30))
        #expect(ServiceManager(environment: ours, processID: 8).watchdogPeriod == nil)
        #expect(ServiceManager(environment: ["WATCHDOG_USEC": "1"]).watchdogPeriod == nil)
        let zero = environment.merging(["WATCHDOG_USEC": "0"]) { $1 }
        #expect(ServiceManager(environment: zero).watchdogPeriod == nil)
    }
}

@Suite(.timeLimit(.minutes(1))) struct DaemonRunnerTests {
    let directory: TestDirectory
    let receiver: DatagramReceiver
    var path: String { "\(directory.path)/s/control.sock" }

    init() throws {
        directory = try TestDirectory()
        receiver = try DatagramReceiver("\(directory.path)/notify")
    }

    private func runner(
        _ environment: [String: String] = [:],
        extensionPeriod: Duration = .seconds(3600)
    ) throws -> DaemonRunner {
        let configuration = DaemonConfiguration(
            stateDirectory: directory.path,
            socket: try .at(path),
            socketMode: 0o600,
            port: 0,
            isDiscoveryEnabled: false,
            peers: [],
            deviceName: "d",
            logLevel: .info
        )
        let own = ["NOTIFY_SOCKET": "\(directory.path)/notify"]
        let manager = ServiceManager(environment: own.merging(environment) { $1 })
        return DaemonRunner(
            configuration: configuration,
            manager: manager,
            logger: .silent,
            extensionPeriod: extensionPeriod
        )
    }

    @Test func `a daemon says that it is ready, answers, and says that it stops`() async throws {
        let service = FakeService()
        async let end: Void = runner().run { _, _, _ throws(ControlError) in service }
        #expect(try await receiver.next() == "READY=1\nSTATUS=ready")
        #expect(try await RawClient(path: path).ask("GET", "/v1/lists").status == 200)
        service.end.continuation.yield(nil)
        try await end
        #expect(try await receiver.next() == "STOPPING=1")
        #expect(!directory.has("s/control.sock"))
    }

    @Test func `a long start asks for more time, until it is over`() async throws {
        let service = FakeService()
        async let end: Void = runner(extensionPeriod: .milliseconds(10)).run { _, _, _ throws(ControlError) in
            let first = try? await receiver.next()
            #expect(first == "EXTEND_TIMEOUT_USEC=30000")
            return service
        }
        var message = try await receiver.next()
        while message == "EXTEND_TIMEOUT_USEC=30000" { message = try await receiver.next() }
        #expect(message == "READY=1\nSTATUS=ready")
        service.end.continuation.yield(nil)
        try await end
        #expect(try await receiver.next() == "STOPPING=1")
    }

    @Test func `a long start tells clients and the manager how far it is`() async throws {
        let service = FakeService()
        async let end: Void = runner().run { _, report, _ throws(ControlError) in
            #expect(StartProgress(socket: path) == .opening)
            for step in [StartProgress.packing, .reading(percent: 7), .reading(percent: 7), .reading(percent: 43)] {
                report.tell(step)
                #expect(StartProgress(socket: path) == step)
            }
            return service
        }
        #expect(try await receiver.next() == "STATUS=starting: it packs the log")
        #expect(try await receiver.next() == "STATUS=starting: 7% of the log is read")
        #expect(try await receiver.next() == "STATUS=starting: 43% of the log is read")
        #expect(try await receiver.next() == "READY=1\nSTATUS=ready")
        #expect(StartProgress(socket: path) == nil)
        service.end.continuation.yield(nil)
        try await end
    }

    @Test func `a household that fails ends the daemon with its error`() async throws {
        let service = FakeService()
        let error = ControlError(.diskFull, "no room for the log")
        service.end.continuation.yield(error)
        await #expect(throws: error) { try await runner().run { _, _, _ throws(ControlError) in service } }
        #expect(!directory.has("s/control.sock"))
    }

    @Test func `a household that cannot be opened leaves no socket`() async throws {
        let error = ControlError(.tryAgain, "another phlistd uses this directory")
        await #expect(throws: error) { try await runner().run { _, _, _ throws(ControlError) in throw error } }
        #expect(!directory.has("s/control.sock"))
        try ControlSocket.open(.at(path), mode: 0o600).discard()
    }

    @Test func `a socket that is taken stops the daemon before it opens the household`() async throws {
        let taken = try ControlSocket.open(.at(path), mode: 0o600)
        let error = await #expect(throws: ControlError.self) {
            try await runner().run { _, _, _ throws(ControlError) in
                Issue.record("the household was opened")
                throw ControlError(.internal, "opened")
            }
        }
        #expect(error?.code == .tryAgain)
        taken.discard()
    }

    @Test func `the manager hears that we are alive as long as the household answers`() async throws {
        let service = FakeService()
        async let end: Void = runner(["WATCHDOG_USEC": "2000"]).run { _, _, _ throws(ControlError) in service }
        #expect(try await receiver.next() == "READY=1\nSTATUS=ready")
        #expect(try await receiver.next() == "WATCHDOG=1")
        #expect(try await receiver.next() == "WATCHDOG=1")
        // One who looks, as with status, would have everybody dialled anew.
        #expect(service.calls.prefix(2) == [.takeTurn, .takeTurn] && !service.calls.contains(.status))
        service.end.continuation.yield(nil)
        try await end
    }
}

@Suite(.timeLimit(.minutes(1))) struct DaemonProcessTests {
    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends the daemon well, also with an open stream`(_ signal: Int32) async {
        await #expect(processExitsWith: .success) { [signal] in
            let directory = try TestDirectory()
            let configuration = DaemonConfiguration(
                stateDirectory: directory.path,
                socket: try .at("\(directory.path)/s/control.sock"),
                socketMode: 0o600,
                port: 0,
                isDiscoveryEnabled: false,
                peers: [],
                deviceName: "d",
                logLevel: .info
            )
            let manager = ServiceManager(environment: [:])
            let runner = DaemonRunner(configuration: configuration, manager: manager, logger: .silent)
            async let end: Void = runner.run { _, _, _ throws(ControlError) in FakeService() }
            let client = try await RawClient.connecting(to: configuration.socket.path)
            try await client.send(RawClient.request("GET", "/v1/events"))
            try #require(try await client.reply().status == 200)
            _ = try await client.chunk()
            kill(getpid(), signal)
            try #require(try await client.readToEnd() == "0\r\n\r\n")
            try await end
            try #require(!directory.has("s/control.sock"))
        }
    }

    @Test func `a closed pipe and a full file do not kill, files are private, and there is no core`() async {
        await #expect(processExitsWith: .success) {
            ProcessSetup.run()
            raise(SIGPIPE)
            raise(SIGXFSZ)
            try #require(umask(0) == 0o077)
            var limit = rlimit(rlim_cur: 1, rlim_max: 1)
            getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
            try #require(limit.rlim_cur == 0 && limit.rlim_max == 0)
        }
    }
}

@Suite struct LineLogHandlerTests {
    private func lines(
        journal: Bool,
        at socket: String = "/nonexistent/socket",
        _ log: (Logger) -> Void
    ) throws -> [String] {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw CocoaError(.fileWriteUnknown) }
        var status = stat()
        fstat(ends[1], &status)
        let stream = journal ? "\(status.st_dev):\(status.st_ino)" : "1:1"
        let handler = LineLogHandler(
            level: .debug,
            descriptor: ends[1],
            environment: ["JOURNAL_STREAM": stream],
            journal: socket
        )
        log(Logger(label: "test") { _ in handler })
        close(ends[1])
        defer { close(ends[0]) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(ends[0], &bytes, bytes.count)
        return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `the journal gets an entry with a field for each value, and no line`() async throws {
        let directory = try TestDirectory()
        let journal = try DatagramReceiver("\(directory.path)/journal")
        let lines = try lines(journal: true, at: "\(directory.path)/journal") { logger in
            logger.notice("peer gone", metadata: ["peer": "b\nPRIORITY=0", "last-seen": "a"])
        }
        #expect(lines.isEmpty)
        let entry = try await journal.next()
        #expect(
            entry == """
                MESSAGE=peer gone last-seen=a peer=b\\u{a}PRIORITY=0
                PRIORITY=5
                SYSLOG_IDENTIFIER=phlistd
                PHLIST_LAST_SEEN=a
                PHLIST_PEER=b\\u{a}PRIORITY=0

                """
        )
    }

    @Test func `where the journal cannot be reached, a line begins with its priority`() throws {
        let lines = try lines(journal: true) { logger in
            for level in Logger.Level.allCases {
                logger.log(level: level, "peer gone", metadata: ["peer": "b", "at": "a"])
            }
        }
        #expect(lines == [7, 6, 5, 4, 3, 2].map { "<\($0)>peer gone at=a peer=b" })
    }

    @Test func `elsewhere a line begins with the time and the level`() throws {
        let lines = try lines(journal: false) { $0.notice("started") }
        let line = try #require(lines.first)
        #expect(lines.count == 1)
        #expect(line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z notice started/) != nil)
    }

    @Test func `nothing that comes from outside begins a line of its own`() throws {
        let lines = try lines(journal: true) { logger in
            logger.error("refused", metadata: ["name": "a\n<0>kernel: \u{1B}[2J", "list": ["x\ny"]])
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("a\\u{a}<0>kernel: \\u{1b}[2J") == true)
        #expect(lines.first?.hasPrefix("<3>refused ") == true)
    }
}
