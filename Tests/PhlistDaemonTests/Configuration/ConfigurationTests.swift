import Glibc
import Logging
import PhlistControl
import PhlistDaemon
import Testing

@Suite struct ConfigurationTests {
    let directory: TestDirectory
    var file: String { "\(directory.path)/.config/phlist/phlist.yaml" }
    var fragments: String { "\(directory.path)/.config/phlist/conf.d" }

    init() throws {
        directory = try TestDirectory()
    }

    private func load(
        _ options: DaemonOptions = DaemonOptions(),
        environment: [String: String] = [:],
        hostName: String = "kitchen.lan"
    ) -> (configuration: DaemonConfiguration?, problems: [String]) {
        let surroundings = Surroundings(environment: environment, userID: 1000, home: directory.path) { _ in false }
        let result = ConfigurationLoader.load(options, surroundings: surroundings, hostName: hostName)
        return (result.configuration, result.problems.map(\.description))
    }

    @Test func `without any source everything has its default`() throws {
        let result = load()
        #expect(result.problems == [])
        let configuration = try #require(result.configuration)
        #expect(configuration.stateDirectory == "\(directory.path)/.local/share/phlist")
        #expect(configuration.socket.path == "\(directory.path)/.local/state/phlist/control.sock")
        #expect(configuration.socketMode == 0o600)
        #expect(configuration.port == 7454)
        #expect(configuration.isDiscoveryEnabled)
        #expect(configuration.peers == [] && configuration.listen == [])
        #expect(configuration.deviceName == "kitchen")
        #expect(configuration.logLevel == .info)
    }

    @Test func `every key of a file is read`() throws {
        try directory.write(
            """
            # everything
            state-directory: /srv/phlist
            socket: /srv/run/control.sock
            port: 7000
            listen: [eth0, 192.168.1.7, "fd00::7"]
            discovery: no
            peers:
              - 10.0.0.2
              - laptop.lan:7454
              - "[fe80::1%eth0]:7454"
            device-name: Küche 2
            log-level: debug
            """,
            to: ".config/phlist/phlist.yaml"
        )
        let result = load()
        #expect(result.problems == [])
        let configuration = try #require(result.configuration)
        #expect(configuration.stateDirectory == "/srv/phlist")
        #expect(configuration.socket.path == "/srv/run/control.sock")
        #expect(configuration.port == 7000)
        #expect(!configuration.isDiscoveryEnabled)
        #expect(configuration.peers == ["10.0.0.2", "laptop.lan:7454", "[fe80::1%eth0]:7454"])
        #expect(configuration.listen == ["eth0", "192.168.1.7", "fd00::7"])
        #expect(configuration.deviceName == "Küche 2")
        #expect(configuration.logLevel == .debug)
    }

    @Test func `flags go before variables before later fragments before earlier ones before the file`() throws {
        try directory.write("port: 1\n", to: ".config/phlist/phlist.yaml")
        #expect(load().configuration?.port == 1)
        try directory.write("port: 2\n", to: ".config/phlist/conf.d/10-a.yaml")
        #expect(load().configuration?.port == 2)
        try directory.write("port: 3\n", to: ".config/phlist/conf.d/20-b.yml")
        #expect(load().configuration?.port == 3)
        #expect(load(environment: ["PHLIST_PORT": "4"]).configuration?.port == 4)
        var options = DaemonOptions()
        options.port = 5
        #expect(load(options, environment: ["PHLIST_PORT": "4"]).configuration?.port == 5)
    }

