import PhlistHousehold
import PhlistModel
import PhlistTestKit
import PhlistVocabulary

/// The lists of a family, and the choice of what is changed next.
///
/// Ten lists stay for good. Each month a list for a trip is added, and half a year later it goes to the trash. A
/// session is about two lists. A change is chosen by `mix`; a list with few open items gets new ones instead, and one
/// with many has some ticked. Once a week the done items of each list go to the trash,
/// from which a family removes nothing.
struct FamilyLists {
    /// The kind of a change.
    enum Kind {
        case add
        case tick
        case untick
        case retitle
        case annotate
        case count
        case schedule
        case move
    }

    /// The shares of the changes, in percent.
    private static let mix: [(percent: Int, kind: Kind)] = [
        (36, .add), (32, .tick), (2, .untick), (6, .retitle), (6, .annotate), (6, .count), (6, .schedule), (6, .move),
    ]
    /// The percentage of additions that name several items at once.
    private static let severalPercent = 10
    private static let openItems = 8...30
    private static let tripCountMax = 6
    private static let listsPerSession = 2

    /// A list with its items outside the trash.
    struct List {
        var title: String
        var isErrand: Bool
        var open: [EntityID] = []
        var done: [EntityID] = []
    }

    private(set) var lists: [List]
    /// The lists of the current session.
    private var opened: [Int] = []
    private var random = SeededRandom(seed: 3)
    /// The bytes of all titles and notes that a household still has, without earlier ones.
    private(set) var textBytes = 0
    private(set) var itemCount = 0

    init() {
        let errands = ["Groceries", "Drugstore", "Hardware store", "Market"]
        let tasks = ["Household", "School", "Garden", "Repairs", "Presents", "Office"]
        lists = errands.map { List(title: $0, isErrand: true) } + tasks.map { List(title: $0, isErrand: false) }
    }

    /// A change that was chosen: the command, the list and the item that it is about.
    struct Choice {
        var command: UserCommand
        var list: Int
        var kind: Kind
        var item: Int?
    }

    /// Chooses the lists of the next session.
    mutating func beginSession() {
        opened = (0..<Self.listsPerSession).map { _ in Int.random(in: lists.indices, using: &random) }
    }

    /// Chooses the next change of a session.
    mutating func choose(on day: Int) -> Choice {
        let list = opened[Int.random(in: opened.indices, using: &random)]
        let kind = kind(in: lists[list])
        switch kind {
        case .add: return Choice(command: .items(.add(newItems(in: lists[list]))), list: list, kind: kind)
        case .untick: return change(item(of: lists[list].done), of: list, kind, on: day)
        case .tick, .retitle, .annotate, .count, .schedule, .move:
            return change(item(of: lists[list].open), of: list, kind, on: day)
        }
    }

    private mutating func kind(in list: List) -> Kind {
        guard list.open.count >= Self.openItems.lowerBound else { return .add }
        guard list.open.count <= Self.openItems.upperBound else { return .tick }
        var rest = Int.random(in: 0..<100, using: &random)
        let share = Self.mix.first {
            rest -= $0.percent
            return rest < 0
        }
        let kind = share?.kind ?? .add
        if case .untick = kind, list.done.isEmpty { return .tick }
        return kind
    }

    private mutating func item(of items: [EntityID]) -> (index: Int, id: EntityID) {
        let index = Int.random(in: items.indices, using: &random)
        return (index, items[index])
    }

    private mutating func newItems(in list: List) -> NewItems {
        let count = random.happens(percent: Self.severalPercent) ? Int.random(in: 2...5, using: &random) : 1
        let titles = (0..<count).map { _ in FamilyWords.title(isErrand: list.isErrand, &random) }
        textBytes += titles.reduce(0) { $0 + $1.utf8.count }
        itemCount += count
        return NewItems(list: list.title, titles: titles)
    }

    private mutating func change(
        _ item: (index: Int, id: EntityID),
        of list: Int,
        _ kind: Kind,
        on day: Int
    ) -> Choice {
        var change = ItemChange()
        switch kind {
        case .tick, .add: change.state = .done
        case .untick: change.state = .open
        case .retitle: change.title = FamilyWords.title(isErrand: lists[list].isErrand, &random)
        case .annotate:
            change.fields.note = FamilyWords.note(&random)
            textBytes += change.fields.note?.utf8.count ?? 0
        case .count: change.fields.quantity = FamilyWords.quantity(&random)
        case .schedule:
            let date = CivilDate(year: 2027 + day / 365, month: 1 + day / 30 % 12, day: 1 + day % 28)
            change.fields.due = DueChange(date)
        case .move: break
        }
        let target = ItemTarget(list: lists[list].title, anchor: .top)
        let isMove = if case .move = kind { true } else { false }
        let id = item.id.description
        let command = isMove ? ItemCommand.move([id], target) : .change([id], change)
        return Choice(command: .items(command), list: list, kind: kind, item: item.index)
    }

    /// Follows a change that a device has made.
    mutating func note(_ choice: Choice, made outcome: Outcome) {
        switch choice.kind {
        case .add:
            // What is added again is the item that was there, open or done.
            for item in outcome.changed.map(\.entity) where !lists[choice.list].open.contains(item) {
                lists[choice.list].done.removeAll { $0 == item }
                lists[choice.list].open.append(item)
            }
        case .tick:
            if let item = choice.item { lists[choice.list].done.append(lists[choice.list].open.remove(at: item)) }
        case .untick:
            if let item = choice.item { lists[choice.list].open.append(lists[choice.list].done.remove(at: item)) }
        case .retitle, .annotate, .count, .schedule, .move: break
        }
    }
}

/// Changes that follow the calendar.
extension FamilyLists {
    /// Returns the command that moves the done items of a list to the trash; nil if it has none.
    mutating func clearing(of list: Int) -> (command: UserCommand, opCount: Int)? {
        let count = lists[list].done.count
        guard count > 0 else { return nil }
        lists[list].done = []
        return (.lists(.clearDone(lists[list].title)), count)
    }

    /// Returns the commands that make the list of a month's trip and drop the oldest one.
    mutating func turnOfMonth(_ month: Int) -> [UserCommand] {
        let title = "Trip \(month)"
        var commands = [UserCommand.lists(.create(NewList(title: title)))]
        lists.append(List(title: title, isErrand: false))
        let trips = lists.indices.filter { lists[$0].title.hasPrefix("Trip ") }
        if trips.count > Self.tripCountMax {
            var change = ListChange()
            change.isTrashed = true
            commands.append(.lists(.change([lists.remove(at: trips[0]).title], change)))
        }
        return commands
    }
}
