import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Undo of words on who may see a list, and of what cannot be taken back: an older action never goes instead.
struct TakingBackSharingTests {
    /// Anna's private list "Gift" with a telescope; ben has joined her household.
    private static func household() throws -> (home: Home, gift: ScopeID) {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(anna.add("eggs"))
        ben.give(ben.add("bread"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.give(.create(NewList(title: "Gift", isPrivate: true)))
        anna.give(anna.add("telescope", to: "Gift"))
        home.settle()
        return (home, try #require(anna.scope(ofList: "Gift")))
    }

    /// The same, and ben has accepted an invitation to the list.
    private static func shared() throws -> (home: Home, gift: ScopeID) {
        let (home, gift) = try household()
        home.devices[0].give([.sharing(.share("Gift", with: ["user of ben"]))])
        home.settle()
        home.devices[1].give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        return (home, gift)
    }

    // MARK: Words of the owner

    @Test func `undo of an invitation revokes it, also when it was accepted`() throws {
        for isAccepted in [false, true] {
            let (home, gift) = try isAccepted ? Self.shared() : Self.household()
            let (anna, ben) = (home.devices[0], home.devices[1])
            if !isAccepted { anna.give([.sharing(.share("Gift", with: ["user of ben"]))]) }
            let outcome = try anna.undo()
            #expect(outcome.changed == [EntityReference(scope: gift, entity: .root)] && outcome.leftAlone.isEmpty)
            #expect(anna.participation(of: ben, in: gift) == .removed)
            #expect(anna.titles(in: "Gift") == ["telescope"])
        }
    }

    @Test func `undo of a revocation invites again, and the member has to accept again`() throws {
        let (home, gift) = try Self.shared()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give([.sharing(.unshare("Gift", with: ["user of ben"]))])
        home.settle()
        #expect(try anna.undo().changed == [EntityReference(scope: gift, entity: .root)])
        #expect(anna.titles(in: "Gift") == ["telescope"])
        anna.give(anna.add("tripod", to: "Gift"))
        home.settle()
        guard case .invited? = anna.participation(of: ben, in: gift) else {
            Issue.record("ben is not invited again")
            return
        }
        #expect(ben.titles(in: "Gift") == ["telescope"])
        ben.give([.sharing(.answer("Gift", isAccepted: true))])
        home.settle()
        #expect(ben.titles(in: "Gift") == ["telescope", "tripod"])
    }

    @Test func `undo of showing a list hides it, and undo of hiding shows it`() throws {
        let (home, gift) = try Self.household()
        let anna = home.devices[0]
        anna.give([.sharing(.show("Gift", toEverybody: true))])
        _ = try anna.undo()
        #expect(anna.visibility(of: gift) == .participants)
        anna.give([.sharing(.show("Gift", toEverybody: true))])
        anna.give([.sharing(.show("Gift", toEverybody: false))])
        _ = try anna.undo()
        #expect(anna.visibility(of: gift) == .household && anna.titles(in: "Gift") == ["telescope"])
        home.settle()
        #expect(home.devices[1].titles(in: "Gift") == ["telescope"])
    }

    @Test func `words are taken back step by step, and said again by redo`() throws {
        let (home, gift) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give([.sharing(.share("Gift", with: ["user of ben"]))])
        for _ in 0..<2 {
            _ = try anna.undo()
            #expect(anna.participation(of: ben, in: gift) == .removed)
            _ = try anna.redo()
            #expect(anna.isInvited(ben, to: gift))
        }
        _ = try anna.undo()
        _ = try anna.undo()
        #expect(anna.titles(in: "Gift").isEmpty)
        _ = try anna.redo()
        #expect(anna.titles(in: "Gift") == ["telescope"])
        #expect(anna.participation(of: ben, in: gift) == .removed)
    }

    @Test func `each word is taken back in its turn, whatever an undo has said since`() throws {
        let (home, gift) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give([.sharing(.show("Gift", toEverybody: true)), .sharing(.show("Gift", toEverybody: false))])
        anna.give([.sharing(.share("Gift", with: ["user of ben"]))])
        anna.give([.sharing(.unshare("Gift", with: ["user of ben"]))])
        #expect(try anna.undo().leftAlone.isEmpty && anna.isInvited(ben, to: gift))
        #expect(try anna.undo().leftAlone.isEmpty && anna.participation(of: ben, in: gift) == .removed)
        #expect(try anna.undo().leftAlone.isEmpty && anna.visibility(of: gift) == .household)
        #expect(try anna.undo().leftAlone.isEmpty && anna.visibility(of: gift) == .participants)
        #expect(anna.titles(in: "Gift") == ["telescope"])
        for _ in 0..<3 { #expect(try anna.redo().leftAlone.isEmpty) }
        #expect(anna.isInvited(ben, to: gift))
        #expect(try anna.redo().leftAlone.isEmpty && anna.participation(of: ben, in: gift) == .removed)
    }

    @Test func `redo is over once the member has done anything else, in whatever list`() throws {
        let (home, gift) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give([.sharing(.share("Gift", with: ["user of ben"]))])
        _ = try anna.undo()
        anna.give(anna.add("milk", to: "Shopping"))
        #expect(throws: CommandError.history(.nothingToRedo)) { try anna.redo() }
        #expect(anna.participation(of: ben, in: gift) == .removed)
    }

    @Test func `a list hidden on two devices at once stays hidden when one of them takes that back`() throws {
        let (home, gift) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let member = try #require(anna.member)
        anna.give([.devices(.share("ben", with: ["user of anna"])), .sharing(.show("Gift", toEverybody: true))])
        home.settle()
        let caller = Principal(uid: 50, name: "anna on ben's machine", isOwner: true)
        ben.bind(caller.uid, to: member)
        home.isLost = { _ in true }
        anna.give([.sharing(.show("Gift", toEverybody: false))])
        ben.give(.user(.sharing(.show("Gift", toEverybody: false)), caller))
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(try anna.undo().leftAlone == [FieldReference(scope: gift, entity: .root, field: .visibility)])
        #expect(anna.visibility(of: gift) == .participants)
    }

    @Test func `a list made with guests goes to the trash as one action and comes back with its guests`() throws {
        let (home, _) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Trip", guests: ["user of ben"])))
        let trip = try #require(anna.scope(ofList: "Trip"))
        _ = try anna.undo()
        #expect(anna.scope(ofList: "Trip") == nil && anna.titles(in: "Gift") == ["telescope"])
        _ = try anna.redo()
        #expect(anna.scope(ofList: "Trip") == trip && anna.isInvited(ben, to: trip))
    }

    // MARK: What cannot be taken back

    @Test(arguments: [
        DeviceCommand.assign("ben", .admin), .rename("ben", to: "laptop"), .share("ben", with: ["user of anna"]),
        .remove("ben"),
    ])
    func `an act about a device is named, and nothing older is taken back`(command: DeviceCommand) throws {
        let (home, _) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give([.devices(command)])
        let household = try #require(anna.householdID)
        guard case .history(.cannotBeUndone(.roster(let act), in: household))? = anna.refusal(of: .undo(list: nil))
        else {
            Issue.record("something was taken back")
            return
        }
        #expect(act.device == ben.id)
        #expect(anna.titles(in: "Gift") == ["telescope"])
        #expect(anna.refusal(of: .redo(list: nil)) == .history(.nothingToRedo))
        _ = try anna.undo(in: "Gift")
        #expect(anna.titles(in: "Gift").isEmpty)
    }

    @Test func `a purge is named, and nothing older is taken back`() throws {
        let (home, _) = try Self.household()
        let anna = home.devices[0]
        let shopping = try #require(anna.scope(ofList: "Shopping"))
        anna.give(anna.add("milk", to: "Shopping"))
        anna.give(anna.change("eggs", ItemChange(isTrashed: true)))
        anna.give([.items(.purge(["eggs"]))])
        #expect(anna.refusal(of: .undo(list: nil)) == .history(.cannotBeUndone(.purge, in: shopping)))
        #expect(anna.items(in: "Shopping").map(\.title) == ["milk"])
    }

    @Test func `an answer to an invitation is named, also when the list is not here, and nothing older goes`() throws {
        let (home, gift) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        for (command, state) in [
            (SharingCommand.answer("Gift", isAccepted: false), Answer.State.declined),
            (.answer("Gift", isAccepted: true), .accepted), (.leave("Gift"), .left),
        ] {
            if state != .left { anna.give([.sharing(.share("Gift", with: ["user of ben"]))]) }
            home.settle()
            ben.give([.sharing(command)])
            home.settle()
            #expect(ben.refusal(of: .undo(list: nil)) == .history(.cannotBeUndone(.answer(state), in: gift)))
            let items = ben.lists(for: ben.principal).filter { !$0.isTrashed }.flatMap(\.items)
            #expect(items.contains { $0.title == "bread" && !$0.isTrashed })
        }
    }

    @Test func `who somebody is on a device is named`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("milk"))
        anna.give([.members(.add(name: "Ann", email: ""))])
        anna.give([.members(.act(as: "Ann"))])
        anna.give([.members(.act(as: "user of anna"))])
        guard
            case .history(.cannotBeUndone(.roster(.admit), in: anna.householdID))? = anna.refusal(of: .undo(list: nil))
        else {
            Issue.record("something was taken back")
            return
        }
        #expect(try anna.member(named: "Ann") != anna.member)
    }

    @Test func `that lists became private when their device joined is not taken back`() throws {
        let (home, _) = try Self.household()
        let ben = home.devices[1]
        let list = try #require(ben.lists(for: ben.principal).first { $0.owner == ben.member })
        #expect(list.visibility == .participants)
        #expect(ben.refusal(of: .undo(list: nil)) == .history(.cannotBeUndone(.upkeep, in: list.scope)))
        #expect(ben.visibility(of: list.scope) == .participants)
    }

    @Test func `what was done last in a list that is no longer seen is not passed over`() throws {
        let anna = try Device("anna")
        anna.give(.create(NewList(title: "Gift", isPrivate: true)))
        anna.give(anna.add("telescope", to: "Gift"))
        let guest = Principal(uid: 3000, name: "ben", isOwner: false)
        anna.give(.user(.members(.add(name: "ben", email: "")), anna.principal))
        anna.bind(guest.uid, to: try anna.member(named: "ben"))
        anna.give(.user(.lists(.create(NewList(title: "Party"))), guest))
        anna.give([.sharing(.show("Gift", toEverybody: true))])
        anna.give(.user(.items(.add(NewItems(list: "Gift", titles: ["tripod"]))), guest))
        anna.give([.sharing(.show("Gift", toEverybody: false))])
        #expect(anna.give(.user(.undo(list: nil), guest)) == [.failure(.history(.lastActionUnseen))])
        #expect(anna.titles(in: "Gift") == ["telescope", "tripod"] && anna.scope(ofList: "Party") != nil)
    }

    @Test func `a mark by somebody else does not make undo pass over an action`() throws {
        let (home, _) = try Self.household()
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(.create(NewList(title: "Party")))
        anna.give(anna.add("cake", to: "Party"), anna.add("candles", to: "Party"))
        home.settle()
        let party = try #require(anna.scope(ofList: "Party"))
        let member = try #require(anna.member)
        let group = try #require(anna.state(party)?.newestAction(by: member)?.group)
        ben.write([FieldWrite(.undoneBy, EntityID(rawValue: 1))], to: EntityID(rawValue: group), in: party)
        home.settle()
        _ = try anna.undo()
        #expect(anna.titles(in: "Party") == ["cake"])
    }

    @Test func `a list that one makes on the machine of another is taken back by its maker alone`() throws {
        let anna = try Device("anna")
        anna.give(anna.add("milk"))
        anna.give([.members(.add(name: "Ben", email: ""))])
        anna.give(anna.add("bread"))
        var ben = anna.principal
        ben.actsAs = "Ben"
        anna.give(.user(.lists(.create(NewList(title: "Party"))), ben))
        #expect(anna.list("Party")?.owner == anna.member)
        anna.give([.undo(list: nil)])
        #expect(anna.titles(in: "Shopping") == ["milk"] && anna.list("Party")?.isTrashed == false)
        anna.give(.user(.undo(list: nil), ben))
        #expect(anna.list("Party")?.isTrashed == true && anna.titles(in: "Shopping") == ["milk"])
    }
}

extension Device {
    func undo(in list: String? = nil) throws(CommandError) -> Outcome {
        try give([.undo(list: list)]).get()
    }

    func redo() throws(CommandError) -> Outcome {
        try give([.redo(list: nil)]).get()
    }

    fileprivate func refusal(of command: UserCommand) -> CommandError? {
        guard case .failure(let error) = give([command]) else { return nil }
        return error
    }

    fileprivate func visibility(of list: ScopeID) -> Visibility? {
        replica.library.audience(of: list)?.visibility
    }

    fileprivate func participation(of other: Device, in list: ScopeID) -> Audience.Participation? {
        other.member.flatMap { replica.library.audience(of: list)?.participation(of: $0) }
    }

    fileprivate func isInvited(_ other: Device, to list: ScopeID) -> Bool {
        if case .invited? = participation(of: other, in: list) { true } else { false }
    }
}
