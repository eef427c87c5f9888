import PhlistSimulator
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// Photos' bytes on their way between devices.
struct BlobTests {
    private func household(_ names: String...) throws -> Home {
        let devices = try names.map { try Device($0) }
        let home = devices.count == 2 ? Home(devices[0], devices[1]) : Home(devices[0], devices[1], devices[2])
        devices[0].give(devices[0].add("milk", "bread"))
        for number in devices.indices.dropFirst() {
            try home.join(number, to: 0)
        }
        // Whoever joins later becomes known to the others.
        for number in devices.indices.dropFirst().reversed() + devices.indices.dropFirst() {
            home.connect(0, number)
            home.disconnect()
        }
        return home
    }

    private func chunks(_ home: Home, from sender: Int? = nil) -> [BlobChunkID] {
        home.frames.filter { sender == nil || $0.from == sender }.compactMap { frame in
            guard case .blobChunk(let blob, let chunk, _)? = frame.message else { return nil }
            return BlobChunkID(blob: blob, chunk: chunk)
        }
    }

    @Test func `a photo follows its reference, the thumbnail first, every chunk once`() throws {
        let home = try household("anna", "ben")
        home.connect(0, 1)
        let photo = try #require(home.devices[0].setPhoto(of: "milk"))
        home.settle()
        let ben = home.devices[1]
        #expect(ben.holds(photo))
        #expect(ben.photos.whole == home.devices[0].photos.whole)
        #expect(ben.photos.keptChunks.map(\.blob) == [photo.thumbnail] + Array(repeating: photo.original, count: 4))
        #expect(chunks(home).count == 5)
        #expect(ben.replica.whereabouts(of: photo.original) == .here)
        #expect(ben.replica.referencedBlobs == [photo.original, photo.thumbnail])
        // Nothing is left that would be asked for again.
        home.settle()
        #expect(ben.replica.blobs.sources.values.allSatisfy { $0.credits.isEmpty && $0.wants.isEmpty })
    }

    @Test func `never more than two chunks are on their way from one peer`() throws {
        let home = try household("anna", "ben")
        home.connect(0, 1)
        var (asked, most) = (0, 0)
        home.isLost = { frame in
            switch frame.message {
            case .blobCredit?: asked += 1
            case .blobChunk?: asked -= 1
            default: break
            }
            most = max(most, asked)
            return false
        }
        home.devices[0].setPhoto(of: "milk", chunks: 30)
        home.settle()
        #expect(most == 2)
        #expect(home.devices[1].photos.whole.count == 2)
    }

    @Test func `a download goes on after a restart, and from another peer, and asks for no chunk twice`() throws {
        let home = try household("anna", "ben", "cleo")
        home.connect(0, 1)
        let photo = try #require(home.devices[0].setPhoto(of: "milk", chunks: 20))
        home.settle()
        home.connect(0, 2)
        var cleo = home.devices[2]
        cleo.photos = PhotoShelf()
        try cleo.restart()
        // Only seven chunks come before the power is gone, then the other one is asked.
        var left = 7
        home.isLost = { frame in
            guard frame.to == 2, case .blobChunk(photo.original, _, _)? = frame.message else { return false }
            left -= 1
            return left < 0
        }
        home.disconnect()
        home.connect(0, 2)
        #expect(cleo.photos.keptChunks.count == 8)
        try cleo.restart()
        home.isLost = { _ in false }
        home.disconnect()
        home.connect(1, 2)
        cleo = home.devices[2]
        #expect(cleo.holds(photo))
        #expect(cleo.photos.whole[photo.original] == home.devices[0].photos.whole[photo.original])
        #expect(cleo.photos.keptChunks.count == 21)
        #expect(Set(cleo.photos.keptChunks).count == 21)
    }

    @Test func `who asks before the bytes are there is told when they have come`() throws {
        let home = try household("anna", "ben", "cleo")
        home.connect(1, 2)
        home.connect(0, 1)
        let photo = try #require(home.devices[0].setPhoto(of: "milk"))
        home.settle()
        #expect(home.devices[2].holds(photo))
        #expect(Set(chunks(home, from: 1)).count == 5)
        #expect(chunks(home, from: 0).count == 5)
    }

    @Test func `a peer that sends wrong chunks is asked no more, and another one is`() throws {
        let home = try household("anna", "ben", "cleo")
        home.connect(0, 1)
        let photo = try #require(home.devices[0].setPhoto(of: "milk", chunks: 6))
        home.settle()
        home.connect(0, 2)
        let (liar, cleo) = (home.devices[1], home.devices[2])
        #expect(cleo.holds(photo))
        // Once more, with a peer that turns a bit of everything.
        cleo.photos = PhotoShelf()
        try cleo.restart()
        liar.photos.spoil()
        home.disconnect()
        home.connect(1, 2)
        #expect(cleo.photos.keptChunks.isEmpty)
        #expect(cleo.replica.whereabouts(of: photo.original) == .arriving(chunks: 0, of: 6, from: []))
        home.connect(0, 2)
        #expect(cleo.holds(photo))
        #expect(cleo.photos.whole[photo.original] == home.devices[0].photos.whole[photo.original])
    }

