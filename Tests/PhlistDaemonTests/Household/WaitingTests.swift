import PhlistControl
import PhlistHousehold
import PhlistModel
import Testing

@testable import PhlistDaemon

/// Calls that wait end with their client, and do not get into each other's way.
@Suite(.timeLimit(.minutes(2))) struct WaitingTests {
    private static let asker = Asker(RunningDaemon.owner, actsAs: nil)

    /// An item with a photo that nobody has.
    private static func addItemWithoutPhoto(_ host: ReplicaHost) async throws -> String {
        let added = try await ItemCalls(host: host).add(AddItemsRequest(list: nil, titles: ["milk"]), asker).added
        let blob = try #require(BlobID(bytes: Array(repeating: 7, count: BlobID.byteCount)))
        let photo = PhotoReference(original: blob, thumbnail: blob, size: 9, type: .jpeg, width: 3, height: 3)
        let change = ItemChange(photo: .reference(try #require(photo)))
        try await host.perform(.items(.change(["milk"], change)), asker) { _, _ in }
        return try #require(added.first).id
    }

    private static func hasPeerWaiters(_ count: Int, _ host: ReplicaHost) async -> Bool {
        let deadline = ContinuousClock.now + .seconds(20)
        while await host.peerWaiters.count != count {
            guard ContinuousClock.now < deadline else { return false }
            await Task.yield()
        }
        return true
    }

    @Test func `a wait for a photo ends with its client`() async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            let host = daemon.service.host
            let item = try await Self.addItemWithoutPhoto(host)
            do {
                let client = try RawClient(path: daemon.socketPath)
                try await client.send(RawClient.request("GET", "/v1/items/photo?item=\(item)&wait=60000"))
                #expect(await Self.hasPeerWaiters(1, host))
            }
            #expect(await Self.hasPeerWaiters(0, host))
        }
    }

    @Test func `a wait has one timer, however often something happens meanwhile`() async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            let host = daemon.service.host
            let deadline = ContinuousClock.now + .seconds(600)
            for _ in 0..<100 {
                async let change: Void = host.nextPeerChange(before: deadline)
                #expect(await Self.hasPeerWaiters(1, host))
                await host.peersChanged()
                await change
            }
            #expect(await host.peerWakeTimes.count == 1)
        }
    }

    @Test func `a wait for a photo ends with the daemon, and is not longer than a minute`() async throws {
        let start = ContinuousClock.now
        var client: RawClient?
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            let host = daemon.service.host
            let path = "/v1/items/photo?item=\(try await Self.addItemWithoutPhoto(host))&wait="
            #expect(try await RawClient(path: daemon.socketPath).ask("GET", "\(path)60001").status == 400)
            client = try RawClient(path: daemon.socketPath)
            try await client?.send(RawClient.request("GET", "\(path)60000"))
            #expect(await Self.hasPeerWaiters(1, host))
        }
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test func `a search for a device with an open code ends when nobody waits for it any more`() async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            let desk = DiscoveryDesk(host: daemon.service.host, logger: .silent)
            let deadline = ContinuousClock.now + .seconds(60)
            let search = Task { try await desk.findOpenHost(before: deadline, except: [:]) }
            search.cancel()
            let error = await #expect(throws: ControlError.self) { try await search.value }
            #expect(error?.code == .unavailable)
            #expect(ContinuousClock.now < deadline - .seconds(20))
        }
    }

    @Test func `of two codes that are opened at once one is refused, and no port stays open`() async throws {
        try await RunningDaemon.run(in: try TestDirectory()) { daemon in
            let service = daemon.service
            for _ in 0..<10 {
                let results = await withTaskGroup { tasks in
                    for _ in 0..<2 {
                        tasks.addTask { () -> Result<PairingReply, any Error> in
                            do {
                                return .success(
                                    try await service.openPairing(asTicket: false, asAdmin: false, for: nil)
                                )
                            } catch {
                                return .failure(error)
                            }
                        }
                    }
                    return await tasks.reduce(into: []) { $0.append($1) }
                }
                let ports = results.compactMap { try? $0.get().port }
                #expect(!ports.isEmpty)
                _ = try await service.closePairing()
                for port in ports { #expect(!RawClient.isListening(onPort: port)) }
            }
        }
    }
}
