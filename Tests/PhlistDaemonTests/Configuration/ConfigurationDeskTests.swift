import PhlistControl
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
        var options = DaemonOptions()
        options.configurationFile = try directory.write(text, to: "phlist.yaml")
        let surroundings = Surroundings(environment: [:], userID: 1000, home: directory.path) { _ in false }
        return ConfigurationDesk(options, surroundings: surroundings, hostName: "kitchen")
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

    @Test(arguments: [true, false])
    func `of two mistakes one can be mended after the other`(isDryRun: Bool) throws {
        let desk = try desk("port: many\nphotos: some\n")
        let request = ChangeConfigurationRequest(key: "port", value: "7999")
        let setting = try desk.set(request, isDryRun: isDryRun).setting
        #expect(setting.value == "7999" && setting.source == file && setting.needsRestart)
        #expect(try text() == (isDryRun ? "port: many\nphotos: some\n" : "port: 7999\nphotos: some\n"))
    }
}
