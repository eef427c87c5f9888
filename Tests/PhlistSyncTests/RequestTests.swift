import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Commands that come twice, commands that only ask, and commands on behalf of somebody.
struct RequestTests {
    private static let milk = UserCommand.items(.add(NewItems(titles: ["milk"])))
    private static let done = UserCommand.items(.change(["milk"], ItemChange(state: .done)))

    private static func keyed(_ text: String, _ digest: UInt32 = 1) -> CommandOptions {
        CommandOptions(request: RequestKey(text: text, digest: digest))
    }

    private static func outcome(_ reply: Result<CommandResult, CommandError>??) -> Outcome? {
        guard case .success(.acted(let outcome, _))?? = reply else { return nil }
        return outcome
    }

    @Test(arguments: [false, true])
    func `a request that is repeated is answered again and made once`(inOneTurn: Bool) throws {
        let device = try Device("anna")
        let command = Command.user(Self.milk, device.principal, Self.keyed("k"))
        let replies =
            inOneTurn
            ? device.give(command, command) : device.give(command) + device.give(command)
        #expect(try #require(Self.outcome(replies[0])).changed.count == 1)
        #expect(Self.outcome(replies[0]) == Self.outcome(replies[1]))
        #expect(device.titles(in: "Shopping") == ["milk"])
    }

    @Test func `a repetition waits while other requests, which change nothing, are on their way to the disk`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        let first = Command.user(Self.milk, device.principal, Self.keyed("a"))
        let second = Command.user(Self.milk, device.principal, Self.keyed("b"))
        let replies = device.give(first, second, second)
        #expect(Self.outcome(replies[2]) != nil)
        #expect(Self.outcome(replies[1]) == Self.outcome(replies[2]))
    }

    @Test func `what a repetition is answered survives a restart, and an undo in between`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        let first = device.give(.user(Self.done, device.principal, Self.keyed("k")))
        device.give(.user(.undo(list: nil), device.principal))
        let restarted = try Device("anna", log: device.log)
        let logged = restarted.log.count
        let second = restarted.give(.user(Self.done, device.principal, Self.keyed("k")))
        #expect(Self.outcome(first[0]) == Self.outcome(second[0]))
        #expect(restarted.titles(in: "Shopping") == ["milk"])
        #expect(restarted.log.count == logged)
    }

    @Test func `a key with another request is refused, and the key of another user is another key`() throws {
        let device = try Device("anna")
        let other = Principal(uid: 7, name: "ben", isOwner: true)
        device.give(.user(Self.milk, device.principal, Self.keyed("k")))
        let reused = device.give(.user(Self.done, device.principal, Self.keyed("k", 2)))
        #expect(reused == [.failure(.requestKeyReused("k"))])
        #expect(Self.outcome(device.give(.user(Self.done, other, Self.keyed("k", 2))).first)?.changed.count == 1)
    }

    @Test func `a key is forgotten after a day, and when too many have come since`() throws {
        let device = try Device("anna")
        device.give(.user(Self.milk, device.principal, Self.keyed("k")))
        device.wall += HouseholdLimits.requestMillisecondsMax
        #expect(Self.outcome(device.give(.user(Self.milk, device.principal, Self.keyed("k"))).first)?.changed == [])
        for number in 0...HouseholdLimits.requestsMax {
            device.give(.user(Self.milk, device.principal, Self.keyed("\(number)")))
        }
        #expect(
            device.give(.user(Self.done, device.principal, Self.keyed("k", 2))) != [.failure(.requestKeyReused("k"))]
        )
    }

    @Test func `a dry run says what would be, and writes nothing`() throws {
        let device = try Device("anna")
        let logged = device.log.count
        device.wall += 60_000
        let dry = CommandOptions(isDryRun: true)
        guard case .success(.acted(let outcome, let preview))? = device.give(.user(Self.milk, device.principal, dry))[0]
        else {
            Issue.record("refused")
            return
        }
        let scope = try #require(outcome.list)
        let previewed = device.replica.library.list(scope, with: preview[scope])
        let list = try #require(previewed)
        #expect(list.title == "Shopping")
        #expect(list.items.map(\.title) == ["milk"])
        #expect(list.items[0].created.stamp.milliseconds == device.wall)
        #expect(device.log.count == logged)
        let (made, member) = (device.replica.library.list(scope), device.replica.library.member(of: device.principal))
        #expect(made == nil && member == nil)
    }

    @Test func `the owner acts as any member, everybody else as himself alone`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        let anna = try #require(device.member)
        let guest = Principal(uid: 50, name: "guest", isOwner: false, actsAs: "User of Anna")
        #expect(device.give(.user(Self.done, guest)) == [.failure(.login(.mayNotActAs("User of Anna")))])
        device.bind(50, to: anna)
        #expect(Self.outcome(device.give(.user(Self.done, guest)).first)?.changed.count == 1)
        let root = Principal(uid: 0, name: "root", isOwner: true, actsAs: "ÜSER of ánna")
        #expect(Self.outcome(device.give(.user(.undo(list: nil), root)).first)?.changed.count == 1)
        let stranger = Principal(uid: 0, name: "root", isOwner: true, actsAs: "Zoe")
        #expect(device.give(.user(Self.done, stranger)) == [.failure(.member(.notFound("Zoe")))])
    }

    @Test func `one undo takes back an action in all the lists where it was`() throws {
        let device = try Device("anna")
        device.give(
            .user(.lists(.create(NewList(title: "Garden"))), device.principal),
            .user(.lists(.create(NewList(title: "House"))), device.principal),
            device.add("weed", to: "Garden"),
            device.add("sweep", to: "House")
        )
        let both = UserCommand.items(.change(["weed", "sweep"], ItemChange(state: .done)))
        device.give(.user(both, device.principal))
        #expect(device.titles(in: "Garden") + device.titles(in: "House") == [])
        #expect(Self.outcome(device.give(.user(.undo(list: nil), device.principal)).first)?.changed.count == 2)
        #expect(device.titles(in: "Garden") + device.titles(in: "House") == ["weed", "sweep"])
    }
}