    @Test func `only who may see a list gets what it refers to, and nobody learns why he does not`() throws {
        let home = try household("anna", "ben")
        home.connect(0, 1)
        let (anna, ben) = (home.devices[0], home.devices[1])
        anna.give(.user(.lists(.create(NewList(title: "Gifts", isPrivate: true))), anna.principal))
        anna.give(anna.add("bike", to: "Gifts"))
        let photo = try #require(anna.setPhoto(of: "bike"))
        home.settle()
        #expect(ben.photos.whole.isEmpty)
        let gifts = try #require(anna.scope(ofList: "Gifts"))
        let shopping = try #require(anna.scope(ofList: "Shopping"))
        let connection = try #require(anna.replica.exchange.openSessions.first?.connection)
        for scope in [gifts, shopping, ScopeID(rawValue: 5)] {
            for message in [
                Message.blobWant(scope, photo.original), .blobCredit(scope, photo.original, chunk: 0),
            ] {
                let (type, body) = message.encoded
                let answer = anna.handle(.received(connection, type: type, body: body)).compactMap { effect in
                    if case .send(connection, let message) = effect { message } else { nil }
                }
                #expect(answer == [.blobCancel(photo.original)])
            }
        }
    }

    @Test(arguments: BlobPolicy.allCases)
    func `thumbnails always come, originals as the policy says or somebody wants`(policy: BlobPolicy) throws {
        let home = try household("anna", "ben")
        let (anna, ben) = (home.devices[0], home.devices[1])
        ben.turn([.blobPolicyChanged(policy)])
        home.connect(0, 1)
        anna.wall -= 91 * 24 * 60 * 60 * 1000
        let old = try #require(anna.setPhoto(of: "milk", seed: 9))
        anna.wall += 91 * 24 * 60 * 60 * 1000
        let new = try #require(anna.setPhoto(of: "bread", seed: 7))
        home.settle()
        #expect(ben.photos.whole[old.thumbnail] != nil && ben.photos.whole[new.thumbnail] != nil)
        #expect((ben.photos.whole[new.original] != nil) == (policy != .onDemand))
        if policy == .onDemand {
            ben.turn([.blobDemanded(new.original)])
            home.settle()
            #expect(ben.holds(new))
        }
    }

    @Test func `a full disk is tried again with the next summary`() throws {
        let home = try household("anna", "ben")
        home.devices[1].photos.isFull = true
        home.connect(0, 1)
        let photo = try #require(home.devices[0].setPhoto(of: "milk"))
        home.settle()
        #expect(!home.devices[1].holds(photo))
        home.devices[1].photos.isFull = false
        home.compareAgain()
        #expect(home.devices[1].holds(photo))
    }

    @Test func `a peer that does not answer for half a minute is no source, until it is asked again`() throws {
        let home = try household("anna", "ben")
        home.connect(0, 1)
        home.isLost = { frame in if case .blobChunk? = frame.message { true } else { false } }
        let photo = try #require(home.devices[0].setPhoto(of: "milk"))
        home.settle()
        let ben = home.devices[1]
        let connection = try #require(ben.replica.exchange.openSessions.first?.connection)
        #expect(ben.replica.blobs.inFlight.count == 2)
        ben.monotonic += BlobLimits.answerMilliseconds
        // It is there, and sends all but chunks.
        home.compareAgain()
        ben.turn([.timerFired(.keepAlive(connection))])
        #expect(ben.replica.blobs.inFlight.isEmpty)
        home.isLost = { _ in false }
        home.compareAgain()
        #expect(ben.holds(photo))
    }

    @Test func `a photo that was replaced while it came is given up`() throws {
        let home = try household("anna", "ben")
        home.connect(0, 1)
        home.isLost = { frame in if case .blobChunk? = frame.message { true } else { false } }
        let first = try #require(home.devices[0].setPhoto(of: "milk"))
        home.settle()
        home.isLost = { _ in false }
        let second = try #require(home.devices[0].setPhoto(of: "milk", seed: 200))
        home.settle()
        home.compareAgain()
        let ben = home.devices[1]
        #expect(ben.holds(second))
        #expect(ben.photos.holdings.partial.isEmpty)
        #expect(ben.replica.blobs.transfers.isEmpty)
        #expect(!ben.holds(first))
        #expect(home.devices[0].replica.referencedBlobs == [second.original, second.thumbnail])
    }

    @Test func `a blob that turns out to be damaged is fetched again`() throws {
        let home = try household("anna", "ben")
        home.connect(0, 1)
        let photo = try #require(home.devices[0].setPhoto(of: "milk"))
        home.settle()
        home.devices[0].photos.remove(photo.original)
        home.devices[0].turn([])
        home.devices[0].give(.synchronize)
        home.settle()
        #expect(home.devices[0].holds(photo))
    }
}
