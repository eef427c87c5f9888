import PhlistSimulator
import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What two devices wrote, together and apart, is shown the same where a backup of it is restored.
struct BackupTests {
    /// Two devices that edit the same list, mostly apart, with clocks that are not right.
    private static func history(seed: UInt64) throws -> Device {
        var random = SeededRandom(seed: seed)
        let home = Home(try Device("anna"), try Device("ben"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        home.devices[0].give(home.devices[0].add("milk", "bread", "tea"))
        home.settle()
        let anna = home.devices[0]
        let scope = try #require(anna.scope(ofList: "Shopping"))
        let entities = anna.items(in: "Shopping").map(\.entity)
        for _ in 0..<6 {
            home.isLost = { _ in true }
            for _ in 0..<8 {
                let device = home.devices[random.number(below: 2)]
                device.wall += Int64(random.number(below: 5000)) - 2000
                let entity = entities[random.number(below: entities.count)]
                device.write(Self.fields(using: &random), to: entity, in: scope)
            }
            home.isLost = { _ in false }
            home.reconnect()
        }
        return anna
    }

    private static func fields(using random: inout SeededRandom) -> [FieldWrite] {
        let tag = "tag \(random.number(below: 3))"
        switch random.number(below: 4) {
        case 0: return [FieldWrite(.title, text: "title \(random.number(below: 99))"), FieldWrite(.life, Life.alive)]
        case 1: return [FieldWrite(.life, random.happens(percent: 50) ? Life.dead : Life.alive)]
        case 2: return [FieldWrite.insert(tag, into: .tags)]
        default: return [FieldWrite.remove(tag, from: .tags)]
        }
    }

    private static func backup(of log: [Record]) throws -> BackupContents {
        var reader = BackupReader(keepsLists: true, random: SeededRandom(seed: 1))
        for record in log { reader.take(record) }
        return try reader.contents(hasHoles: false)
    }

    @Test func `an invitation that was accepted before anything of its list came hinders no backup`() throws {
        let (_, _, ben) = try Home.trip("tent")
        #expect(ben.titles(in: "Trip") == ["tent"])
        let backup = try Self.backup(of: ben.log)
        #expect(backup.count.lists == ben.replica.library.lists(for: ben.principal).count)
        let new = try Device("carl")
        #expect(throws: Never.self) { try new.give(.restoreBackup(backup))[0]?.get() }
        #expect(new.list("Trip")?.items.map(\.title) == ["tent"])
    }

    @Test func `a list that has ended for a device is as closed where its backup is restored`() throws {
        let (home, anna, ben) = try Home.trip("tent")
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        home.settle()
        let refused = ben.give([.items(.add(NewItems(list: "Trip", titles: ["rope"])))])
        let dora = try Device("dora")
        dora.give(.restoreBackup(try Self.backup(of: ben.log)))
        for _ in 0..<2 {
            #expect(dora.list("Trip")?.items.map(\.title) == ["tent"])
            let again = dora.give([.items(.add(NewItems(list: "Trip", titles: ["rope"])))])
            guard case .failure(let error) = again else { Issue.record("written to a list that has ended"); return }
            #expect(.failure(error) == refused)
            try dora.restart()
        }
        // The owner's own backup has it open.
        let emil = try Device("emil")
        emil.give(.restoreBackup(try Self.backup(of: anna.log)))
        _ = try emil.give([.items(.add(NewItems(list: "Trip", titles: ["stove"])))]).get()
    }

    @Test func `a list that has ended is open again on a restored device once its owner shares it anew`() throws {
        let (home, anna, ben) = try Home.trip("tent")
        anna.give([.sharing(.unshare("Trip", with: ["user of ben"]))])
        home.settle()
        home.disconnect()
        let dora = try Device("dora")
        dora.give(.restoreBackup(try Self.backup(of: ben.log)))
        let met = Home(anna, ben, dora)
        try met.join(2, to: 0, for: .people([try #require(ben.member)]))
        met.meet()
        func add() -> Result<Outcome, CommandError> {
            dora.give([.items(.add(NewItems(list: "Trip", titles: ["rope"])))])
        }
        guard case .failure = add() else { Issue.record("written to a list that has ended"); return }
        anna.give([.sharing(.share("Trip", with: ["user of ben"]))])
        met.meet()
        ben.give([.sharing(.answer("Trip", isAccepted: true))])
        met.meet()
        _ = try add().get()
        met.meet()
        #expect(anna.titles(in: "Trip").sorted() == ["rope", "tent"])
        let scope = try #require(dora.scope(ofList: "Trip"))
        #expect(!dora.replica.library.mayHaveEnded(scope))
    }

    @Test func `somebody else's answer that came before the beginning of its list hinders no backup`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let (anna, ben) = (home.devices[0], home.devices[1])
        for device in home.devices { device.give(device.add("milk")) }
        for number in [1, 2] { try home.join(number, to: 0) }
        home.meet()
        anna.give(.create(NewList(title: "Trip", guests: ["user of ben"])))
        anna.give(anna.add("tent", to: "Trip"))
        home.meet()
        ben.give([.sharing(.answer("Trip", isAccepted: true))])
        home.meet()
        home.disconnect()
        anna.give(anna.add("stove", to: "Trip"))
        ben.give(ben.add("rope", to: "Trip"))
        home.meet()
        anna.give([.sharing(.show("Trip", toEverybody: true))])
        home.meet()
        for device in home.devices {
            #expect(device.titles(in: "Trip").sorted() == ["rope", "stove", "tent"])
            let backup = try Self.backup(of: device.log)
            let new = try Device("dora")
            #expect(throws: Never.self) { try new.give(.restoreBackup(backup))[0]?.get() }
            #expect(new.titles(in: "Trip").sorted() == ["rope", "stove", "tent"])
        }
    }

    @Test func `what two copies of a device wrote apart is read at once, as it was shown`() throws {
        let home = try Home.household(of: "anna", "ben")
        let copy = try home.devices[0].copied()
        let anna = home.devices[0]
        anna.give(anna.add("milk"), anna.change("eggs", ItemChange(title: "six eggs")))
        copy.give(copy.add("tea"), copy.change("eggs", ItemChange(note: "brown")))
        let met = Home(anna, home.devices[1], copy)
        met.meet()
        #expect(try met.difference(faults: ["anna": 1]) == nil)
        for device in met.devices {
            var readings = 0
            let backup = try BackupContents.read(keepsLists: true, random: SeededRandom(seed: 1)) { take in
                for record in device.log { take(record) }
                readings += 1
                return false
            }
            #expect(readings == 1)
            let new = try Device("carl")
            #expect(throws: Never.self) { try new.give(.restoreBackup(backup))[0]?.get() }
            #expect(try Self.shown(new) == Self.shown(device))
            #expect(new.titles(in: "Shopping").sorted() == ["milk", "six eggs", "tea"])
        }
    }

    /// What is seen of an item.
    private static func shown(_ device: Device) throws -> [String] {
        let scope = try #require(device.scope(ofList: "Shopping"))
        let state = try #require(device.replica.library.scopes[scope]?.state)
        return Array(state.table.entities).sorted().map { entity in
            let entry = state.entry(of: entity)
            let values = (entry?.fields ?? []).map { field in
                field == .life
                    ? ""
                    : field.mergeClass == .set
                        ? "\(field.rawValue): \(entry?.elements(field).sorted() ?? [])"
                        : "\(field.rawValue): \(entry?.shown(field)?.value ?? [])"
            }
            return "\(entity) \(state.life(of: entity) == .alive) \(values.filter { !$0.hasSuffix("[]") && $0 != "" })"
        }
    }

    @Test(arguments: 0..<40)
    func `what was written apart is shown the same, with its conflicts`(seed: UInt64) throws {
        let old = try Self.history(seed: seed)
        let new = try Device("carl")
        let result = new.give(.restoreBackup(try Self.backup(of: old.log)))
        #expect(throws: Never.self) { try result[0]?.get() }
        #expect(try Self.shown(new) == Self.shown(old))
        let conflicts = try (new.conflicts().count, old.conflicts().count)
        #expect(conflicts.0 == conflicts.1)
        try new.restart()
        #expect(try Self.shown(new) == Self.shown(old))
    }

    @Test func `a device with lists, or with others in its household, takes no backup`() throws {
        let backup = try Self.backup(of: try Self.history(seed: 1).log)
        let ben = try Device("ben")
        ben.give(ben.add("tea"))
        #expect(ben.give(.restoreBackup(backup))[0] == .failure(.household(.listsInTheWay(1))))
        let home = Home(try Device("carl"), try Device("dora"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        #expect(home.devices[1].give(.restoreBackup(backup))[0] == .failure(.household(.hasOtherDevices(1))))
    }

    @Test func `a log in which a batch is missing is not a backup`() throws {
        let log = try Self.history(seed: 2).log
        let index = try #require(log.firstIndex { $0.kind == .batch })
        let rest = log.enumerated().filter { $0.offset != index + 3 && $0.offset != index }.map(\.element)
        #expect(throws: CodecError.self) { try Self.backup(of: rest) }
    }
}
