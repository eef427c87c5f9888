import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistTestKit
import PhlistVocabulary

/// Random commands of the people of the household.
extension Simulation {
    mutating func giveCommand() {
        let number = Int.random(in: 0..<nodes.count, using: &random)
        guard let list = someList(on: number) else { return }
        guard !random.happens(percent: options.photoPercent) else { return takePhoto(on: number, in: list) }
        let clash = random.happens(percent: options.clashPercent) ? someClash(with: number, in: list) : nil
        guard let clash, let other = someList(on: clash, only: list.scope) else {
            return order(number, in: list) { random, commands in commands.any(using: &random) }
        }
        // Another user makes the same or another change at the same moment, before either device can receive the
        // other's.
        coverage.note(.clash)
        if let item = list.trash.first?.entity, random.happens(percent: 30) {
            order(number, in: list) { _, _ in .items(.purge([item.description])) }
            order(clash, in: other) { _, commands in commands.rename(item) }
            return
        }
        var same = random
        order(number, in: list) { random, commands in commands.edit(using: &random) }
        let isSame = Bool.random(using: &random)
        order(clash, in: other) { random, commands in
            isSame ? commands.edit(using: &same) : commands.edit(using: &random)
        }
    }

    /// Makes a user change something on a machine, in the list that everyone sees.
    mutating func edit(on number: Int) {
        guard Bool.random(using: &random) else { return addToSharedList(on: number) }
        guard let shared, let list = someList(on: number, only: shared) else { return }
        order(number, in: list) { random, commands in commands.edit(using: &random) }
    }

    private mutating func someClash(with number: Int, in list: ListState) -> Int? {
        nodes.indices.filter { $0 != number && someListIsHere(list.scope, on: $0) }.randomElement(using: &random)
    }

    private func someListIsHere(_ scope: ScopeID, on number: Int) -> Bool {
        isAwake(number)
            && nodes[number].read { $0.library.lists(for: principal(number)) }.contains { $0.scope == scope }
    }

    private func isAwake(_ number: Int) -> Bool {
        nodes[number].isUp && nodes[number].asleepUntil <= time
    }

    private mutating func someList(on number: Int, only scope: ScopeID? = nil) -> ListState? {
        guard isAwake(number) else { return nil }
        let lists = nodes[number].read { $0.library.lists(for: principal(number)) }.filter { $0.kind == .checklist }
        // Half of the commands go to one list.
        let wanted = scope ?? (Bool.random(using: &random) ? shared : nil)
        return lists.first { $0.scope == wanted } ?? (scope == nil ? lists.randomElement(using: &random) : nil)
    }

    /// Makes a user add more than fits a message or a batch.
    mutating func addMuch() {
        let number = Int.random(in: 0..<nodes.count, using: &random)
        guard let list = someList(on: number) else { return }
        let isMany = Bool.random(using: &random)
        let text = String(repeating: "long ", count: 180)
        let titles = (0..<(isMany ? 600 : 90)).map { isMany ? "many \($0)" : "\($0) \(text)" }
        let add = UserCommand.items(.add(NewItems(list: list.scope.description, titles: titles)))
        guard case .success(.acted(let outcome, _))? = give(.user(add, principal(number)), to: number) else { return }
        coverage.note(isMany ? .manyOps : .largeList)
        noteAcknowledged(add, outcome, on: number)
    }

    private mutating func order(
        _ number: Int,
        in list: ListState,
        _ choose: (inout SeededRandom, RandomCommands) -> UserCommand
    ) {
        guard isAwake(number) else { return }
        let principal = principal(number)
        let commands = nodes[number].read { replica in
            RandomCommands(
                list: list,
                lists: replica.library.listsWithTrash(for: principal).filter { $0.kind == .checklist },
                members: replica.library.household?.members ?? [],
                offers: replica.library.answerable(by: principal),
                number: number,
                count: commandCount,
                knowsQuantities: !nodes[number].isOld,
                sharingPercent: options.sharingPercent
            )
        }
        let command = choose(&random, commands)
        let answer = give(.user(command, someLogin(of: number)), to: number)
        switch answer {
        case .success(.acted(let outcome, _))?: noteDone(command, outcome, in: list, on: number)
        case nil: noteUnanswered(command, in: list)
        case .success?, .failure?: break
        }
    }

    /// Returns the login of a machine's user, or occasionally of another user of the same machine.
    private mutating func someLogin(of number: Int) -> Principal {
        var login = principal(number)
        guard random.happens(percent: options.guestPercent) else { return login }
        coverage.note(.guest)
        (login.uid, login.name, login.isOwner) = (login.uid + 1000, "guest\(number)", false)
        return login
    }

    /// Records a command without an answer, which the power cut may have left done or not.
    private mutating func noteUnanswered(_ command: UserCommand, in list: ListState) {
        guard case .items(.purge) = command else { return }
        purged.formUnion(list.items.map { EntityReference(scope: list.scope, entity: $0.entity) })
    }

    private mutating func noteDone(_ command: UserCommand, _ outcome: Outcome, in list: ListState, on number: Int) {
        noteAcknowledged(command, outcome, on: number)
        switch command {
        // The items below it, also in the trash, are purged with it.
        case .items(.purge): purged.formUnion(outcome.changed)
        case .items(.move): coverage.note(.movedElsewhere, times: outcome.changed.count { $0.scope != list.scope })
        case .lists(.merge): coverage.note(.listMerged, times: outcome.changed.isEmpty ? 0 : 1)
        case .importLists: coverage.note(.broughtIn, times: outcome.changed.isEmpty ? 0 : 1)
        case .lists(.change(_, let change)) where !outcome.changed.isEmpty: note(change)
        case .sharing(let word) where !outcome.changed.isEmpty: note(word)
        default: break
        }
    }

    private mutating func note(_ change: ListChange) {
        switch change.isTrashed {
        case true?: coverage.note(.listTrashed)
        case false?: coverage.note(.listRestored)
        case nil: coverage.note(.listRenamed)
        }
    }

    private mutating func note(_ word: SharingCommand) {
        switch word {
        case .share(_, let guests):
            coverage.note(.invited)
            coverage.note(.houseInvited, times: guests.contains("house") ? 1 : 0)
        case .unshare, .leave, .show(_, toEverybody: false): coverage.note(.narrowed)
        case .show(_, toEverybody: true): coverage.note(.shown)
        case .answer(_, let isAccepted): coverage.note(isAccepted ? .accepted : .declined)
        }
    }
}
