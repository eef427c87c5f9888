import ArgumentParser
import PhlistControl

struct Peers: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers",
        abstract: "Show the other devices of the household.",
        usage: "phlistctl peers [<options>]"
    )

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let reply = try context.daemon.reply(to: .peers)
        try context.show(reply, PeerText.page(reply.peers, context.clock, context.style))
        if reply.peers.isEmpty { try context.note(PeerText.none) }
    }
}
