import ArgumentParser
import PhlistControl

/// Lets members use a device.
struct DeviceShare: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Let members use a device: their private lists reach it.",
        usage: "phlistctl device share [<options>] <device> <member> ...",
        discussion: "It stays so: what a device has got it keeps. The house is a member, too: a device of the house."
    )

    @Argument(help: .device, completion: .devices)
    var device: String

    @Argument(help: .member, completion: .members)
    var members: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeDeviceRequest(device: device, addMembers: members))
        let words: TerminalText =
            reply.isChanged
            ? DeviceText.people(of: reply.device)
            : "they use \(reply.device.name) already: \(DeviceText.names(reply.device))"
        try context.show(reply, DeviceText.page(reply.device, words))
    }
}
