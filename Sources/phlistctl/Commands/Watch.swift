import ArgumentParser
import PhlistControl

/// Shows changes as they happen, until it is interrupted.
///
/// No change is lost when the daemon restarts.
struct Watch: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Show changes as they happen.",
        usage: "phlistctl watch [<options>] [<list>]",
        discussion: """
            On a terminal, shows the open items and the latest change, and keeps both up to date. Elsewhere, and with \
            --plain, prints one line per change; with --json, one document per line. Ctrl-C ends it.
            """
    )

    @Argument(help: "Only this list, by its title or the first letters of its id.", completion: .lists)
    var list: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let listID = try list.map { try id(ofList: $0, context) }
        var follower = ChangeFollower(context, listID: listID, view: view(listID, context))
        try follower.run()
    }

    private func id(ofList name: String, _ context: Context) throws -> String {
        let lists = try context.ask(ListsQuery(list: name)).lists
        guard let list = lists.first, !list.isTrashed else {
            throw ControlError(.notFound, "no list \"\(name)\"", hint: "see all with: phlistctl list ls")
        }
        return list.id
    }

    private func view(_ listID: String?, _ context: Context) -> any ChangeView {
        guard context.format == nil, let window = context.window else { return ChangeLines(context) }
        return LiveItems(context, listID: listID, window: window)
    }
}
