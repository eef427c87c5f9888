import PhlistTestKit
import Testing

@testable import PhlistPairing

/// Every way to say the wrong thing: it ends the run, is never a crash, and never gets anybody in.
struct PairingFuzzTests {
    private let honest = Wire.honestFrames()

    @Test(arguments: 0..<9) func `a frame cut at any byte, or with one too many, ends the run`(index: Int) {
        let body = honest[index].body
        let lengths = Array(0..<body.count) + [body.count + 1]
        for length in lengths {
            let cut = Array((body + [0]).prefix(length))
            expectFailure(at: index, PairingFrame(type: honest[index].type, body: cut))
        }
    }

    @Test(arguments: 0..<9) func `a frame of any other type ends the run`(index: Int) {
        for type in UInt8.min...UInt8.max where type != honest[index].type {
            expectFailure(at: index, PairingFrame(type: type, body: honest[index].body))
        }
    }

    @Test(arguments: 0..<9) func `any other frame of the run in its place ends it`(index: Int) {
        for other in honest where other != honest[index] { expectFailure(at: index, other) }
    }

    @Test(arguments: 0..<8) func `a bit that flips on the way is noticed before anybody is let in`(index: Int) {
        for position in honest[index].body.indices {
            for bit in [UInt8(0x01), 0x80] {
                var wire = Wire()
                wire.run { $0 == index ? $1.flipping(bit, at: position) : $1 }
                #expect(!wire.host.isComplete && !wire.joiner.isComplete)
                #expect(wire.host.admitted == nil || index == 7)
                #expect(wire.joiner.welcome == nil)
                #expect(wire.host.screen.durableAttempts == (index < 2 && wire.sent.count < 3 ? 0 : 1))
            }
        }
    }

    @Test func `a frame that comes twice ends the run`() {
        for index in [0, 2, 4, 6] {
            let host = HostEnd()
            for frame in honest.ofJoiner.prefix(index / 2 + 1) { _ = host.receive(frame) }
            #expect(host.receive(honest[index]) == nil)
            #expect(host.failure == (index == 6 ? .unacknowledged : .unexpectedFrame(type: honest[index].type)))
        }
        for index in [1, 3, 5] {
            let joiner = JoinerEnd()
            _ = joiner.connect()
            for frame in honest.ofHost.prefix(index / 2 + 1) { _ = joiner.receive(frame) }
            #expect(joiner.receive(honest[index]) == nil)
            #expect(joiner.failure == (index == 3 ? .wrongCode : .unexpectedFrame(type: honest[index].type)))
        }
    }

    @Test func `a frame during the writing of the attempt ends the run`() {
        var host = PairingHost(ownFingerprint: .nas, peerFingerprint: .laptop, entropy: .seeded(2))
        var offer = PairingOffer(.right, now: Screen.openedAt)
        for frame in [honest[0], honest[2]] { _ = host.received(frame, offer: &offer, now: Screen.openedAt) }
        let early = host.received(honest[4], offer: &offer, now: Screen.openedAt)
        #expect(early == .fail(.unexpectedFrame(type: 0x54), farewell: nil))
        let late = host.attemptSpent()
        #expect(late == .doNothing)
    }

    @Test func `no body of unlimited length is taken`() {
        let long = [UInt8](repeating: 1, count: 70_000)
        for index in honest.indices { expectFailure(at: index, PairingFrame(type: honest[index].type, body: long)) }
        expectFailure(at: 0, PairingFrame(.hello, [2] + [UInt8](repeating: 0, count: 1024)))
    }

    @Test(arguments: 0..<20) func `random frames at a host let in only who said the right things in order`(seed: UInt64)
    {
        var generator = SeededRandom(seed: seed)
        let right = honest.ofJoiner
        for _ in 0..<1000 {
            let host = HostEnd()
            var taken: [PairingFrame] = []
            for step in 0..<6 {
                let frame = next(right, step, &generator)
                taken.append(frame)
                let answer = host.receive(frame)
                #expect(answer?.type != 0x54 || taken == Array(right.prefix(3)))
            }
            #expect((host.admitted != nil) == (Array(taken.prefix(4)) == Array(right.prefix(4))))
            #expect(host.isComplete == (Array(taken.prefix(5)) == right))
            #expect(host.screen.offer.attemptsUsed == host.attemptsSpent)
            #expect(host.attemptsSpent <= 1)
        }
    }

    @Test(arguments: 0..<20) func `random frames at a joining device give it no household but the right one`(
        seed: UInt64
    ) {
        var generator = SeededRandom(seed: seed)
        let right = honest.ofHost
        for _ in 0..<1000 {
            let joiner = JoinerEnd()
            _ = joiner.connect()
            var taken: [PairingFrame] = []
            for step in 0..<5 {
                let frame = next(right, step, &generator)
                taken.append(frame)
                let answer = joiner.receive(frame)
                #expect(answer?.type != 0x55 || taken == Array(right.prefix(3)))
            }
            #expect(joiner.isComplete == (Array(taken.prefix(4)) == right))
            #expect(joiner.isComplete == (joiner.welcome == HostEnd.welcome))
        }
    }

    /// Plays the honest run up to a frame, delivers another one in its place, and expects that nothing comes of it.
    private func expectFailure(at index: Int, _ frame: PairingFrame) {
        var wire = Wire()
        var answer: PairingFrame?
        let isToHost = index.isMultiple(of: 2)
        if isToHost {
            for earlier in honest.ofJoiner.prefix(index / 2) { _ = wire.host.receive(earlier) }
            answer = wire.host.receive(frame)
        } else {
            _ = wire.joiner.connect()
            for earlier in honest.ofHost.prefix(index / 2) { _ = wire.joiner.receive(earlier) }
            answer = wire.joiner.receive(frame)
        }
        #expect(answer == nil || answer?.type == 0x52)
        #expect((isToHost ? wire.host.failure : wire.joiner.failure) != nil)
        #expect(!wire.host.isComplete && !wire.joiner.isComplete)
        #expect((wire.host.admitted == nil) == (index < 8 || !isToHost))
        #expect(wire.joiner.welcome == nil)
        wire.run()
        #expect(!wire.host.isComplete && !wire.joiner.isComplete, "a run that has ended never continues")
    }

    /// Mostly the right next frame, else something like it, else anything.
    private func next(
        _ right: [PairingFrame],
        _ step: Int,
        _ generator: inout SeededRandom
    ) -> PairingFrame {
        let expected = right[min(step, right.count - 1)]
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: return right.randomElement(using: &generator) ?? expected
        case 1: return honest.randomElement(using: &generator) ?? expected
        case 2: return .random(&generator)
        case 3 where !expected.body.isEmpty:
            let position = Int.random(in: 0..<expected.body.count, using: &generator)
            return expected.flipping(1 << UInt8.random(in: 0..<8, using: &generator), at: position)
        default: return expected
        }
    }
}

extension PairingFrame {
    fileprivate func flipping(_ bits: UInt8, at position: Int) -> PairingFrame {
        var body = body
        body[position] ^= bits
        return PairingFrame(type: type, body: body)
    }

    fileprivate static func random(_ generator: inout SeededRandom) -> PairingFrame {
        let sizes = [0, 1, 2, 15, 16, 17, 18, 31, 32, 33, 63, 64, 65, 1024, 1025]
        let size = sizes.randomElement(using: &generator) ?? 0
        let body = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return PairingFrame(type: UInt8.random(in: 0x4F...0x58, using: &generator), body: body)
    }
}
