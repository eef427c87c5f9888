import ArgumentParser
import PhlistControl

struct Find: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "find",
        abstract: "Find items by their titles, notes, web pages and tags.",
        usage: "phlistctl find [<options>] <text>",
        discussion: "Case and accents do not count: apfel finds Äpfel. #dairy finds what has the tag."
    )

    @Argument(help: "The text, or a part of it.")
    var text: String

    @Flag(help: "Also look at what is done, cancelled or removed.")
    var all = false

    @OptionGroup var pager: PagerOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw ControlError(.usage, "nothing to look for: the text is empty")
        }
        var query = ItemsQuery(all: all ? true : nil)
        query.text = text
        let reply = try context.ask(query)
        try context.show(reply, ItemText.page(reply, ItemLook(context)), pager)
        guard reply.items.isEmpty else { return }
        try context.note(all ? "nothing with \"\(text)\"" : "nothing open with \"\(text)\"; --all looks at the rest")
    }
}
