import PhlistModel
import PhlistSync
import PhlistTestKit

/// What the people of the household do.
extension Simulation {
    private static let words = ["milk", "bread", "eggs", "tea"]
    private static let sections = ["Dairy", "Bakery"]
    private static let form = "pets"

    /// The first machine founds the household and lets the others in, but for those that come later.
    mutating func formHousehold() throws(SimulationFailure) {
        for number in nodes.indices {
            try restart(number)
        }
        for number in nodes.indices {
            _ = try command(.user(.lists(.create(NewList(title: "list \(number)"))), principal(number)), on: number)
        }
        let pets = NewForm(title: Self.form, fields: [NewFormField("Name", .text)], isForHousehold: true)
        _ = try command(.user(.forms(.create(pets)), principal(0)), on: 0)
        for number in nodes.indices.dropFirst() where !outsiders.contains(number) {
            guard try join(number) else { throw SimulationFailure("\(nodes[number].name) is not let in") }
        }
    }

    /// Lets a machine into the household of the first.
    ///
    /// - Returns: Whether it is in; a full or failing disk may be in the way.
    mutating func join(_ number: Int) throws(SimulationFailure) -> Bool {
        let sharesLists = random.happens(percent: 70)
        return try join(number, sharesLists: sharesLists)
    }

    mutating func join(_ number: Int, sharesLists: Bool) throws(SimulationFailure) -> Bool {
        let isIn = nodes[number].read { $0.householdID } == nodes[0].read { $0.householdID }
        // The power may have gone off between the act and the answer.
        guard !isIn else { return welcome(number) }
        let newDevice: NewDevice
        do {
            newDevice = try nodes[number].read { try $0.newDevice() }
        } catch {
            throw SimulationFailure("\(nodes[number].name) cannot join: \(error)")
        }
        guard case .success(.admitted(let welcome))? = give(.admitDevice(newDevice), to: 0) else { return false }
        let join = Command.joinHousehold(welcome, shareLists: sharesLists)
        guard case .success(.joined)? = give(join, to: number) else { return false }
        return self.welcome(number)
    }

    /// Lets the others know where a machine is that is in now.
    private mutating func welcome(_ number: Int) -> Bool {
        outsiders.remove(number)
        admitted.formUnion([nodes[0].device, nodes[number].device])
        // A copy from before would not know the new device, nor be known to be of the household.
        nodes.forEach { $0.forgetDiskCopy() }
        nodes[0].spareLog()
        nodes[number].spareLog()
        report(.endpointConfigured(nodes[0].endpoint), to: number)
        for node in nodes where node.number != number {
            report(.endpointConfigured(nodes[number].endpoint), to: node.number)
        }
        return true
    }

    /// Gives a command that must succeed.
    mutating func command(_ command: Command, on number: Int) throws(SimulationFailure) -> CommandResult {
        let answer = give(command, to: number)
        guard case .success(let result)? = answer else {
            throw SimulationFailure("a command on \(nodes[number].name): \(String(describing: answer))")
        }
        return result
    }

    /// Gives a command, and waits for what becomes of it; nil when the power went off meanwhile.
    mutating func give(_ command: Command, to number: Int) -> Result<CommandResult, CommandError>? {
        let id = nextCommand()
        report(.command(id, command), to: number)
        return replies.removeValue(forKey: id)
    }

    mutating func giveCommand() {
        let number = Int.random(in: 0..<nodes.count, using: &random)
        guard nodes[number].isUp, nodes[number].asleepUntil <= time else { return }
        let lists = nodes[number].read { $0.lists(for: principal(number)) }.filter { $0.kind == .checklist }
        guard let list = lists.randomElement(using: &random) else { return }
        let command = randomCommand(in: list, on: number)
        let answer = give(.user(command, principal(number)), to: number)
        guard case .success(.acted(let outcome, _))? = answer else { return }
        switch command {
        // What stood below it, also in the trash, went with it.
        case .items(.purge): purged.formUnion(outcome.changed)
        case .sharing(let word) where !outcome.changed.isEmpty: note(word)
        default: break
        }
    }

    /// Adds something to the first machine's list, which all of them see.
    mutating func addToSharedList(on number: Int) {
        let lists = nodes[number].read { $0.lists(for: principal(number)) }
        guard let list = lists.first(where: { $0.title == "list 0" }) else { return }
        let add = NewItems(list: list.scope.description, titles: ["now \(commandCount)"])
        _ = give(.user(.items(.add(add)), principal(number)), to: number)
    }

