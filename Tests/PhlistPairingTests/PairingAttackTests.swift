import Testing

@testable import PhlistPairing

/// What somebody on the network tries, and what must come of it.
struct PairingAttackTests {
    @Test func `whoever relays every frame between two connections fails at CONFIRM, and both are told`() {
        var wire = Wire(JoinerEnd(peer: .stranger), HostEnd(peer: .stranger))
        wire.run()
        #expect(wire.host.failure == .wrongCode && wire.joiner.failure == .wrongCode)
        #expect(wire.sent.map(\.type) == [0x50, 0x51, 0x53, 0x53, 0x54, 0x52])
        #expect(wire.host.admitted == nil && wire.joiner.welcome == nil)
        #expect(wire.host.screen.durableAttempts == 1)
    }

    @Test func `it is enough that one of the two keys is not the other's`() {
        for (joiner, host) in [
            (JoinerEnd(peer: .stranger), HostEnd()),
            (JoinerEnd(), HostEnd(peer: .stranger)),
            (JoinerEnd(own: .nas, peer: .laptop), HostEnd()),
        ] {
            var wire = Wire(joiner, host)
            wire.run()
            #expect(wire.host.failure == .wrongCode && wire.joiner.failure == .wrongCode)
        }
    }

    @Test func `a host that does not know the code learns nothing of the joining device but one guess`() {
        // The impostor answers CONFIRM with what it has: its own proof, for the wrong code.
        let screen = Screen(code: .wrong)
        let (joiner, impostor) = (JoinerEnd(peer: .stranger), HostEnd(screen, own: .stranger))
        var wire = Wire(joiner, impostor)
        wire.run { index, frame in index == 5 ? PairingFrame(.confirm, [UInt8](repeating: 0, count: 64)) : frame }
        #expect(joiner.failure == .wrongCode)
        #expect(wire.sent.map(\.type) == [0x50, 0x51, 0x53, 0x53, 0x54, 0x52])
    }

    @Test func `what an impostor has heard does not tell whether another code would have been right`() {
        let joiner = JoinerEnd(peer: .stranger)
        let frames = Self.heard(of: joiner, by: Self.impostor(guessing: .wrong))
        #expect(frames.map(\.type) == [0x50, 0x53, 0x54])
        // He has kept all that he drew, and goes through the codes; the right one is among them.
        for code in [.wrong, .right] + (1...20).map({ PairingCode.drawn($0) }) {
            let impostor = Self.impostor(guessing: code)
            #expect(frames.dropLast().allSatisfy { impostor.receive($0) != nil })
            #expect(frames.last.flatMap(impostor.receive) == PairingFrame(refusal: .code))
        }
        // Had it been his guess, he would have known.
        let lucky = Self.impostor(guessing: .right)
        #expect(Self.heard(of: JoinerEnd(peer: .stranger), by: lucky).count == 4 && lucky.failure == nil)
    }

    /// Somebody with a key of his own who pretends to be the host, and draws the same numbers each time.
    private static func impostor(guessing code: PairingCode) -> HostEnd {
        HostEnd(Screen(code: code), own: .stranger)
    }

    /// What a joining device says to a host, up to its proof, or further if the host knows the code.
    private static func heard(of joiner: JoinerEnd, by host: HostEnd) -> [PairingFrame] {
        var frames: [PairingFrame] = []
        var next = joiner.connect()
        while let frame = next, frames.count < 4 {
            frames.append(frame)
            next = host.receive(frame).flatMap(joiner.receive)
        }
        return frames
    }

    @Test func `a recorded run is worthless at a fresh host`() {
        let recorded = Wire.honestFrames().ofJoiner
        let host = HostEnd(entropy: .seeded(99))
        let answers = recorded.map { host.receive($0)?.type }
        #expect(answers == [0x51, 0x53, 0x52, nil, nil])
        #expect(host.failure == .wrongCode)
        #expect(host.admitted == nil)
    }

    @Test func `a recorded run is worthless at a fresh joining device`() {
        let recorded = Wire.honestFrames().ofHost
        let joiner = JoinerEnd(entropy: .seeded(99))
        _ = joiner.connect()
        let answers = recorded.map { joiner.receive($0)?.type }
        #expect(answers == [0x53, 0x54, nil, nil])
        #expect(joiner.failure == .wrongCode)
        #expect(joiner.welcome == nil)
    }

    @Test func `frames of another run do not fit in`() {
        let recorded = Wire.honestFrames()
        for index in recorded.indices.dropLast() {
            var wire = Wire(JoinerEnd(entropy: .seeded(98)), HostEnd(entropy: .seeded(99)))
            wire.run { $0 == index ? recorded[index] : $1 }
            #expect(!wire.host.isComplete && !wire.joiner.isComplete, "frame \(index)")
        }
    }

