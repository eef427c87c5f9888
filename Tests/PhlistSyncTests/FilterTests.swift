import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Filters and the view of all lists: whose they are, and what becomes of them.
struct FilterTests {
    private static func filter(_ name: String, _ lists: String..., assignee: String? = nil) -> NewFilter {
        var filter = NewFilter(name: name)
        (filter.lists, filter.due, filter.assignee) = (lists, "week", assignee)
        return filter
    }

    private static func save(_ filter: NewFilter, replacing: Bool = false) -> UserCommand {
        .filters(.save(filter, isReplacing: replacing))
    }

    /// The filters of a caller, and for each of their lists its name now; nil for one that is gone.
    private static func names(on device: Device, of caller: Principal? = nil) -> [String: [String?]] {
        let caller = caller ?? device.principal
        let library = device.replica.library
        return library.filters(for: caller).reduce(into: [:]) { names, saved in
            names[saved.name] = saved.filter.places.map { library.name(of: $0, for: caller) }
        }
    }

    @Test func `a filter outlives a restart, follows what it names, and is found in any spelling`() throws {
        let anna = try Device("anna")
        anna.make("Garden", sections: ["Beds": ["roses"]], ["weed"])
        #expect(throws: Never.self) { try anna.give([Self.save(Self.filter("Été", "garden", "Garden/Beds"))]).get() }
        var change = ListChange()
        change.title = "Park"
        anna.give(.change(["Garden"], change))
        try anna.restart()
        #expect(Self.names(on: anna) == ["Été": ["Park", "Park/Beds"]])
        let refused = anna.give([Self.save(Self.filter("ete", "Park"))])
        #expect(refused == .failure(.filter(.exists("Été"))))
        anna.give([Self.save(Self.filter("ete", "Park"), replacing: true)])
        #expect(Self.names(on: anna) == ["ete": ["Park"]])
        anna.give([.filters(.rename("ETE", to: "Summer"))])
        try anna.restart()
        #expect(Self.names(on: anna) == ["Summer": ["Park"]])
        // What is in the trash is not shown, and not named by ls.
        anna.give(.change(["Park"], ListChange(isTrashed: true)))
        #expect(Self.names(on: anna) == ["Summer": [nil]])
        anna.give([.filters(.remove("summer"))])
        try anna.restart()
        #expect(anna.replica.library.choices == LoginChoices())
        #expect(anna.give([.filters(.remove("summer"))]) == .failure(.filter(.notFound("summer"))))
    }

