import PhlistTestKit
import Testing

@testable import PhlistPairing

extension PairingCode {
    static let right = Self.typed("482 177 302")
    static let wrong = Self.typed("000 000 000")

    static func drawn(_ seed: UInt64) -> PairingCode {
        var generator = SeededRandom(seed: seed)
        return PairingCode(using: &generator)
    }

    static func typed(_ text: String) -> PairingCode {
        do {
            return try PairingCode(parsing: text)
        } catch {
            Issue.record("\(text): \(error)")
            var generator = SeededRandom(seed: 0)
            return PairingCode(using: &generator)
        }
    }
}

extension PairingSecret {
    static let right = Self.code(.right)
    static let wrong = Self.code(.wrong)
}

extension KeyFingerprint {
    static let laptop = KeyFingerprint(publicKey: Array("key of the laptop".utf8))
    static let nas = KeyFingerprint(publicKey: Array("key of the nas".utf8))
    static let stranger = KeyFingerprint(publicKey: Array("key of a stranger".utf8))
}

extension PairingEntropy {
    static func seeded(_ seed: UInt64) -> PairingEntropy {
        var generator = SeededRandom(seed: seed)
        return PairingEntropy(using: &generator)
    }
}

/// The offer that all hosts of one test share, and what of it is on disk.
final class Screen {
    static let openedAt: Int64 = 1_800_000_000_000

    var offer: PairingOffer
    var now = openedAt
    private(set) var durableAttempts = 0

    convenience init(code: PairingCode) {
        self.init(.code(code))
    }

    init(_ secret: PairingSecret = .right) {
        offer = PairingOffer(secret, now: Self.openedAt)
    }

    func persist() {
        durableAttempts = offer.attemptsUsed
    }
}

/// A host with a shell that does at once what it is told, and keeps an account of it.
final class HostEnd {
    private var machine: PairingHost
    let screen: Screen
    private(set) var attemptsSpent = 0
    private(set) var admitted: [UInt8]?
    private(set) var isComplete = false
    private(set) var failure: PairingFailure?

    static let welcome = Array("the household".utf8)

    init(
        _ screen: Screen = Screen(),
        own: KeyFingerprint = .nas,
        peer: KeyFingerprint = .laptop,
        entropy: PairingEntropy = .seeded(2)
    ) {
        machine = PairingHost(ownFingerprint: own, peerFingerprint: peer, entropy: entropy)
        self.screen = screen
    }

    var isPeerProven: Bool { machine.isPeerProven }

    /// Delivers a frame; returns the answer if there is one.
    func receive(_ frame: PairingFrame) -> PairingFrame? {
        let attemptsBefore = attemptsSpent
        let answer = perform(machine.received(frame, offer: &screen.offer, now: screen.now))
        if answer?.type == PairingFrameType.share.rawValue {
            let cost = screen.offer.secret.attemptsMax == nil ? 0 : 1
            #expect(attemptsSpent == attemptsBefore + cost, "a share costs an attempt, and before it is sent")
            #expect(screen.durableAttempts == screen.offer.attemptsUsed)
        }
        return answer
    }

    func disconnect() {
        _ = perform(machine.disconnected())
    }

    private func perform(_ action: PairingHost.Action) -> PairingFrame? {
        switch action {
        case .send(let frame): return frame
        case .spendAttempt:
            attemptsSpent += 1
            screen.persist()
            return perform(machine.attemptSpent())
        case .admit(let joinPayload):
            admitted = joinPayload
            return perform(machine.admitted(welcomePayload: Self.welcome))
        case .completed: isComplete = true
        case .fail(let failure, let farewell):
            #expect(self.failure == nil, "a run fails once")
            self.failure = failure
            return farewell
        case .doNothing: break
        }
        return nil
    }
}

/// A joining device with a shell that does at once what it is told, and keeps an account of it.
final class JoinerEnd {
    private var machine: PairingJoiner
    private(set) var welcome: [UInt8]?
    private(set) var isComplete = false
    private(set) var failure: PairingFailure?

    static let join = Array("laptop".utf8)

    convenience init(
        _ code: PairingCode,
        own: KeyFingerprint = .laptop,
        peer: KeyFingerprint = .nas,
        entropy: PairingEntropy = .seeded(1)
    ) {
        self.init(secret: .code(code), own: own, peer: peer, entropy: entropy)
    }

    init(
        secret: PairingSecret = .right,
        own: KeyFingerprint = .laptop,
        peer: KeyFingerprint = .nas,
        entropy: PairingEntropy = .seeded(1)
    ) {
        machine = PairingJoiner(
            secret: secret,
            ownFingerprint: own,
            peerFingerprint: peer,
            joinPayload: Self.join,
            entropy: entropy
        )
    }

    var isHostProven: Bool { machine.isHostProven }

    func connect() -> PairingFrame? {
        perform(machine.connected())
    }

    /// Delivers a frame; returns the answer if there is one.
    func receive(_ frame: PairingFrame) -> PairingFrame? {
        perform(machine.received(frame))
    }

    func disconnect() {
        _ = perform(machine.disconnected())
    }

    private func perform(_ action: PairingJoiner.Action) -> PairingFrame? {
        switch action {
        case .send(let frame): return frame
        case .welcomed(let payload):
            welcome = payload
            return perform(machine.stored())
        case .complete(let farewell):
            isComplete = true
            return farewell
        case .fail(let failure):
            #expect(self.failure == nil, "a run fails once")
            self.failure = failure
        case .doNothing: break
        }
        return nil
    }
}

/// Both ends on one wire that records, and may alter, every frame.
struct Wire {
    let joiner: JoinerEnd
    let host: HostEnd
    /// What was sent, in turn by the joining device and by the host, before any alteration.
    private(set) var sent: [PairingFrame] = []

    init(_ joiner: JoinerEnd = JoinerEnd(), _ host: HostEnd = HostEnd()) {
        self.joiner = joiner
        self.host = host
    }

    /// Runs until somebody has nothing to say, then hangs up on both.
    ///
    /// - Parameter alter: Makes what arrives of what is sent; the number counts all frames from zero.
    mutating func run(alter: (Int, PairingFrame) -> PairingFrame = { $1 }) {
        var next = joiner.connect()
        while let frame = next {
            let arriving = alter(sent.count, frame)
            sent.append(frame)
            next = sent.count.isMultiple(of: 2) ? joiner.receive(arriving) : host.receive(arriving)
        }
        joiner.disconnect()
        host.disconnect()
    }

    /// The frames of a run in which everything is right.
    static func honestFrames() -> [PairingFrame] {
        var wire = Wire()
        wire.run()
        return wire.sent
    }
}

extension [PairingFrame] {
    /// What the joining device sent.
    var ofJoiner: [PairingFrame] { enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element) }
    /// What the host sent.
    var ofHost: [PairingFrame] { enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element) }
}
