import ArgumentParser
import PhlistControl

struct PhoneRemove: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rm",
        abstract: "Sign a phone out for good.",
        usage: "phlistctl phone rm [<options>] <phone>",
        discussion: """
            For a phone that was lost or given away. It is out at once; what its browser keeps for reading without the \
            network stays on it. To let it in again: phlistctl phone add
            """
    )

    @Argument(help: .phone, completion: .phones)
    var phone: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(RemovePhoneRequest(phone: phone))
        let words: TerminalText = "signed out \(reply.phone.name)\(PhoneText.owner(of: reply.phone))"
        try context.show(reply, PhoneText.page(reply.phone, words))
    }
}
