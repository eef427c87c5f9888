import ArgumentParser
import PhlistControl

struct Status: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of the daemon and what needs attention.",
        usage: "phlistctl status [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.daemon.reply(to: .status(actsAs: context.actsAs))
        try context.show(reply, StatusText.page(reply, context.clock, context.style))
    }
}
