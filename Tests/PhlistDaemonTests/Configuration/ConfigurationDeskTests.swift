import Logging
import PhlistControl
import Synchronization
import Testing

@testable import PhlistDaemon

/// The configuration that is written while the daemon runs.
@Suite struct ConfigurationDeskTests {
    private let directory: TestDirectory
    private let file: String

    init() throws {
        directory = try TestDirectory()
        file = "\(directory.path)/phlist.yaml"
    }

    /// A desk at a file with this text.
    private func desk(_ text: String) throws -> ConfigurationDesk {
        _ = try directory.write(text, to: "phlist.yaml")
        return ConfigurationDesk(options(), surroundings: surroundings, hostName: "kitchen")
    }

    private func options() -> DaemonOptions {
        var options = DaemonOptions()
        options.configurationFile = file
        return options
    }

    private var surroundings: Surroundings {
        Surroundings(environment: [:], userID: 1000, home: directory.path) { _ in false }
    }

    private func text() throws -> String {
        try ConfigurationFiles.readText(file)
    }

    @Test func `a file with the ends of lines of another system keeps them and all its lines`() throws {
        let desk = try desk("port: 7454 # ours\r\nphotos: all\r\npeers: [nas]\r\n")
        _ = try desk.set(ChangeConfigurationRequest(key: "port", value: "7999"), isDryRun: false)
        _ = try desk.set(ChangeConfigurationRequest(key: "log-level", value: "debug"), isDryRun: false)
        #expect(try text() == "port: 7999 # ours\r\nphotos: all\r\npeers: [nas]\r\nlog-level: debug\r\n")
    }

    @Test func `peers that are replaced apply at once: the new ones are dialled, the old ones no longer`() throws {
        let desk = try desk("peers: [nas, 192.168.1.7]\n")
        let configuration = ConfigurationLoader.load(
            options(),
            surroundings: surroundings,
            hostName: "kitchen"
        ).configuration
        desk.begin(try #require(configuration), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let heard = Mutex<[[String]]>([])
        desk.onPeers { added, removed in heard.withLock { $0 += [added, removed] } }
        let request = ChangeConfigurationRequest(key: "peers", value: "192.168.1.8, nas")
        let setting = try desk.set(request, isDryRun: false).setting
        #expect(setting.value == "192.168.1.8, nas" && !setting.needsRestart)
        #expect(heard.withLock { $0 } == [["192.168.1.8"], ["192.168.1.7"]])
    }

    @Test(arguments: [true, false])
    func `of two mistakes one can be mended after the other`(isDryRun: Bool) throws {
        let desk = try desk("port: many\nphotos: some\n")
        let request = ChangeConfigurationRequest(key: "port", value: "7999")
        let setting = try desk.set(request, isDryRun: isDryRun).setting
        #expect(setting.value == "7999" && setting.source == file && setting.needsRestart)
        #expect(try text() == (isDryRun ? "port: many\nphotos: some\n" : "port: 7999\nphotos: some\n"))
    }
}