    @Test func `every key has a variable`() throws {
        let result = load(environment: [
            "PHLIST_STATE_DIRECTORY": "/s", "PHLIST_SOCKET": "/r/c.sock", "PHLIST_PORT": "0",
            "PHLIST_DISCOVERY": "false",
            "PHLIST_PEERS": "a:1, b", "PHLIST_DEVICE_NAME": "d", "PHLIST_LOG_LEVEL": "trace",
        ])
        #expect(result.problems == [])
        #expect(
            try result.configuration
                == DaemonConfiguration(
                    stateDirectory: "/s",
                    socket: .at("/r/c.sock"),
                    socketMode: 0o600,
                    port: 0,
                    isDiscoveryEnabled: false,
                    peers: ["a:1", "b"],
                    deviceName: "d",
                    logLevel: .trace
                )
        )
    }

    @Test func `every key but peers has a flag`() throws {
        var options = DaemonOptions()
        (options.stateDirectory, options.socket, options.port) = ("/s", "/r/c.sock", 0)
        (options.isDiscoveryDisabled, options.deviceName, options.logLevel) = (true, "d", "trace")
        #expect(
            try load(options).configuration
                == DaemonConfiguration(
                    stateDirectory: "/s",
                    socket: .at("/r/c.sock"),
                    socketMode: 0o600,
                    port: 0,
                    isDiscoveryEnabled: false,
                    peers: [],
                    deviceName: "d",
                    logLevel: .trace
                )
        )
    }

    @Test func `an empty variable counts as not set`() {
        let result = load(environment: ["PHLIST_PORT": "", "PHLIST_SOCKET": ""])
        #expect(result.problems == [])
        #expect(result.configuration?.port == 7454)
    }

    @Test(arguments: ["", "# port: 1\n\n  # nothing\r\n", "{}", "---\nport: 7454\n"])
    func `a file without values is no mistake`(_ text: String) throws {
        try directory.write(text, to: ".config/phlist/phlist.yaml")
        let result = load()
        #expect(result.problems == [])
        #expect(result.configuration?.port == 7454)
    }

    @Test(arguments: [
        ("prot: 1", "unknown key \"prot\"; did you mean \"port\"?"),
        ("device_name: a", "unknown key \"device_name\"; did you mean \"device-name\"?"),
        ("Discovery: true", "unknown key \"Discovery\"; did you mean \"discovery\"?"),
        ("colour: red", "unknown key \"colour\"; it has no effect"),
        ("log: {level: info}", "unknown key \"log.level\"; did you mean \"log-level\"?"),
    ])
    func `an unknown key is a warning with the nearest one`(_ text: String, _ warning: String) throws {
        try directory.write(text, to: ".config/phlist/phlist.yaml")
        let result = load()
        #expect(result.problems == ["\(file): warning: \(warning)"])
        #expect(result.configuration != nil)
    }

    @Test func `a variable is unknown only when it looks like one of ours`() {
        let result = load(environment: ["PHLIST_PROT": "1", "PHLIST_AS": "ann", "PHLIST_UPDATE": "1"])
        #expect(
            result.problems == ["environment: warning: unknown key \"PHLIST_PROT\"; did you mean \"PHLIST_PORT\"?"]
        )
        #expect(result.configuration != nil)
    }

    @Test(arguments: [
        ("port: many", "port: must be a whole number from 0 to 65535, not \"many\""),
        ("port: 65536", "port: must be a whole number from 0 to 65535, not \"65536\""),
        ("port: -1", "port: must be a whole number from 0 to 65535, not \"-1\""),
        ("port: 1.5", "port: must be a whole number from 0 to 65535, not \"1.5\""),
        ("port:", "port: must be a whole number from 0 to 65535, and has no value"),
        ("port: [1, 2]", "port: must be a whole number from 0 to 65535, not \"[1, 2]\""),
        ("port: {tcp: 1}", "port: must be a whole number from 0 to 65535, not a map"),
        ("discovery: perhaps", "discovery: must be true or false, not \"perhaps\""),
        ("state-directory: here", "state-directory: must be an absolute path, not \"here\""),
        ("socket: /run/", "socket: must be an absolute path, not \"/run/\""),
        (
            "log-level: loud",
            "log-level: must be one of trace, debug, info, notice, warning, error, critical, not \"loud\""
        ),
        (
            "device-name: \"\"",
            "device-name: must be 1 to 64 bytes of text without control characters, and has no value"
        ),
        (
            "device-name: \"a\\u0007\"",
            "device-name: must be 1 to 64 bytes of text without control characters, not \"a\\u{7}\""
        ),
        (
            "listen: [\"192.168.1.7:7454\"]",
            "listen: must be a list of at most 16 addresses or interfaces of this machine, not \"[192.168.1.7:7454]\""
        ),
        (
            "listen: eth0",
            "listen: must be a list of at most 16 addresses or interfaces of this machine, not \"eth0\""
        ),
        ("peers: 10.0.0.2", "peers: must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"10.0.0.2\""),
        ("peers: [\"a:0\"]", "peers: must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"[a:0]\""),
        ("peers: [\":1\"]", "peers: must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"[:1]\""),
        (
            "peers: [\"a:b:c:99999999\"]",
            "peers: must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"[a:b:c:99999999]\""
        ),
        ("peers: [no!]", "peers: must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"[no!]\""),
        ("peers: [10.0.0]", "peers: must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"[10.0.0]\""),
        ("peers: [a b]", "peers: must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"[a b]\""),
        (
            "peers: [\"[::1]7454\"]",
            "peers: must be a list of at most 64 addresses, each HOST or HOST:PORT, not \"[[::1]7454]\""
        ),
    ])
    func `a value that does not fit is an error with its file, key and value`(_ text: String, _ error: String) throws {
        try directory.write(text, to: ".config/phlist/conf.d/a.yaml")
        let result = load(environment: ["PHLIST_PORT": "1"])
        #expect(result.problems == ["\(fragments)/a.yaml: \(error)"])
        #expect(result.configuration == nil)
    }

    @Test(arguments: [
        ("port: 1\nport: 2", "expected all keys to be unique"),
        ("port: [1", "did not find expected ',' or ']'"),
        ("port: 1\n  discovery: true", "2:12: mapping values are not allowed in this context"),
        ("- port", "Top level YAML value is not a mapping."),
        ("peers: [{a: 1}]", "Unexpected non-scalar value in array at peers"),
        ("\u{1}", "control characters are not allowed"),
    ])
    func `a file that is not YAML is an error in one line`(_ text: String, _ error: String) throws {
        try directory.write(text, to: ".config/phlist/phlist.yaml")
        let result = load()
        #expect(result.configuration == nil)
        #expect(result.problems.count == 1)
        let problem = try #require(result.problems.first)
        #expect(problem.hasPrefix("\(file):"))
        #expect(problem.contains(error))
        #expect(!problem.contains("\n"))
    }

    @Test func `all problems of all sources show at once`() throws {
        try directory.write("port: x\ndiscovery: y\nprot: 1\n", to: ".config/phlist/phlist.yaml")
        try directory.write("port: [", to: ".config/phlist/conf.d/a.yaml")
        var options = DaemonOptions()
        options.port = 70_000
        let result = load(options, environment: ["PHLIST_LOG_LEVEL": "loud"])
        let places = result.problems.map { String($0.prefix { $0 != " " }) }
        let expected =
            ["\(fragments)/a.yaml:", "--port:", "PHLIST_LOG_LEVEL:"] + Array(repeating: "\(file):", count: 3)
        #expect(places.sorted() == expected.sorted())
        #expect(result.configuration == nil)
    }

    @Test func `a fragment that cannot be read is an error and others beside it are left alone`() throws {
        try directory.write("port: 1", to: ".config/phlist/conf.d/a.yaml.orig")
        try directory.write("port: 1", to: ".config/phlist/conf.d/.a.yaml")
        #expect(load().configuration?.port == 7454)
        mkdir("\(fragments)/b.yaml", 0o700)
        let result = load()
        #expect(result.problems == ["\(fragments)/b.yaml: is a directory"])
        #expect(result.configuration == nil)
    }

    @Test func `a file that is too large is refused`() throws {
        try directory.write(String(repeating: "#", count: 1 << 20) + "##", to: ".config/phlist/phlist.yaml")
        #expect(load().problems == ["\(file): file too large"])
    }

    @Test func `a named file is read instead of the usual one, with the fragments beside it`() throws {
        try directory.write("port: 1", to: ".config/phlist/phlist.yaml")
        var options = DaemonOptions()
        options.configurationFile = try directory.write("port: 2\ndiscovery: false", to: "etc/my.yaml")
        #expect(load(options).configuration?.port == 2)
        try directory.write("port: 3", to: "etc/conf.d/a.yaml")
        #expect(load(options).configuration?.port == 3)
        #expect(load(options).configuration?.isDiscoveryEnabled == false)
        options.configurationFile = "\(directory.path)/missing.yaml"
        #expect(load(options).problems == ["\(directory.path)/missing.yaml: no such file or directory"])
    }

    @Test func `a profile has its own directories, socket and any port`() throws {
        try directory.write("port: 1", to: ".config/phlist/phlist.yaml")
        var options = DaemonOptions()
        options.profile = "dev"
        let configuration = try #require(load(options).configuration)
        #expect(configuration.port == 0)
        #expect(configuration.stateDirectory == "\(directory.path)/.local/share/phlist-dev")
        #expect(configuration.socket.path == "\(directory.path)/.local/state/phlist-dev/control.sock")
        options.profile = "../x"
        #expect(load(options).configuration == nil)
        #expect(load(options).problems.first?.hasPrefix("\"../x\" is not a valid profile name") == true)
    }

    @Test func `a system service takes the directories that systemd names`() throws {
        let etc = try directory.write("port: 1", to: "etc/phlist.yaml").dropLast("/phlist.yaml".count)
        let environment = [
            "CONFIGURATION_DIRECTORY": String(etc), "STATE_DIRECTORY": "/var/lib/phlist",
            "RUNTIME_DIRECTORY": "/run/phlist",
        ]
        let configuration = try #require(load(environment: environment).configuration)
        #expect(configuration.port == 1)
        #expect(configuration.stateDirectory == "/var/lib/phlist")
        #expect(configuration.socket.path == "/run/phlist/control.sock")
        #expect(configuration.socketMode == 0o660)
    }

    @Test func `a socket path that is too long is an error that names it`() {
        let path = "/" + String(repeating: "x", count: 107)
        let result = load(environment: ["PHLIST_SOCKET": path])
        #expect(result.configuration == nil)
        #expect(result.problems.count == 1)
        #expect(result.problems.first?.contains(path) == true)
        #expect(result.problems.first?.contains("--socket") == true)
    }

    @Test(arguments: ["", ".", "-\u{7}", String(repeating: "x", count: 65)])
    func `a host without a usable name gives the device a plain one`(_ hostName: String) {
        #expect(load(hostName: hostName).configuration?.deviceName == "phlist")
    }
}
