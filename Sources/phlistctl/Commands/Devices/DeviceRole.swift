import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct DeviceRole: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "role",
        abstract: "Set whether a device may add and remove devices.",
        usage: "phlistctl device role [<options>] <device> admin|member",
        discussion:
            "Admin devices add and remove devices. Have two of them: if the only one is lost, nobody can."
    )

    @Argument(help: .device, completion: .devices)
    var device: String

    @Argument(help: "admin or member.")
    var role: PhlistVocabulary.DeviceRole

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangeDeviceRequest(device: device, role: role))
        let what: TerminalText = role == .admin ? "an admin" : "a member"
        let words: TerminalText =
            reply.isChanged ? "\(reply.device.name) is \(what) from now on" : "\(reply.device.name) is already \(what)"
        try context.show(reply, DeviceText.page(reply.device, words))
        try context.note(DeviceText.onlyAdmin(reply))
    }
}