    /// Few items, few fields, few words: what people do shall collide.
    private mutating func randomCommand(in list: ListState, on number: Int) -> UserCommand {
        let word = Self.words.randomElement(using: &random) ?? "milk"
        let item = list.items.prefix(4).randomElement(using: &random)?.entity.description ?? word
        switch Int.random(in: 0..<28, using: &random) {
        case 0..<4:
            let titles = [word, "\(word) \(commandCount)"]
            return .items(.add(NewItems(list: list.scope.description, titles: titles)))
        case 4..<6: return .items(.change([item], ItemChange(state: .done)))
        case 6: return .items(.change([item], ItemChange(state: .open)))
        case 7..<9: return .items(.change([item], ItemChange(title: "\(word) \(number)!")))
        case 9: return .items(.change([item], ItemChange(note: "\(word) \(commandCount)")))
        case 10: return change(item, on: number)
        case 11: return .items(.change([item], ItemChange(isTrashed: true)))
        case 12: return restore(in: list, orElse: item)
        case 13: return purge(in: list)
        case 14, 15: return move(item, in: list)
        case 16, 17: return arrange(list)
        case 18: return .undo(list: list.scope.description)
        case 19: return .redo(list: list.scope.description)
        case 20: return .records(.save(SavedRecord(form: Self.form, values: ["Name": word])))
        case 21: return .records(.setTrashed(form: Self.form, keys: [word], Bool.random(using: &random)))
        case 22: return .lists(.clearDone(list.scope.description))
        case 23: return .lists(.create(NewList(title: "\(word) list", isPrivate: Bool.random(using: &random))))
        default: return .sharing(say(of: list, on: number))
        }
    }

    /// Quantities are what the older version does not know.
    private mutating func change(_ item: String, on number: Int) -> UserCommand {
        let change = nodes[number].isOld ? ItemChange(priority: .high) : ItemChange(quantity: "\(commandCount) l")
        return .items(.change([item], change))
    }

    private mutating func restore(in list: ListState, orElse item: String) -> UserCommand {
        let trashed = list.trash.randomElement(using: &random)?.entity.description
        return .items(.change([trashed ?? item], ItemChange(isTrashed: false)))
    }

    private mutating func purge(in list: ListState) -> UserCommand {
        guard let item = list.trash.randomElement(using: &random) else { return .undo(list: nil) }
        purged.insert(EntityReference(scope: list.scope, entity: item.entity))
        return .items(.purge([item.entity.description]))
    }

    private mutating func move(_ item: String, in list: ListState) -> UserCommand {
        let other = list.items.prefix(4).randomElement(using: &random)?.entity.description ?? item
        let section = Self.sections.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .items(.move([item], ItemTarget(anchor: .top)))
        case 1: return .items(.move([item], ItemTarget(anchor: .after(other))))
        case 2: return .items(.move([item], ItemTarget(under: other)))
        default: return .items(.move([item], ItemTarget(list: "\(list.scope)/\(section)")))
        }
    }

    private mutating func arrange(_ list: ListState) -> UserCommand {
        let section = Self.sections.randomElement(using: &random) ?? ""
        let path = "\(list.scope)/\(section)"
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .sections(.rename(path, to: "Shelf"))
        case 1: return .sections(.move(path, .top))
        case 2: return .sections(.remove([path]))
        default: return .sections(.add(list: list.scope.description, names: [section]))
        }
    }

    /// Something about who sees a list, by its owner or by those who are invited to it.
    private mutating func say(of list: ListState, on number: Int) -> SharingCommand {
        let principal = principal(number)
        let (offers, guest) = nodes[number].read { replica in
            (replica.offers(for: principal), replica.household?.members.randomElement(using: &random))
        }
        let invitation = offers.randomElement(using: &random)?.invitation
        let name = list.scope.description
        discussed.formUnion([list.scope, invitation?.list ?? list.scope])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return .show(name, toEverybody: random.happens(percent: 30))
        case 1: return .unshare(name, with: [guest?.description ?? ""])
        case 2: return .leave(name)
        case 3: return .share(name, with: [guest?.description ?? ""])
        default: return .answer(invitation?.list.description ?? name, isAccepted: Bool.random(using: &random))
        }
    }

    private mutating func note(_ word: SharingCommand) {
        switch word {
        case .share: coverage.note(.invited)
        case .unshare, .leave, .show(_, toEverybody: false): coverage.note(.narrowed)
        case .show(_, toEverybody: true): coverage.note(.shown)
        case .answer(_, let isAccepted): coverage.note(isAccepted ? .accepted : .declined)
        }
    }

    private mutating func nextCommand() -> CommandID {
        commandCount += 1
        return CommandID(rawValue: commandCount)
    }

    func principal(_ number: Int) -> Principal {
        Principal(uid: UInt32(1000 + number), name: "user\(number)", isOwner: true)
    }
}
