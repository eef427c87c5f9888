import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// For whom a device joins.
extension PeopleOfDeviceTests {
    @Test func `a device that wants to join as somebody whom its code is not for says so by name`() throws {
        let (_, anna, _) = try Self.household()
        anna.give([.members(.add(name: "Ben", email: ""))])
        let (ben, person) = (try #require(try? anna.replica.library.member(named: "Ben")), try #require(anna.member))
        let new = try Device("new")
        func apart(_ name: String?, _ members: [MemberID]) throws -> [String] {
            anna.replica.library.names(of: try new.replica.newDevice(for: name), apartFrom: members)
        }
        #expect(try apart("ben", [ben]) == [] && apart("ben", [person]) == ["ben"] && apart("Zoe", [ben]) == ["Zoe"])
        #expect(try apart("ben", []) == ["ben"] && apart("house", [ben]) == [] && apart(nil, [ben]) == [])
    }

    @Test func `a code is for the house, for a member, or for several with commas`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        for name in ["Ben", "Zoe", "Zoe, Jr."] { device.give([.members(.add(name: name, email: ""))]) }
        func people(_ text: String) throws -> [MemberID] {
            guard case .people(let members) = try device.replica.library.deviceUse(for: text) else { return [] }
            return members
        }
        let (ben, zoe, junior) = (
            try device.member(named: "Ben"), try device.member(named: "Zoe"), try device.member(named: "Zoe, Jr.")
        )
        #expect(try people("House").isEmpty && people("ben,") == [ben] && people("zoe, jr.") == [junior])
        #expect(try people("zoe,ben") == [zoe, ben] && people(" Ben , Zoe ,ben,") == [ben, zoe])
        #expect(throws: CommandError.member(.notFound("Carl"))) { try people("Ben,Carl") }
        for text in ["", " , "] {
            #expect(throws: CommandError.member(.notFound(text))) { try people(text) }
        }
    }

    @Test func `a device comes under the name of its user or another one, and never under one that is no name`() throws
    {
        let (home, anna, _) = try Self.household()
        home.disconnect()
        let new = try Device("new")
        func names(_ name: String?) throws -> [String] {
            try new.replica.newDevice(for: name).people.filter(\.isUser).map(\.name)
        }
        #expect(try names(nil) == [] && names(" Ben ") == ["Ben"] && names(" HOUSE ") == [])
        #expect(throws: CommandError.member(.emptyName)) { try names(" ") }
        new.give(new.add("tea"))
        let user = try #require(new.member)
        #expect(try names(nil) == ["user of new"] && names("Ben") == ["Ben"])
        #expect(throws: CommandError.device(.inUse([user]))) { try names("house") }
        // What comes over the network is no name just because it is there.
        for name in ["Ben\u{1B}[2J", "", "house"] {
            var forged = try new.replica.newDevice()
            forged.people = [NewDevice.Person(name: name, isUser: true)]
            guard case .failure? = anna.give(.admitDevice(forged))[0] else {
                Issue.record("\(name) was let in")
                continue
            }
            #expect(anna.household?.roster.contains(new.id) == false)
        }
    }

    @Test func `two people of one name on a joining device are one member, and one of a known name is known`() throws {
        let (home, anna, _) = try Self.household()
        home.disconnect()
        var request = try Device("new").replica.newDevice()
        let names = ["Zoe", "zoe", "user of anna", "USER OF ANNA"]
        request.people = names.map { NewDevice.Person(name: $0, isUser: true) }
        let person = try #require(anna.member)
        #expect(anna.replica.library.peopleClaimed(by: request) == [person])
        let admission = anna.give(.admitDevice(request, for: .wished(confirmed: [person])))[0]
        guard case .success(.admitted(let welcome))? = admission else { throw CommandError.device(.notAdmin) }
        #expect(welcome.users.map(\.name) == ["Zoe", "user of anna"])
        #expect(try welcome.users.map(\.id) == [anna.member(named: "zoe"), person])
    }
}
