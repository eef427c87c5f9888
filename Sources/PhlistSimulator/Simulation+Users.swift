import PhlistModel
import PhlistSync
import PhlistTestKit

/// What the people of the household do.
extension Simulation {
    private static let words = ["milk", "bread", "eggs", "tea", "rice", "soap"]

    /// The first machine founds the household and lets the others in.
    mutating func formHousehold() throws(SimulationFailure) {
        for number in nodes.indices {
            try nodes[number].start(seed: random.next())
            report(.started, to: number)
        }
        for number in nodes.indices {
            _ = try command(.user(.lists(.create(NewList(title: "list \(number)"))), principal(number)), on: number)
        }
        for number in nodes.indices.dropFirst() {
            try join(number)
        }
        for node in nodes {
            for other in nodes where other.number != node.number {
                report(.endpointConfigured(other.endpoint), to: node.number)
            }
        }
    }

    private mutating func join(_ number: Int) throws(SimulationFailure) {
        let newDevice: NewDevice
        do {
            newDevice = try nodes[number].read { try $0.newDevice() }
        } catch {
            throw SimulationFailure("node \(number) cannot join: \(error)")
        }
        guard case .admitted(let welcome) = try command(.admitDevice(newDevice), on: 0) else {
            throw SimulationFailure("node 0 does not admit node \(number)")
        }
        let sharesLists = random.happens(percent: 70)
        _ = try command(.joinHousehold(welcome, shareLists: sharesLists, principal(number)), on: number)
    }

    /// Gives a command that must succeed.
    private mutating func command(_ command: Command, on number: Int) throws(SimulationFailure) -> CommandResult {
        let id = nextCommand()
        report(.command(id, command), to: number)
        guard case .success(let result)? = replies[id] else {
            throw SimulationFailure("command \(id.rawValue) on node \(number): \(String(describing: replies[id]))")
        }
        return result
    }

    mutating func giveCommand() {
        let number = Int.random(in: 0..<nodes.count, using: &random)
        guard nodes[number].isUp else { return }
        let lists = nodes[number].read { $0.lists(for: principal(number)) }
        guard let list = lists.randomElement(using: &random) else { return }
        report(.command(nextCommand(), randomCommand(in: list, by: principal(number))), to: number)
    }

    /// Adds something to the first machine's list, which all of them see.
    mutating func addToSharedList(on number: Int) {
        let lists = nodes[number].read { $0.lists(for: principal(number)) }
        guard let list = lists.first(where: { $0.title == "list 0" }) else { return }
        let add = Command.user(
            .items(.add(NewItems(list: list.scope.description, titles: ["now \(commandCount)"]))),
            principal(number)
        )
        report(.command(nextCommand(), add), to: number)
    }

    private mutating func randomCommand(in list: ListState, by principal: Principal) -> Command {
        let word = Self.words.randomElement(using: &random) ?? "milk"
        let item = list.items.randomElement(using: &random)
        let reference = item?.entity.description ?? word
        switch Int.random(in: 0..<13, using: &random) {
        case 0..<4:
            return .user(
                .items(.add(NewItems(list: list.scope.description, titles: [word, "\(word) \(commandCount)"]))),
                principal
            )
        case 4: return .user(.items(.change([reference], ItemChange(state: .done))), principal)
        case 5: return .user(.items(.change([reference], ItemChange(state: .open))), principal)
        case 6: return .user(.items(.change([reference], ItemChange(title: "\(word)!"))), principal)
        case 7: return .user(.items(.change([reference], ItemChange(isTrashed: true))), principal)
        case 8: return .user(.items(.change([reference], ItemChange(isTrashed: false))), principal)
        case 9: return purge(in: list, by: principal)
        case 10: return .user(.undo(list: list.scope.description), principal)
        case 11: return .user(.redo(list: list.scope.description), principal)
        default: return .user(.lists(.create(NewList(title: "\(word) list"))), principal)
        }
    }

    private mutating func purge(in list: ListState, by principal: Principal) -> Command {
        guard let item = list.items.filter(\.isTrashed).randomElement(using: &random) else {
            return .user(.undo(list: nil), principal)
        }
        purged.insert(EntityReference(scope: list.scope, entity: item.entity))
        return .user(.items(.purge([item.entity.description])), principal)
    }

    private mutating func nextCommand() -> CommandID {
        commandCount += 1
        return CommandID(rawValue: commandCount)
    }

    func principal(_ number: Int) -> Principal {
        Principal(uid: UInt32(1000 + number), name: "user\(number)", isOwner: true)
    }
}
