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

struct Doctor: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look for problems, and say what to do about them.",
        usage: "phlistctl doctor [<options>] [--give-up [--force] [--share-lists]]",
        discussion: """
            Prints one line for each check, and a remedy where something is not ok. Without phlistd it checks what \
            can be seen from outside. The exit status is 1 if there is a problem.

            With --give-up you accept that what a damaged log has lost does not come back: changes that depend on it \
            are written again, and those that cannot be kept are listed before you are asked. This cannot be undone. \
            It is refused while another device of the household has not been asked for the lost changes.
            """
    )

    @Flag(help: "Accept that what the log has lost does not come back.")
    var giveUp = false

    @Flag(help: "Accept the loss even if another device may still have the changes.")
    var force = false

    @Flag(help: "Keep lists shared even if nobody has confirmed who may see them.")
    var shareLists = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !giveUp, force || shareLists else { return }
        throw ValidationError("--force and --share-lists go with --give-up")
    }

    func run(_ context: Context) throws {
        giveUp ? try giveUp(context) : try examine(context)
    }

    private func examine(_ context: Context) throws {
        let reply = try Examination(context).reply()
        try context.show(reply, DoctorText.page(reply, context.style))
        if reply.checks.contains(where: { $0.state == .problem }) { throw DoctorFailure() }
    }

    private func giveUp(_ context: Context) throws {
        let request = GiveUpRequest(isForced: force, sharesLists: shareLists)
        let text = GiveUpText(style: context.style)
        if context.isDryRun || context.saysYes {
            let reply = try context.ask(request)
            return try context.show(reply, text.page(reply))
        }
        try context.note(text.page(try context.attempt(request)).words)
        guard try context.confirm("Give this up for good?") else { return try context.note("nothing was changed") }
        let reply = try context.ask(request)
        var page = text.page(reply)
        // What it was has just been shown.
        page.words = ["given up; the log counts as whole"]
        try context.show(reply, page)
    }
}

/// The failure of a check that found problems, which were reported.
struct DoctorFailure: Error {
    static let status: Int32 = 1
}
