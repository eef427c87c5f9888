import PhlistSimulator
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What a restored backup shows to whom.
extension RecoveryTests {
    @Test func `a private list of somebody else who used the device is hidden from its owner, as before`() throws {
        let before = try Self.household()
        let anna = before.devices[0]
        anna.give([.members(.add(name: "Tom", email: ""))])
        anna.give([.devices(.share("anna", with: ["Tom"]))])
        var tom = anna.principal
        tom.actsAs = "Tom"
        anna.give(.user(.lists(.create(NewList(title: "Wishes", isPrivate: true))), tom))
        anna.give(.user(.items(.add(NewItems(list: "Wishes", titles: ["bike"]))), tom))
        #expect(!anna.lists(for: anna.principal).contains { $0.title == "Wishes" })
        let backup = try Self.backup(of: anna)
        before.disconnect()
        let new = try Self.restored(backup)
        func sees(_ caller: Principal) -> Bool { new.lists(for: caller).contains { $0.title == "Wishes" } }
        #expect(!sees(new.principal) && new.titles(in: "Diary") == ["secret"])
        let home = try Self.join(new, before.devices[1])
        #expect(!sees(new.principal) && new.titles(in: "Diary") == ["secret"])
        before.devices[1].give([.devices(.share("new", with: ["Tom"]))])
        home.settle()
        #expect(sees(tom) && !sees(new.principal))
    }
}
