import PhlistModel

/// The appends in flight, in the order in which they end, and the commands that wait for them.
struct AppendQueue {
    private var appends: [Append] = []
    private var waiting: [(id: CommandID, command: Command)] = []
    private var startedCount: UInt64 = 0

    /// An append in flight.
    struct Append {
        let id: AppendID
        /// The reply to send once it is durable.
        let reply: (CommandID, CommandResult)?
        /// The connection that sent the entries and waits for an acknowledgement.
        let source: ConnectionID?
        /// Whether the device is in another household after it.
        let isMoving: Bool
    }

    /// Whether nothing is in flight.
    var isEmpty: Bool { appends.isEmpty }

    /// Whether the device will be in another household.
    var isMoving: Bool { appends.contains(where: \.isMoving) }

    mutating func start(reply: (CommandID, CommandResult)?, source: ConnectionID?, isMoving: Bool) -> AppendID {
        startedCount += 1
        let id = AppendID(rawValue: startedCount)
        appends.append(Append(id: id, reply: reply, source: source, isMoving: isMoving))
        return id
    }

    /// Takes an append that has ended.
    mutating func end(_ id: AppendID) -> Append {
        invariant(appends.first?.id == id, "append \(id.rawValue) ended out of turn")
        return appends.removeFirst()
    }

    /// Lets a command wait that depends on past changes.
    mutating func wait(_ command: Command, id: CommandID) {
        waiting.append((id, command))
    }

    /// Takes the next command, in the order in which they came; nil as long as anything is in flight.
    ///
    /// After a failed append, others in flight may fail with it, and would take ops minted now with them.
    mutating func takeWaiting() -> (id: CommandID, command: Command)? {
        waiting.isEmpty || !isEmpty ? nil : waiting.removeFirst()
    }
}
