import ArgumentParser
import PhlistControl

struct DeviceRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a device.",
        usage: "phlistctl device rename [<options>] <device> <name>",
        discussion: "A device can rename itself; an admin device can rename any."
    )

    @Argument(help: .device, completion: .devices)
    var device: String

    @Argument(help: "The new name.")
    var name: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeDeviceRequest(device: device, name: name))
        let words: TerminalText =
            reply.isChanged ? "\(device) is now \(name)" : "the name is already \(reply.device.name)"
        try context.show(reply, DeviceText.page(reply.device, words))
    }
}
