import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What commands of one turn make of each other, before any of them is durable.
struct CommandTests {
    @Test func `the second of two equal additions in one turn finds the first`() throws {
        let device = try Device("anna")
        let replies = device.give(device.add("milk"), device.add("milk", "bread"))
        guard
            case .success(.acted(let first, _))? = replies[0],
            case .success(.acted(let second, _))? = replies[1]
        else {
            Issue.record("\(replies)")
            return
        }
        #expect(first.isNewList && first.unchanged.isEmpty)
        #expect(!second.isNewList)
        #expect(second.unchanged == first.changed)
        #expect(second.changed.count == 1)
        #expect(device.titles(in: "Shopping") == ["milk", "bread"])
    }

    @Test func `done and undone in one turn leave the item open`() throws {
        let device = try Device("anna")
        let replies = device.give(
            device.add("milk"),
            device.change("milk", ItemChange(state: .done)),
            device.change("milk", ItemChange(state: .open))
        )
        for reply in replies.dropFirst() {
            guard case .success(.acted(let outcome, _))? = reply, outcome.changed.count == 1 else {
                Issue.record("\(String(describing: reply))")
                return
            }
        }
        #expect(device.titles(in: "Shopping") == ["milk"])
    }

    @Test func `the same change twice in one turn is made once`() throws {
        let device = try Device("anna")
        device.give(device.add("milk"))
        let logged = device.log.count
        let replies = device.give(
            device.change("milk", ItemChange(state: .done)),
            device.change("Shopping/milk", ItemChange(state: .done))
        )
        guard
            case .success(.acted(let first, _))? = replies[0],
            case .success(.acted(let second, _))? = replies[1]
        else {
            Issue.record("\(replies)")
            return
        }
        #expect(first.changed == second.unchanged)
        #expect(first.unchanged.isEmpty && second.changed.isEmpty)
        #expect(device.log.count == logged + 1)
    }

    @Test func `an item goes into a list that is made in the same turn`() throws {
        let device = try Device("anna")
        device.give(
            .user(.lists(.create(NewList(title: "Camping"))), device.principal),
            device.add("tent", to: "Camping")
        )
        #expect(device.titles(in: "Camping") == ["tent"])
    }

    @Test func `items stay in the order in which they were added, whatever the clock does`() throws {
        let device = try Device("anna")
        let titles = (0..<50).map { "item \($0)" }
        for title in titles {
            device.wall += title.hasSuffix("7") ? -86_400_000 : 1
            device.give(device.add(title))
        }
        #expect(device.titles(in: "Shopping") == titles)
    }

    @Test func `an addition larger than a batch comes whole, in order, and can be replayed`() throws {
        let device = try Device("anna")
        let titles = (0..<2000).map { "item \($0)" }
        device.turn([
            .command(device.nextCommand(), .user(.items(.add(NewItems(list: nil, titles: titles))), device.principal))
        ])
        #expect(device.titles(in: "Shopping") == titles)
        let long = (0..<600).map { "\($0) " + String(repeating: "x", count: 1000) }
        device.turn([
            .command(device.nextCommand(), .user(.items(.add(NewItems(list: nil, titles: long))), device.principal))
        ])
        for stored in device.log.batches {
            #expect(stored.batch.header.opCount <= Limits.batchOpsMax)
            #expect(stored.batch.opsBytes.count <= Limits.batchBytesMax)
        }
        #expect(try Device("anna", log: device.log).titles(in: "Shopping") == titles + long)
    }

    @Test func `a command that is refused writes nothing and says why`() throws {
        let device = try Device("anna")
        device.give(device.add("milk", "milk tea"))
        let logged = device.log.count
        let refusals: [(Command, CommandError)] = [
            (device.add(" \t"), .text(.emptyTitle)),
            (device.add(), .item(.nothingToAdd)),
            (device.add(String(repeating: "x", count: 1025)), .text(.tooLong(.title, bytes: 1025))),
            (device.add("x", to: "Nowhere"), .list(.notFound("Nowhere"))),
            (device.change("bread", ItemChange(state: .done)), .item(.notFound("bread"))),
            (
                .user(.items(.change(["milk", "milk tea"], ItemChange(title: "x"))), device.principal),
                .item(.titleForSeveralItems(2))
            ),
            (.user(.lists(.create(NewList(title: ""))), device.principal), .text(.emptyTitle)),
            (.admitDevice(try device.replica.newDevice()), .household(.alreadyIn)),
        ]
        for (command, error) in refusals {
            guard case .failure(error)? = device.give(command)[0] else {
                Issue.record("\(command)")
                continue
            }
        }
        #expect(device.log.count == logged)
    }

    @Test func `a log with any record missing is read as far as it means something, and never stops the program`()
        throws
    {
        let device = try Device("anna")
        device.give(device.add("milk"))
        device.give(device.add("bread"), device.change("milk", ItemChange(state: .done)))
        for missing in device.log.indices {
            var replica = Replica(
                identity: .init(publicKey: [1], deviceName: "x", build: "x"),
                authority: HashAuthenticator(publicKey: [1]),
                random: SystemRandomNumberGenerator()
            )
            var refused = 0
            for (index, record) in device.log.enumerated() where index != missing {
                do {
                    try replica.restore(record)
                } catch {
                    refused += 1
                }
            }
            let entry = try LogEntry(device.log[missing])
            if case .feed? = entry { #expect(refused > 0) }
            if case .local? = entry { #expect(refused == 0) }
        }
    }
}