    @Test func `a host that has heard the proof had its one guess, whatever it says or does then`() {
        let frames = Wire.honestFrames()
        var answers = [nil, frames[1], frames[3], frames[4], frames[7], PairingFrame(.confirm, [1])]
        answers += [.code, .unable, .version].map { PairingFrame(refusal: $0) } + [PairingFrame(type: 99, body: [])]
        for answer in answers {
            let joiner = JoinerEnd()
            _ = joiner.connect()
            _ = joiner.receive(frames[1])
            #expect(joiner.receive(frames[3])?.type == PairingFrameType.confirm.rawValue)
            if let answer { #expect(joiner.receive(answer) == nil) } else { joiner.disconnect() }
            #expect(joiner.failure == .wrongCode, "\(String(describing: answer))")
        }
    }

    @Test func `the joining device notices its own share and its own proof`() {
        for (reflected, failure) in [(2, PairingFailure.reflected), (4, .wrongCode)] {
            var wire = Wire()
            var own = PairingFrame(.done)
            wire.run { index, frame in
                if index == reflected { own = frame }
                return index == reflected + 1 ? own : frame
            }
            #expect(wire.joiner.failure == failure)
            #expect(wire.joiner.welcome == nil && !wire.host.isComplete)
        }
    }

    @Test func `the host notices its own share`() {
        let frames = Wire.honestFrames()
        let host = HostEnd()
        _ = host.receive(frames[0])
        #expect(host.receive(frames[3]) == nil)
        #expect(host.failure == .reflected)
        #expect(host.screen.durableAttempts == 1)
    }

    @Test func `the host does not take its own proof for the other's`() {
        let frames = Wire.honestFrames()
        let host = HostEnd()
        for frame in [frames[0], frames[2]] { _ = host.receive(frame) }
        #expect(host.receive(frames[5]) == PairingFrame(refusal: .code))
        #expect(host.admitted == nil)
    }

    @Test func `a device does not pair with itself`() {
        let joiner = JoinerEnd(own: .nas, peer: .nas)
        #expect(joiner.connect() == nil)
        #expect(joiner.failure == .sameDevice)
        let host = HostEnd(own: .nas, peer: .nas)
        #expect(host.receive(Wire.honestFrames()[0]) == nil)
        #expect(host.failure == .sameDevice)
    }

    @Test func `no invalid share is answered by the host, and each costs an attempt`() throws {
        let frames = Wire.honestFrames()
        for share in try invalidShares() {
            let host = HostEnd()
            _ = host.receive(frames[0])
            #expect(host.receive(PairingFrame(.share, share)) == nil)
            #expect(host.failure == .invalidShare)
            #expect(host.screen.durableAttempts == 1)
        }
    }

    @Test func `no invalid share is answered by the joining device`() throws {
        let frames = Wire.honestFrames()
        for share in try invalidShares() {
            let joiner = JoinerEnd()
            _ = joiner.connect()
            _ = joiner.receive(frames[1])
            #expect(joiner.receive(PairingFrame(.share, share)) == nil)
            #expect(joiner.failure == .invalidShare)
        }
    }

    @Test func `parallel connections get three attempts together`() {
        let screen = Screen()
        let pairs = (UInt64(1)...8).map { seed in
            (joiner: JoinerEnd(.wrong, entropy: .seeded(seed)), host: HostEnd(screen, entropy: .seeded(seed + 100)))
        }
        let shares = pairs.map { pair in
            pair.joiner.connect().flatMap(pair.host.receive).flatMap(pair.joiner.receive)
        }
        let answers = zip(pairs, shares).map { pair, share in share.flatMap(pair.host.receive)?.type }
        #expect(answers == [0x53, 0x53, 0x53, 0x52, 0x52, 0x52, 0x52, 0x52])
        #expect(screen.durableAttempts == 3)
    }

    @Test func `of two connections with the right code one is admitted`() {
        let screen = Screen()
        let (first, second) = (HostEnd(screen), HostEnd(screen, peer: .stranger, entropy: .seeded(3)))
        let other = JoinerEnd(own: .stranger, entropy: .seeded(4))
        let share = other.connect().flatMap(second.receive).flatMap(other.receive)
        let confirm = share.flatMap(second.receive).flatMap(other.receive)
        var wire = Wire(JoinerEnd(), first)
        wire.run()
        #expect(first.isComplete)
        #expect(confirm.flatMap(second.receive) == PairingFrame(refusal: .notOpen))
        #expect(second.failure == .notOpen(.used))
        #expect(second.admitted == nil)
    }

    @Test func `a connection does not outlive the code it came for`() {
        let screen = Screen()
        var wire = Wire(JoinerEnd(), HostEnd(screen))
        wire.run { index, frame in
            if index == 4 { screen.offer = PairingOffer(.wrong, now: screen.now) }
            return frame
        }
        #expect(wire.host.failure == .notOpen(.closed))
        #expect(screen.offer.ending == nil)
    }

    @Test func `an attempt that is abandoned after SHARE is spent, also across a restart`() {
        let screen = Screen()
        let (joiner, host) = (JoinerEnd(), HostEnd(screen))
        _ = joiner.connect().flatMap(host.receive).flatMap(joiner.receive).flatMap(host.receive)
        host.disconnect()
        let restarted = PairingOffer(
            .right,
            expiresAtMilliseconds: screen.offer.expiresAtMilliseconds,
            attemptsUsed: screen.durableAttempts
        )
        #expect(restarted.attemptsLeft == 2)
    }
}
