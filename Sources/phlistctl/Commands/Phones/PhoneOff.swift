import ArgumentParser
import PhlistControl

struct PhoneOff: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "off",
        abstract: "Stop serving the page for phones.",
        usage: "phlistctl phone off [<options>]",
        discussion: "Phones that have got in stay in, for when it is served again."
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        try PageSwitch(isOn: false).flip(context)
    }
}
