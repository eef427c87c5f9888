import Testing

@testable import PhlistModel
@testable import PhlistSync

/// What peers say of splits while it waits for the batches that it is about.
struct ForkClaimTests {
    /// Anna, who has a feed of Mallory's, and one of the others, who speaks to her; she reads no batches by herself.
    private final class Scene {
        let home: Home
        let history: SplitHistory
        private let connection: ConnectionID
        private var reads: [Effect] = []

        init(speaker: Int) throws {
            home = try Home.household(of: "anna", "ben", "mallory", "carl")
            let list = try #require(home.devices[0].scope(ofList: "Shopping"))
            history = SplitHistory(of: home.devices[2], in: list, run: 99, count: 4)
            home.connect(speaker, 0)
            connection = try #require(home.connections.last)
            say(history.message)
        }

        var anna: Device { home.devices[0] }

        /// More feeds of a device, which Anna has, too.
        func feeds(of number: Int, _ runs: Range<UInt64>, count: Int) -> [SplitHistory] {
            runs.map { run in
                let history = SplitHistory(
                    of: home.devices[number],
                    in: self.history.origin.scope,
                    run: run,
                    count: count
                )
                say(history.message)
                return history
            }
        }

        /// Lets Anna hear something, and do all that comes of it but reading batches.
        ///
        /// - Returns: Whether she asks for batches.
        @discardableResult
        func say(_ message: Message) -> Bool {
            let (type, body) = message.encoded
            let effects = anna.handle(.received(connection, type: type, body: body))
            let due = effects.filter(\.isReading)
            reads += due
            anna.perform(effects.filter { !$0.isReading })
            return !due.isEmpty
        }

        /// Lets Anna read what she has asked for.
        func read() {
            anna.perform(reads)
            reads = []
        }

        /// Shows the list to nobody but its owner any more.
        func hide() {
            anna.write([FieldWrite(.visibility, Visibility.participants)], to: .root, in: history.origin.scope)
        }

        var end: Message.Goodbye? { anna.closed[connection] }

        /// What was said of splits since this was asked.
        func takeAnswers() -> [Message] {
            anna.takeSaid().compactMap { effect in
                switch effect {
                case .send(connection, let message), .sendInTurn(connection, let message):
                    switch message {
                    case .trail, .forkClaim: message
                    default: nil
                    }
                default: nil
                }
            }
        }
    }

    @Test func `a claim of anybody who may see the list becomes one proof, though it comes again meanwhile`() throws {
        for speaker in [1, 2] {
            let scene = try Scene(speaker: speaker)
            #expect(scene.say(.forkClaim(scene.history.claim(behind: 1))))
            #expect(!scene.say(.forkClaim(scene.history.claim(behind: 1))))
            #expect(scene.anna.forks.isEmpty)
            scene.read()
            #expect(scene.anna.forks == [scene.history.proof(behind: 1).fork])
            #expect(scene.anna.log.count { $0.kind == .fork } == 1)
            #expect(!scene.say(.forkClaim(scene.history.claim(behind: 1))))
            #expect(try scene.anna.faultOfLog() == nil)
        }
    }

    @Test func `a claim that is said again and again takes the place of no other`() throws {
        let scene = try Scene(speaker: 1)
        for _ in 0...SyncLimits.claimsWaitingMax { scene.say(.forkClaim(scene.history.claim(behind: 1))) }
        scene.say(.forkClaim(scene.history.claim(behind: 2)))
        scene.read()
        #expect(scene.anna.forks == [1, 2].map { scene.history.proof(behind: $0).fork })
    }

    @Test func `so many claims wait, and those of an author himself make few splits`() throws {
        let scene = try Scene(speaker: 1)
        let many = scene.feeds(of: 2, 0..<3, count: 16) + scene.feeds(of: 3, 0..<3, count: 16)
        for history in many {
            for place in 0..<16 { scene.say(.forkClaim(history.claim(behind: place))) }
        }
        scene.read()
        #expect(scene.anna.forks.count == SyncLimits.claimsWaitingMax)
        let own = try Scene(speaker: 2)
        for history in own.feeds(of: 2, 0..<10, count: 4) {
            for place in 0..<4 { own.say(.forkClaim(history.claim(behind: place))) }
        }
        own.read()
        #expect(own.anna.forks.count == SyncLimits.splitsOfDeviceShownByAuthorMax)
    }

