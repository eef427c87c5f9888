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

struct Sync: ControlCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Synchronise now, with one device or with all.",
        usage: "phlistctl sync [<options>] [<device>] [--wait]",
        discussion: """
            Devices synchronise by themselves; this is for those who want to be sure. With --wait the exit status is \
            75 if a device does not reach the same state within --timeout.
            """
    )

    @Argument(help: "A device's name, or the first letters of its id.", completion: .devices)
    var device: String?

    @Flag(help: "Wait until all devices hold the same.")
    var wait = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run(_ context: Context) throws {
        let request = SyncRequest(device: device, waitMilliseconds: wait ? context.timeoutSeconds * 1000 : nil)
        let reply = try context.daemon.reply(to: .sync(request))
        try context.show(reply, PeerText.page(reply.peers, context.clock, context.style))
        if reply.peers.isEmpty { try context.note(PeerText.none) }
        if wait { try check(reply.peers) }
    }

    private func check(_ peers: [PeerView]) throws {
        let late = peers.filter { $0.state != .connected || $0.isInSync != true }.map(\.name)
        guard !late.isEmpty else { return }
        throw ControlError(
            .tryAgain,
            "not in sync: \(late.joined(separator: ", "))",
            hint: "wait longer with --timeout SECONDS, or see why with: phlistctl peers"
        )
    }
}
