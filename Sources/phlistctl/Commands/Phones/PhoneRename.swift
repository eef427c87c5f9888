import ArgumentParser
import PhlistControl

struct PhoneRename: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a phone.",
        usage: "phlistctl phone rename [<options>] <phone> <new>"
    )

    @Argument(help: .phone, completion: .phones)
    var phone: String

    @Argument(help: "The new name; one with spaces needs quotes.")
    var new: String

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.ask(ChangePhoneRequest(phone: phone, name: new))
        let name = reply.phone.name
        let words: TerminalText = reply.isChanged ? "\(phone) is now \(name)" : "\(name) already has that name"
        try context.show(reply, PhoneText.page(reply.phone, words))
    }
}
