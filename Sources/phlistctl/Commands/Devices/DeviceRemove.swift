import ArgumentParser
import PhlistControl

struct DeviceRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Permanently remove a device from the household.",
        usage: "phlistctl device remove [<options>] <device>",
        discussion: """
            For a device that was lost, stolen or given away. It gets nothing more, and cannot come back with its \
            key; it keeps what it has. This cannot be undone, so it asks first; without a terminal it needs --yes.
            """
    )

    @Argument(help: .device, completion: .devices)
    var device: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard !context.isDryRun else { return try remove(device, context) }
        let found = try context.attempt(RemoveDeviceRequest(device: device)).device
        guard try context.confirm("permanently remove \(found.name) (\(found.id)) from the household?") else {
            return try context.note("nothing was changed")
        }
        try remove(found.id, context)
    }

    private func remove(_ device: String, _ context: Context) throws {
        let reply = try context.ask(RemoveDeviceRequest(device: device))
        let name = reply.device.name
        try context.show(reply, DeviceText.page(reply.device, "\(name) is out of the household"))
        let stay = (reply.membersWithoutDevice ?? []).map { member -> TerminalText in
            let command = "phlistctl member rm \(member.asArgument)"
            return "\(member) has no other device, and stays a member; to change that: \(command)"
        }
        let history: TerminalText = "to see what it did last: phlistctl history \(name.asValue(of: "--device"))"
        try context.note([history] + stay + DeviceText.onlyAdmin(reply))
    }
}
