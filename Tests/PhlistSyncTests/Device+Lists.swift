import PhlistVocabulary

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Lists and sections in the hands of a test.
extension Device {
    /// Gives commands about lists, all in one turn, and says what became of the last.
    @discardableResult
    func give(_ commands: ListCommand...) -> Result<Outcome, CommandError> {
        give(commands.map { .lists($0) })
    }

    @discardableResult
    func give(_ commands: SectionCommand...) -> Result<Outcome, CommandError> {
        give(commands.map { .sections($0) })
    }

    /// Gives commands of any kind, all in one turn, and says what became of the last.
    @discardableResult
    func give(_ commands: [UserCommand]) -> Result<Outcome, CommandError> {
        var last: Result<Outcome, CommandError> = .success(Outcome())
        let events = commands.map { Event.command(nextCommand(), .user($0, principal)) }
        turn(events)
        guard case .command(let id, _)? = events.last else { return last }
        switch replies[id] {
        case .success(.acted(let outcome, _)): last = .success(outcome)
        case .failure(let error): last = .failure(error)
        case nil, .success: break
        }
        return last
    }

    /// Makes a list with items, which are named by their titles, and sections; a hyphen before a title is a level.
    func make(_ title: String, sections: [String: [String]] = [:], _ items: [String] = []) {
        give(.create(NewList(title: title)))
        for (section, items) in sections.sorted(by: { $0.key < $1.key }) {
            give(.add(list: title, names: [section]))
            let entity = list(title)?.sections.first { $0.name == section }?.entity
            put(items, into: title, section: entity)
        }
        put(items, into: title, section: nil)
    }

    private func put(_ items: [String], into title: String, section: EntityID?) {
        guard let scope = scope(ofList: title) else { return }
        var path: [EntityID] = []
        for item in items {
            let depth = item.prefix { $0 == "-" }.count
            path.removeLast(path.count - min(depth, path.count))
            let number = UInt64(list(title)?.items.count ?? 0) << 32
            let entity = EntityID(rawValue: item.hashOfBytes ^ scope.description.hashOfBytes ^ number)
            let (writer, now) = (replica.exchange.placeWriter, Now(monotonic: monotonic, wall: wall))
            let planner = replica.journal.planner(replica.random, placeWriter: writer, now: now)
            let key = planner.placement(of: 1, atEndOf: scope).keys[0]
            let place = Place(section: section, parent: path.last, key: key)
            write(
                [
                    FieldWrite(.life, Life.alive), FieldWrite(.title, text: String(item.drop { $0 == "-" })),
                    FieldWrite(.place, place.encoded),
                ],
                to: entity,
                in: scope
            )
            path.append(entity)
        }
    }

    /// Writes fields of the item that has a title.
    func write(_ fields: [FieldWrite], to item: String, of title: String) {
        guard let list = list(title), let found = list.items.first(where: { $0.title == item }) else { return }
        write(fields, to: found.entity, in: list.scope)
    }

    /// A list as it is now; one in the trash when there is no other.
    func list(_ title: String = "pets") -> ListState? {
        let lists = replica.library.listsWithTrash(for: principal).filter { $0.title == title }
        return lists.first { !$0.isTrashed } ?? lists.first
    }

    /// A list as text: sections in brackets, one hyphen for each level, marks for what is done and cancelled.
    func text(of title: String) -> [String] {
        (list(title)?.outline ?? []).flatMap { part in
            (part.section.map { ["[\($0.name)]"] } ?? [])
                + part.items.map { entry in
                    let mark = [WorkState.open: "", .done: "x ", .cancelled: "~ "][entry.item.state] ?? ""
                    return "\(String(repeating: "-", count: entry.depth))\(mark)\(entry.item.title)"
                }
        }
    }
}

extension String {
    /// The same in every run.
    fileprivate var hashOfBytes: UInt64 {
        utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

extension Home {
    /// Anna's list "Party", which ben in her household has, too.
    static func party(_ items: String...) throws -> (home: Home, anna: Device, ben: Device, party: ScopeID) {
        let home = try Home.household(of: "anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Party")))
        for item in items { anna.give(anna.add(item, to: "Party")) }
        home.connect(0, 1)
        guard let party = anna.scope(ofList: "Party") else { throw CommandError.list(.notFound("Party")) }
        return (home, anna, ben, party)
    }

    /// Anna's list "Trip", to which she has invited ben, who takes part; each has a list with milk besides.
    static func trip(_ items: String...) throws -> (home: Home, anna: Device, ben: Device) {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for device in home.devices { device.give(device.add("milk")) }
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.give(.create(NewList(title: "Trip", guests: ["user of ben"])))
        for item in items { anna.give(anna.add(item, to: "Trip")) }
        home.settle()
        ben.give([.sharing(.answer("Trip", isAccepted: true))])
        home.settle()
        return (home, anna, ben)
    }
}
