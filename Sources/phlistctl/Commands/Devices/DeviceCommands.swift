import ArgumentParser
import PhlistControl
import PhlistVocabulary

struct DeviceGroup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Show and change the devices of the household, and what they may do.",
        subcommands: [DeviceLs.self, DeviceRename.self, DeviceRole.self, DeviceShare.self, DeviceRemove.self]
    )
}

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
        let known = reply.isNamesake ?? false ? reply.device.id : name
        let history: TerminalText = "to see what it did last: phlistctl history \(known.asValue(of: "--device"))"
        try context.note([history] + stay + DeviceText.onlyAdmin(reply))
    }
}
