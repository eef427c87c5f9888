import ArgumentParser
import PhlistControl

struct DeviceShare: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Let members use a device: their private lists reach it.",
        usage: "phlistctl device share [<options>] <device> <member> ...",
        discussion: """
            A device keeps what it has got. To take somebody off, remove it and let it in again with a new key: \
            phlistctl household leave --help. It asks first; without a terminal it needs --yes. Where several people \
            use a device, each login there says who it is: phlistctl member me NAME
            """
    )

    @Argument(help: .device, completion: .devices)
    var device: String

    @Argument(help: .member, completion: .members)
    var members: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard !context.isDryRun else { return try share(device, context) }
        let request = ChangeDeviceRequest(device: device, addMembers: members)
        let found = try context.attempt(request)
        let people: TerminalText = .joined(members.map { "\($0)" }, separator: ", ")
        let question: TerminalText = "let \(people) use \(found.device.name) (\(found.device.id))?"
        guard try !found.isChanged || context.confirm(question) else { return try context.note("nothing was changed") }
        try share(found.device.id, context)
    }

    private func share(_ device: String, _ context: Context) throws {
        let reply = try context.ask(ChangeDeviceRequest(device: device, addMembers: members))
        let words: TerminalText =
            reply.isChanged
            ? DeviceText.people(of: reply.device)
            : "they already use \(reply.device.name): \(DeviceText.memberNames(of: reply.device))"
        try context.show(reply, DeviceText.page(reply.device, words))
    }
}
