import PhlistSimulator
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// The way back after a dead disk: a backup on a new device, which then joins the household again.
struct RecoveryTests {
    /// The replica of a device writes a backup, with the heads that only it can sign.
    static func backup(of device: Device) throws -> BackupContents {
        var reader = BackupReader(keepsLists: true, random: SeededRandom(seed: 1))
        for record in device.log + device.ownHeads() { reader.take(record) }
        return try reader.contents(hasHoles: false)
    }

    /// Expects that no difference was found.
    private func expectSame(_ difference: String?, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(difference == nil, sourceLocation: sourceLocation)
    }

    static func restored(_ backup: BackupContents) throws -> Device {
        let new = try Device("new")
        let result = new.give(.restoreBackup(backup))[0]
        #expect(throws: Never.self) { try result?.get() }
        return new
    }

    /// Anna and Ben, both admins: her list for all, which was hidden and shown again, her diary, and a trip to which
    /// she has invited Ben a second time.
    static func household() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for device in home.devices { device.give(device.add("milk")) }
        try home.join(1, to: 0)
        home.connect(0, 1)
        anna.give([.devices(.assign("ben", .admin))])
        anna.give(.create(NewList(title: "Groceries")), .create(NewList(title: "Diary", isPrivate: true)))
        anna.give(.create(NewList(title: "Trip", guests: ["user of ben"])))
        anna.give(anna.add("bread", "tea", to: "Groceries"), anna.add("secret", to: "Diary"))
        anna.give([.sharing(.show("Groceries", toEverybody: false))])
        anna.give([.sharing(.show("Groceries", toEverybody: true))])
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        anna.give([.sharing(.share("Trip", with: ["user of ben"]))])
        home.settle()
        ben.give([.sharing(.answer("Trip", isAccepted: true))])
        home.settle()
        ben.give(ben.add("rice", to: "Groceries"), ben.add("tent", to: "Trip"))
        home.settle()
        #expect(try home.difference() == nil)
        return home
    }

    /// Lets a restored device into Ben's household, who says that it is Anna's, and connects them.
    static func join(_ new: Device, _ ben: Device) throws -> Home {
        let home = Home(ben, new)
        try home.join(1, to: 0)
        ben.give([.devices(.share("new", with: ["user of anna"]))])
        home.connect(1, 0)
        return home
    }

    @Test func `a backup made before the first session gives the others what was brought along`() throws {
        let before = Home(try Device("anna"), try Device("ben"))
        let (anna, ben) = (before.devices[0], before.devices[1])
        for device in before.devices { device.give(device.add("milk")) }
        ben.give(.create(NewList(title: "Groceries")))
        ben.give(ben.add("bread", to: "Groceries"))
        try before.join(1, to: 0, shareLists: true)
        let new = try Self.restored(try Self.backup(of: ben))
        let home = Home(anna, new)
        try home.join(1, to: 0, for: .people([try anna.member(named: "user of ben")]))
        home.connect(1, 0)
        #expect(anna.titles(in: "Groceries") == ["bread"])
        expectSame(try home.difference())
    }

    @Test func `who comes back from a backup goes on in the same lists, shared with the same people`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        let new = try Self.restored(try Self.backup(of: anna))
        before.disconnect()
        for title in ["Groceries", "Diary", "Trip"] { #expect(new.titles(in: title) == anna.titles(in: title)) }
        // Both go on before they meet.
        new.give(new.add("eggs", to: "Groceries"), new.change("tea", ItemChange(title: "green tea")))
        ben.give(ben.add("salt", to: "Groceries"))
        let home = try Self.join(new, ben)
        expectSame(try home.difference())
        #expect(ben.titles(in: "Groceries").sorted() == ["bread", "eggs", "green tea", "rice", "salt"])
        #expect(new.titles(in: "Groceries") == ben.titles(in: "Groceries"))
        #expect(new.list("Groceries")?.visibility == .household && ben.titles(in: "Trip") == ["tent"])
        #expect(try new.conflicts().isEmpty && ben.conflicts().isEmpty)
        ben.give(ben.add("pepper", to: "Groceries"))
        new.give(new.change("rice", ItemChange(isTrashed: true)))
        home.settle()
        expectSame(try home.difference())
        #expect(new.titles(in: "Groceries").contains("pepper") && !ben.titles(in: "Groceries").contains("rice"))
        // Her private list never left her.
        #expect(ben.scope(ofList: "Diary") == nil)
        #expect(new.titles(in: "Diary") == ["secret"])
    }

    @Test func `until somebody says whose the device is, what is not for all waits there, and hinders nobody`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        before.disconnect()
        let new = try Self.restored(try Self.backup(of: anna))
        let home = Home(ben, new)
        try home.join(1, to: 0)
        home.connect(1, 0)
        for device in home.devices {
            let connected = device.replica.peerStatuses().filter { $0.state == .connected }
            #expect(connected.map(\.isInSync) == [true], "\(device.name)")
        }
        new.give(new.add("lantern", to: "Trip"))
        home.settle()
        #expect(new.titles(in: "Trip") == ["tent", "lantern"])
        ben.give([.devices(.share("new", with: ["user of anna"]))])
        home.settle()
        for _ in 0..<2 { home.compareAgain() }
        #expect(try home.difference() == nil)
        #expect(ben.titles(in: "Trip") == ["tent", "lantern"])
    }

    @Test func `what only the dead device had reaches the others from its backup`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        before.disconnect()
        anna.give(anna.add("lemons", to: "Groceries"), anna.change("tea", ItemChange(note: "loose")))
        let backup = try Self.backup(of: anna)
        anna.give(anna.add("lost", to: "Groceries"))
        let new = try Self.restored(backup)
        try new.restart()
        let home = try Self.join(new, ben)
        expectSame(try home.difference())
        #expect(ben.titles(in: "Groceries").contains("lemons") && !ben.titles(in: "Groceries").contains("lost"))
        // Nothing was written again in another one's name.
        let groceries = try #require(ben.scope(ofList: "Groceries"))
        #expect(ben.batches(of: groceries).allSatisfy { $0.device != new.id })
        // Should the disk come back, its device is one of the household as before, and its last words count.
        home.disconnect()
        let all = Home(ben, new, anna)
        all.meet()
        all.compareAgain()
        expectSame(try all.difference())
        #expect(new.titles(in: "Groceries").contains("lost"))
    }

    @Test func `an old backup brings nothing back that was removed, revoked or hidden since`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        let backup = try Self.backup(of: anna)
        ben.give(ben.change("bread", ItemChange(isTrashed: true)))
        ben.give([.items(.purge(["bread"]))])
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        anna.give([.sharing(.show("Groceries", toEverybody: false))])
        before.settle()
        before.disconnect()
        let tablet = try Device("tablet")
        let full = Home(anna, ben, tablet)
        try full.join(2, to: 0)
        anna.give([.devices(.share("tablet", with: ["user of anna"]))])
        full.meet()
        tablet.bind(tablet.principal.uid, to: try #require(anna.member))
        #expect(tablet.titles(in: "Diary") == ["secret"])
        full.disconnect()
        let new = try Self.restored(backup)
        let home = Home(ben, new, tablet)
        try home.join(1, to: 0)
        ben.give([.devices(.share("new", with: ["user of anna"]))])
        // The tablet and the new device get to know each other from Ben.
        for _ in 0..<2 { home.meet() }
        #expect(new.agrees(with: tablet))
        #expect(!new.titles(in: "Groceries").contains("bread") && !tablet.titles(in: "Groceries").contains("bread"))
        #expect(new.list("Groceries")?.visibility == .participants)
        new.give(new.add("private by now", to: "Groceries"), new.add("alone", to: "Trip"))
        home.settle()
        #expect(!ben.titles(in: "Groceries").contains("private by now") && !ben.titles(in: "Trip").contains("alone"))
        #expect(tablet.titles(in: "Trip").contains("alone"))
    }

    @Test func `where nobody is left the backup goes on alone, and who joins it gets all of it`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        before.disconnect()
        let new = try Self.restored(try Self.backup(of: anna))
        let late = try Device("late")
        let home = Home(new, late)
        try home.join(1, to: 0)
        home.connect(1, 0)
        #expect(late.titles(in: "Groceries") == new.titles(in: "Groceries"))
        let groceries = try #require(late.scope(ofList: "Groceries"))
        #expect(Set(late.batches(of: groceries).map(\.device)) == [anna.id, ben.id])
        expectSame(try home.difference())
        // Ben comes later: his household goes on there.
        ben.give([.devices(.remove("anna"))])
        let all = Home(new, late, ben)
        try all.join(2, to: 0)
        all.meet()
        #expect(ben.titles(in: "Groceries") == new.titles(in: "Groceries"))
        #expect(ben.list("Groceries")?.visibility == .household)
    }

    @Test func `somebody else's backup opens no private list, on whatever device it is restored`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        let evil = try Self.restored(try Self.backup(of: ben))
        let member = try #require(anna.member)
        evil.give([.members(.act(as: member.description))])
        let home = Home(anna, evil)
        try home.join(1, to: 0, for: .people([]))
        home.connect(1, 0)
        #expect(evil.scope(ofList: "Diary") == nil)
        let diary = try #require(anna.scope(ofList: "Diary"))
        #expect(evil.state(diary) == nil)
        #expect(home.frames.allSatisfy { $0.from == 1 || $0.batchesScope != diary })
    }

    @Test func `each device that is made of the backup of a restored one finds the way back, too`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        before.disconnect()
        let first = try Self.restored(try Self.backup(of: anna))
        first.give(first.add("eggs", to: "Groceries"))
        let backup = try Self.backup(of: first)
        var others: [Device] = []
        for name in ["second", "third"] {
            let device = try Device(name)
            #expect(throws: Never.self) { try device.give(.restoreBackup(backup))[0]?.get() }
            others.append(device)
        }
        let home = Home([ben] + others)
        for joiner in 1...2 {
            try home.join(joiner, to: 0)
            ben.give([.devices(.share(others[joiner - 1].name, with: ["user of anna"]))])
        }
        for _ in 0..<2 { home.meet() }
        #expect(try home.difference() == nil)
        #expect(ben.list("Groceries")?.visibility == .household)
        for device in home.devices { #expect(device.titles(in: "Groceries").contains("eggs"), "\(device.name)") }
    }

    @Test func `who kept the key and lost the log is in the household still`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        before.disconnect()
        let backup = try Self.backup(of: anna)
        anna.give(anna.add("lost here", to: "Groceries"))
        let again = try Device("anna")
        #expect(again.id == anna.id)
        #expect(throws: Never.self) { try again.give(.restoreBackup(backup))[0]?.get() }
        try again.restart()
        again.give(again.add("eggs", to: "Groceries"))
        let home = Home(again, ben)
        home.connect(0, 1)
        #expect(try home.difference() == nil)
        #expect(ben.titles(in: "Groceries").contains("eggs") && again.titles(in: "Diary") == ["secret"])
    }

    @Test func `what a full disk refused is restored at the second try, once`() throws {
        let before = try Self.household()
        let anna = before.devices[0]
        before.disconnect()
        let (backup, new) = (try Self.backup(of: anna), try Device("new"))
        new.diskFailure = .diskFull
        #expect(new.give(.restoreBackup(backup))[0] == .failure(.storage(.diskFull)))
        new.diskFailure = nil
        for _ in 0..<2 { new.give(.restoreBackup(backup)) }
        #expect(new.titles(in: "Groceries") == anna.titles(in: "Groceries"))
        let groceries = try #require(new.scope(ofList: "Groceries"))
        #expect(new.state(groceries)?.ledger.batchCount == anna.state(groceries)?.ledger.batchCount)
        try new.restart()
        #expect(new.titles(in: "Groceries") == anna.titles(in: "Groceries"))
    }

    @Test func `who comes back is who they were, though they are called otherwise by now`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        let backup = try Self.backup(of: anna)
        let member = try #require(anna.member)
        anna.give([.members(.change("user of anna", MemberChange(name: "Annie")))])
        before.settle()
        before.disconnect()
        let new = try Self.restored(backup)
        let home = Home(ben, new)
        try home.join(1, to: 0)
        home.connect(1, 0)
        #expect(new.member == member && ben.household?.roster.devices[new.id]?.members == [member])
        #expect(ben.household?.members.count == 2)
        #expect(new.titles(in: "Diary") == ["secret"])
    }

    @Test func `two machines of one person that take the same list along make one copy of it`() throws {
        let (anna, pc) = (try Device("anna"), try Device("pc"))
        anna.give(anna.add("milk"))
        pc.give(.create(NewList(title: "Camping")))
        pc.give(pc.add("tent", "lamp", to: "Camping"))
        let pad = try Self.restored(try Self.backup(of: pc))
        pad.give(pad.add("rope", to: "Camping"))
        let home = Home(anna, pc, pad)
        for joiner in 1...2 { try home.join(joiner, to: 0) }
        for _ in 0..<2 { home.meet() }
        #expect(anna.household?.members.count == 2)
        #expect(anna.scope(ofList: "Camping") == nil)
        for device in [pc, pad] {
            #expect(device.replica.library.lists(for: device.principal).map(\.title) == ["Camping", "Shopping"])
            #expect(device.titles(in: "Camping") == ["tent", "lamp", "rope"])
        }
        #expect(try home.difference() == nil)
    }

    @Test func `a head that its author has not signed is not passed on`() throws {
        let before = try Self.household()
        before.disconnect()
        let (anna, ben) = (before.devices[0], before.devices[1])
        anna.give(anna.add("lemons", to: "Groceries"))
        var backup = try Self.backup(of: anna)
        backup.entries = backup.entries.map { entry in
            guard case .head(var head, let feed) = entry else { return entry }
            head.signature = [1, 2, 3]
            return .head(head, of: feed)
        }
        let new = try Self.restored(backup)
        #expect(new.titles(in: "Groceries").contains("lemons"))
        let home = try Self.join(new, ben)
        #expect(home.connections.count == 2)
        #expect(!ben.titles(in: "Groceries").contains("lemons"))
    }

    @Test func `the same device is let in again under its new key only`() throws {
        let before = try Self.household()
        let (anna, ben) = (before.devices[0], before.devices[1])
        let backup = try Self.backup(of: anna)
        before.disconnect()
        let new = try Self.restored(backup)
        let home = try Self.join(new, ben)
        ben.give([.devices(.remove("new"))])
        home.settle()
        new.give(.goOnAlone)
        #expect(ben.give(.admitDevice(try new.replica.newDevice()))[0] == .failure(.household(.keyWasRemoved)))
    }

    @Test func `a restored device does not join through a device that its backup knows to be removed`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        home.devices[0].give(home.devices[0].add("milk"))
        for guest in [1, 2] {
            try home.join(guest, to: 0)
            home.connect(0, guest)
        }
        let (anna, ben, carl) = (home.devices[0], home.devices[1], home.devices[2])
        anna.give([.devices(.assign("ben", .admin))])
        home.settle()
        home.disconnect()
        anna.give([.devices(.remove("ben"))])
        home.connect(0, 2)
        let new = try Self.restored(try Self.backup(of: carl))
        let request = try new.replica.newDevice()
        guard case .success(.admitted(let welcome))? = ben.give(.admitDevice(request, for: .people([])))[0] else {
            Issue.record("ben has not heard that his device is out")
            return
        }
        let join = Command.joinHousehold(welcome, with: request, shareLists: true)
        #expect(new.give(join)[0] == .failure(.household(.hostWasRemoved("ben"))))
    }
}

extension RecoveryTests {
    @Test func `who is put back to before joining, and hides what was shared then, gets the first copy back`() throws {
        let (anna, ben) = (try Device("anna"), try Device("ben"))
        let home = Home(anna, ben)
        anna.give(anna.add("milk"))
        ben.give(.create(NewList(title: "Camping")))
        ben.give(ben.add("tent", to: "Camping"))
        let log = ben.log
        try home.join(1, to: 0, shareLists: true)
        home.connect(0, 1)
        #expect(anna.titles(in: "Camping") == ["tent"])
        home.disconnect()
        try ben.putBack(log)
        ben.give([.sharing(.show("Camping", toEverybody: false))])
        ben.give(ben.add("lamp", to: "Camping"))
        try home.join(1, to: 0, shareLists: true)
        for _ in 0..<2 {
            home.connect(0, 1)
            home.compareAgain()
            home.disconnect()
        }
        #expect(ben.titles(in: "Camping") == ["tent", "lamp"])
        home.connect(0, 1)
        // What was shared first is shared no more, and Anna hears of it.
        let camping = try #require(ben.scope(ofList: "Camping"))
        #expect(ben.list("Camping")?.visibility == .participants && anna.isSaidToHaveEnded(camping))
    }
}
