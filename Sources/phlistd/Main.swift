import ArgumentParser
import Glibc
import PhlistControl
import PhlistDaemon

/// The command line of the daemon.
@main struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phlistd",
        abstract: "Keeps a household's checklists on this machine, in step with its other machines.",
        version: "phlistd \(programVersion)"
    )

    @Option(name: .customLong("state-dir"), help: "Where the log and the device's key are kept.")
    var stateDirectory: String?
    @Option(help: "Where phlistctl connects.")
    var socket: String?
    @Option(help: "The TCP port for peers; 0 takes any that is free.")
    var port: Int?
    @Flag(help: "Do not look for peers by DNS-SD.")
    var noDiscovery = false
    @Option(help: "Which photos are fetched ahead: all, recent or on-demand.")
    var photos: String?
    @Option(help: "How other devices show this one, at its first start; later: phlistctl device rename.")
    var deviceName: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: String?
    @Option(help: "Which of several installations of this account.")
    var profile: String?
    @Option(help: "A configuration file instead of the usual one, with the conf.d beside it.")
    var config: String?
    @Flag(help: "Print every problem of the configuration and exit.")
    var check = false

    /// Runs the daemon; prints a command line error as one line, like all errors, and help and version as usual.
    static func main() async {
        ProcessSetup.run()
        do {
            var command = try parseAsRoot()
            guard let daemon = command as? Main else { return try command.run() }
            _exit(await daemon.outcome()?.exitStatus ?? 0)
        } catch {
            guard exitCode(for: error) != .success else { exit(withError: error) }
            let line = message(for: error).split(separator: "\n").first ?? ""
            DaemonProgram.complain("\(line)")
            _exit(ErrorCode.usage.exitStatus)
        }
    }

    private func outcome() async -> ErrorCode? {
        var options = DaemonOptions()
        (options.stateDirectory, options.socket, options.port) = (stateDirectory, socket, port)
        (options.deviceName, options.logLevel, options.isDiscoveryDisabled) = (deviceName, logLevel, noDiscovery)
        options.photos = photos
        (options.profile, options.configurationFile) = (profile, config)
        let program = DaemonProgram(options)
        return check
            ? program.check()
            : await program.run { configuration, report, logger throws(ControlError) in
                try await DaemonService.open(configuration, desk: program.desk, report: report, logger: logger)
            }
    }
}