    @Test func `a claim waits on while something else is on its way to the disk`() throws {
        let scene = try Scene(speaker: 1)
        let (anna, list) = (scene.anna, scene.history.origin.scope)
        #expect(scene.say(.forkClaim(scene.history.claim(behind: 1))))
        let writing = anna.handle(.command(anna.nextCommand(), anna.add("milk")))
        #expect(anna.handle(.batchesRead(list, anna.storedBatches(of: list))).isEmpty)
        anna.perform(writing)
        #expect(anna.forks == [scene.history.proof(behind: 1).fork])
        #expect(anna.titles(in: "Shopping").contains("milk"))
    }

    @Test func `a claim that its author has not signed ends the session, and proves nothing`() throws {
        let scene = try Scene(speaker: 1)
        let log = scene.anna.log
        let key = SplitHistory(of: scene.home.devices[1], in: scene.history.origin.scope, run: 1, count: 0).key
        #expect(!scene.say(.forkClaim(scene.history.claim(behind: 1, by: key))))
        #expect(scene.end == .badSignature && scene.anna.log == log)
    }

    @Test func `a claim of a place where nothing begins here, or of what is here, proves nothing`() throws {
        let scene = try Scene(speaker: 1)
        let longer = SplitHistory(of: scene.home.devices[2], in: scene.history.origin.scope, run: 99, count: 6)
        #expect(!scene.say(.forkClaim(longer.claim(behind: 5))))
        var same = scene.history.claim(behind: 1)
        same.run = scene.history.proof(behind: 1).first
        #expect(scene.say(.forkClaim(same)))
        scene.read()
        // Signed, and of a history that has parted from the one here before.
        let other = SplitHistory(of: scene.home.devices[2], in: longer.origin.scope, run: 99, count: 2, text: "z")
        scene.say(.forkClaim(other.claim(behind: 1)))
        scene.read()
        #expect(scene.anna.forks.isEmpty && scene.end == nil)
    }

    @Test func `a claim of a place before one where the feed has split already makes another split`() throws {
        let scene = try Scene(speaker: 1)
        scene.say(.forkProof(scene.history.proof(behind: 2)))
        scene.read()
        scene.say(.forkClaim(scene.history.claim(behind: 1)))
        scene.read()
        #expect(scene.anna.forks == [1, 2].map { scene.history.proof(behind: $0).fork })
        #expect(try scene.anna.faultOfLog() == nil)
    }

    @Test func `marks are answered by one history, unless all know of the split by then`() throws {
        for isKnown in [false, true] {
            let scene = try Scene(speaker: 1)
            #expect(scene.say(scene.history.trail(behind: 1)))
            if isKnown { scene.say(.forkProof(scene.history.proof(behind: 1))) }
            _ = scene.takeAnswers()
            scene.read()
            #expect(scene.takeAnswers().isEmpty == isKnown)
            #expect(scene.say(scene.history.trail(behind: 1)) == !isKnown)
        }
    }

    @Test func `marks behind all that is here, or from within a batch, make nobody read`() throws {
        let scene = try Scene(speaker: 1)
        #expect(!scene.say(scene.history.trail(behind: 4)))
        let list = scene.history.origin.scope
        let own = scene.anna.replica.ownOrigin(in: list).feed
        try #require(scene.anna.state(list)?.ledger.isEnd(1, of: own) == false)
        let trail = Trail(start: 1, marks: [FeedVersion(sequence: 2, tag: 1)], isComplete: true)
        #expect(!scene.say(.trail(.init(scope: list, feed: own, trail: trail))))
        #expect(scene.takeAnswers().isEmpty)
    }

    @Test(arguments: [false, true])
    func `who may not see the list any more when the batches are read is told no history`(isHidden: Bool) throws {
        let scene = try Scene(speaker: 1)
        #expect(scene.say(scene.history.trail(behind: 1)))
        if isHidden { scene.hide() }
        _ = scene.takeAnswers()
        scene.read()
        #expect(scene.takeAnswers().isEmpty == isHidden)
    }

    @Test(arguments: [false, true])
    func `who may not see a list is neither heard nor answered about its splits`(isHidden: Bool) throws {
        let scene = try Scene(speaker: 1)
        if isHidden { scene.hide() }
        _ = scene.takeAnswers()
        scene.say(scene.history.trail(behind: 1, isComplete: false))
        #expect(scene.takeAnswers().isEmpty == isHidden)
        #expect(scene.say(scene.history.trail(behind: 2)) != isHidden)
        scene.read()
        #expect(scene.takeAnswers().isEmpty == isHidden)
        #expect(scene.say(.forkClaim(scene.history.claim(behind: 1))) != isHidden)
        scene.read()
        #expect(scene.anna.forks.isEmpty == isHidden)
    }
}

extension Effect {
    fileprivate var isReading: Bool {
        if case .readBatches = self { true } else { false }
    }
}
