import ArgumentParser
import PhlistControl

struct PhoneLs: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "ls",
        abstract: "Show the phones that have got in, and the address of their page.",
        usage: "phlistctl phone ls [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(PhonesQuery())
        try context.show(reply, PhoneText.table(reply.phones, context.clock, context.style))
        try context.note(PhoneText.about(reply.page))
        if reply.phones.isEmpty { try context.note("no phones yet; let one in with: phlistctl phone add NAME") }
    }
}
