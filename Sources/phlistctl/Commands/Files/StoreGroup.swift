import ArgumentParser
import PhlistControl

struct StoreGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Inspect the store of a device, without phlistd.",
        subcommands: [StoreCheck.self, StoreDump.self]
    )
}

extension Context {
    /// The state directory of the phlistd that the other commands ask: this user's, or else the machine's.
    var usualStore: String {
        let system = ProgramDirectories.systemState
        guard socket.fallback == SocketPath.system, machine.fileStatus(directories.state) == nil,
            machine.fileStatus(system) != nil
        else { return directories.state }
        return system
    }
}
