import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What is said of other devices.
struct PeerStatusTests {
    private static func pair() throws -> Home {
        let home = Home(try Device("anna"), try Device("ben"))
        home.devices[0].give(home.devices[0].add("eggs"))
        home.devices[1].wall += 700_000
        try home.join(1, to: 0, shareLists: true)
        home.connect(1, 0)
        home.compareAgain()
        return home
    }

    private static func status(of device: Device) throws -> PeerStatus {
        let statuses = device.replica.peerStatuses()
        return try #require(statuses.first)
    }

    @Test func `a peer's clock is told by its hello, and when it was seen stays known when it goes`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        let offset = home.devices[1].wall - anna.wall
        #expect(try Self.status(of: anna).clockOffset == offset)
        home.disconnect()
        let gone = try Self.status(of: anna)
        #expect(gone.state == .disconnected && gone.lastReceived != nil && gone.isInSync == nil)
    }

    @Test func `a peer that was asked is in sync when it has answered`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        #expect(try Self.status(of: anna).isInSync == true)
        anna.give(.synchronize)
        #expect(try Self.status(of: anna).isInSync == false)
        home.settle()
        #expect(try Self.status(of: anna).isInSync == true)
    }

    @Test func `who asks waits for his own answer, not for one that was on its way before`() throws {
        let home = try Self.pair()
        let (anna, ben) = (home.devices[0], home.devices[1])
        let connection = try #require(anna.replica.exchange.openSession(with: ben.id)?.connection)
        let summaries = ben.replica.sharedScopes(with: anna.id).compactMap { scope in
            ben.holdings[scope].map { Message.ScopeSummary(scope: scope, holding: $0) }
        }
        let (type, body) = Message.summary(summaries, isRequest: false).encoded
        anna.give(.synchronize)
        anna.give(.synchronize)
        anna.turn([.received(connection, type: type, body: body)])
        #expect(try Self.status(of: anna).isInSync == false)
        anna.turn([.received(connection, type: type, body: body)])
        #expect(try Self.status(of: anna).isInSync == true)
    }

    @Test func `what two bring at once is in sync with both as soon as it is there`() throws {
        let home = Home(try Device("anna"), try Device("ben"), try Device("carl"))
        let anna = home.devices[0]
        anna.give(anna.add("eggs"))
        for guest in [1, 2] { try home.join(guest, to: 0) }
        for (one, other) in [(0, 1), (0, 2), (1, 2)] { home.connect(one, other) }
        home.compareAgain()
        home.deliversTogether = true
        for device in home.devices {
            device.give(device.add("milk for \(device.name)", to: "Shopping"))
            home.settle()
            #expect(home.devices.allSatisfy { $0.agrees(with: anna) })
            #expect(home.devices.allSatisfy { $0.isInSyncWithAll })
        }
    }

    @Test func `batches that waited to be sent do not make newer words on what is held forgotten`() throws {
        let home = try Self.pair()
        let (anna, ben) = (home.devices[0], home.devices[1])
        home.holdsBatchesBack = true
        anna.give(anna.add("milk", to: "Shopping"))
        home.settle()
        #expect(home.requests.count == 1)
        home.holdsBatchesBack = false
        ben.give(ben.add("bread", to: "Shopping"))
        home.settle()
        home.releaseBatches()
        home.settle()
        #expect(anna.agrees(with: ben))
        #expect(anna.isInSyncWithAll && ben.isInSyncWithAll)
    }

    @Test func `equal vectors are not in sync when the states differ`() throws {
        let home = try Self.pair()
        let anna = home.devices[0]
        let shopping = try #require(anna.scope(ofList: "Shopping"))
        let connection = try #require(anna.replica.exchange.openSession(with: home.devices[1].id)?.connection)
        var holding = try #require(anna.holdings[shopping])
        holding.state ^= 1
        do {
            let ack = Message.Ack(scope: shopping, holding: holding, modelVersion: 1, opaqueCount: 0)
            let (type, body) = Message.ack(ack).encoded
            anna.turn([.received(connection, type: type, body: body)])
            #expect(try Self.status(of: anna).differing == [shopping])
            #expect(try Self.status(of: anna).isInSync == false)
        }
        home.compareAgain()
        #expect(try Self.status(of: anna).differing == [])
    }
}
