import ArgumentParser
import PhlistControl

struct PhoneOn: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "on",
        abstract: "Serve the page for phones on this machine.",
        usage: "phlistctl phone on [<options>]",
        discussion: "The same as: phlistctl config set web true"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try PageSwitch(isOn: true).flip(context)
    }
}