    @Test func `what changes nothing is not logged, and two of one name in one turn are refused`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        anna.give([Self.save(Self.filter("week", "Garden"))])
        let logged = anna.log.count
        anna.give([Self.save(Self.filter("week", "Garden"), replacing: true)])
        anna.give([.filters(.rename("week", to: "week"))])
        #expect(anna.log.count == logged)
        let both = anna.give([Self.save(Self.filter("day")), Self.save(Self.filter("DAY"))])
        #expect(both == .failure(.filter(.exists("day"))))
        #expect(anna.give([.filters(.rename("week", to: "Day"))]) == .failure(.filter(.nameTaken("day"))))
        #expect(anna.give([Self.save(Self.filter(" "))]) == .failure(.member(.emptyName)))
        #expect(anna.give([Self.save(Self.filter("x", "Gardn"))]) == .failure(.list(.notFound("Gardn"))))
        for number in Self.names(on: anna).count..<HouseholdLimits.filtersMax {
            anna.give([Self.save(Self.filter("\(number)"))])
        }
        #expect(anna.give([Self.save(Self.filter("last"))]) == .failure(.filter(.tooMany)))
        #expect(throws: Never.self) { try anna.give([Self.save(Self.filter("DAY"), replacing: true)]).get() }
    }

    @Test func `people who share a login see only their own filters`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        anna.give([.members(.add(name: "Dan", email: ""))])
        var dan = anna.principal
        dan.actsAs = "Dan"
        anna.give([.devices(.share("anna", with: ["Dan"]))])
        anna.give(.user(.lists(.create(NewList(title: "Gift", isPrivate: true))), dan))
        anna.give(.user(Self.save(Self.filter("for Anna", "Gift")), dan))
        anna.give([Self.save(Self.filter("mine", "Garden"))])
        #expect(Self.names(on: anna) == ["mine": ["Garden"]])
        #expect(Self.names(on: anna, of: dan) == ["for Anna": ["Gift"]])
        // Another login of the machine is nobody, and has none.
        let guest = Principal(uid: 2000, name: "guest", isOwner: false)
        #expect(Self.names(on: anna, of: guest).isEmpty)
        let taken = anna.give(.user(.filters(.remove("mine")), dan))[0]
        #expect(taken == .failure(.filter(.notFound("mine"))))
    }

    @Test func `a list that one of two people of a device leaves is gone from that person's filters alone`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        anna.give([.members(.add(name: "Dan", email: ""))])
        var dan = anna.principal
        dan.actsAs = "Dan"
        anna.give([.devices(.share("anna", with: ["Dan"]))])
        for caller in [anna.principal, dan] { anna.give(.user(Self.save(Self.filter("week", "Garden")), caller)) }
        #expect(Self.names(on: anna, of: dan) == ["week": ["Garden"]])
        anna.give(.user(.sharing(.leave("Garden")), dan))
        #expect(Self.names(on: anna, of: dan) == ["week": [nil]])
        #expect(Self.names(on: anna) == ["week": ["Garden"]])
    }

    @Test func `a filter that is saved on a device of the house is that of everybody who stands before it`() throws {
        let home = Home(try Device("anna"), try Device("hall"))
        let (anna, hall) = (home.devices[0], home.devices[1])
        anna.make("Garden", ["weed"])
        anna.give(.create(NewList(title: "Diary", isPrivate: true)))
        try home.join(1, to: 0, for: .people([]))
        home.connect(0, 1)
        let guest = Principal(uid: 2000, name: "guest", isOwner: false)
        #expect(throws: Never.self) { try hall.give([Self.save(Self.filter("week", "Garden"))]).get() }
        let taken = hall.give(.user(Self.save(Self.filter("Week", "Garden")), guest))[0]
        #expect(taken == .failure(.filter(.exists("week"))))
        let hidden = hall.give(.user(Self.save(Self.filter("x", "Diary")), guest))[0]
        #expect(hidden == .failure(.list(.notFound("Diary"))))
        try hall.restart()
        for caller in [hall.principal, guest] { #expect(Self.names(on: hall, of: caller) == ["week": ["Garden"]]) }
        #expect(Self.names(on: anna).isEmpty)
        anna.give([.sharing(.show("Garden", toEverybody: false))])
        home.settle()
        let isShown = hall.lists(for: guest).contains { $0.title == "Garden" }
        #expect(Self.names(on: hall, of: guest) == ["week": [isShown ? "Garden" : nil]])
    }

    @Test func `the first thing that somebody does may be a filter`() throws {
        let anna = try Device("anna")
        anna.give([Self.save(Self.filter("week"))])
        try anna.restart()
        anna.make("Garden", ["weed"])
        #expect(Self.names(on: anna) == ["week": []])
    }

    @Test func `whoever joins another household keeps filters of the copies, and nobody else's come along`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("milk"))
        anna.give([.members(.add(name: "Kid", email: ""))])
        ben.make("Camping", sections: ["Food": ["rice"]], ["tent"])
        let kid = Principal(uid: 2000, name: "kid", isOwner: false)
        ben.give(.user(.lists(.create(NewList(title: "Diary", isPrivate: true))), kid))
        ben.give(.user(Self.save(Self.filter("secret", "Diary")), kid))
        ben.give([Self.save(Self.filter("trip", "Camping", "Camping/Food", assignee: "kid"))])
        var request = try ben.replica.newDevice()
        for index in request.people.indices where request.people[index].name == "kid" {
            request.people[index].isUser = false
        }
        guard case .success(.admitted(let welcome))? = anna.give(.admitDevice(request))[0] else {
            Issue.record("the device was turned away")
            return
        }
        ben.give(.joinHousehold(welcome, with: request, shareLists: false))
        home.settle()
        home.meet()
        try ben.restart()
        #expect(Self.names(on: ben) == ["trip": ["Camping", "Camping/Food"]])
        #expect(Self.names(on: ben, of: kid).isEmpty)
        let assignee = ben.replica.library.filters(for: ben.principal)[0].filter.assignee
        #expect(assignee == .member(try ben.replica.library.member(named: "Kid"), name: "kid"))
        #expect(Self.names(on: anna).isEmpty)
    }

    @Test func `a device that goes on alone keeps its filters, and a backup brings them`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Garden", ["weed"])
        ben.make("Own", ["tent"])
        try home.join(1, to: 0)
        home.connect(0, 1)
        ben.give([Self.save(Self.filter("week", "Garden")), .filters(.setOverallView(ItemDisplay(sort: .due)))])
        let new = try Device("new")
        new.give(.restoreBackup(try RecoveryTests.backup(of: ben)))
        #expect(Self.names(on: new) == ["week": ["Garden"]])
        #expect(new.replica.library.overallView(for: new.principal) == ItemDisplay(sort: .due))
        anna.give([.devices(.remove("ben"))])
        home.settle()
        #expect(ben.give(.goOnAlone) == [.success(.done)])
        try ben.restart()
        #expect(Self.names(on: ben) == ["week": ["Garden"]])
        #expect(ben.list("Garden") != nil)
    }

    @Test func `of a list that has ended a filter shows what ls shows, and nothing once it is left`() throws {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.make("Garden", ["weed"])
        ben.make("Own", ["tent"])
        try home.join(1, to: 0)
        home.connect(0, 1)
        ben.give([Self.save(Self.filter("week", "Garden"))])
        #expect(Self.names(on: ben) == ["week": ["Garden"]])
        anna.give([.sharing(.show("Garden", toEverybody: false))])
        home.settle()
        let isShown = ben.list("Garden") != nil
        #expect(Self.names(on: ben) == ["week": [isShown ? "Garden" : nil]])
        ben.give([.sharing(.leave("Garden"))])
        home.settle()
        #expect(ben.list("Garden") == nil && Self.names(on: ben) == ["week": [nil]])
    }

    @Test func `the view of all lists is a login's, grows with each choice, and is cleared`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        anna.give([.filters(.setOverallView(ItemDisplay(sort: .name, isFlat: true)))])
        anna.give([.filters(.setOverallView(ItemDisplay(isFlat: false, isLong: true)))])
        try anna.restart()
        let view = ItemDisplay(sort: .name, isFlat: false, isLong: true)
        #expect(anna.replica.library.overallView(for: anna.principal) == view)
        #expect(anna.replica.library.overallView(for: Principal(uid: 7, name: "kid", isOwner: true)) == nil)
        let logged = anna.log.count
        anna.give([.filters(.setOverallView(ItemDisplay(isLong: true)))])
        #expect(anna.log.count == logged)
        anna.give([.filters(.setOverallView(nil))])
        try anna.restart()
        #expect(anna.replica.library.choices == LoginChoices())
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `any filter is read as it was written`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let filter = random.filter()
        #expect(ItemFilter(decoding: filter.encoded) == filter)
        #expect(ItemFilter(decoding: filter.encoded + "\nsize=large") == nil)
    }

    @Test func `a title with a line break does not become a condition`() throws {
        let anna = try Device("anna")
        anna.make("Garden", ["weed"])
        // As another program might have written it.
        let garden = try #require(anna.scope(ofList: "Garden"))
        anna.write([FieldWrite(.title, text: "Garden\nall=yes")], to: .root, in: garden)
        let result = anna.give([Self.save(Self.filter("x", "Garden\nall=yes"))])
        #expect(throws: Never.self) { try result.get() }
        try anna.restart()
        let saved = try #require(anna.replica.library.filters(for: anna.principal).first)
        #expect(saved.filter.places.map(\.name) == ["Garden all=yes"] && !saved.filter.includesAll)
    }
}

extension ListChange {
    fileprivate init(isTrashed: Bool) {
        self.init()
        self.isTrashed = isTrashed
    }
}
