import ArgumentParser
import PhlistControl

struct DeviceLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the devices of the household, and who uses them.",
        usage: "phlistctl device ls [<options>]",
        discussion: "To see how well they are connected: phlistctl peers"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(DevicesQuery())
        try context.show(reply, DeviceText.table(reply.devices, context.clock, context.style))
    }
}
