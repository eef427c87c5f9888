import PhlistTestKit
import Testing

@testable import PhlistPairing

/// Whole runs between an honest host and an honest joining device.
struct PairingRunTests {
    @Test(arguments: 1...20) func `the right code pairs, and both payloads arrive`(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let code = PairingCode(using: &generator)
        let joiner = JoinerEnd(code, entropy: PairingEntropy(using: &generator))
        var wire = Wire(joiner, HostEnd(Screen(code: code), entropy: PairingEntropy(using: &generator)))
        wire.run()
        #expect(wire.host.isComplete && wire.joiner.isComplete)
        #expect(wire.host.admitted == JoinerEnd.join)
        #expect(wire.joiner.welcome == HostEnd.welcome)
        #expect(wire.host.failure == nil && wire.joiner.failure == nil)
        #expect(wire.host.screen.durableAttempts == 1)
        #expect(wire.host.screen.offer.ending == .used)
    }

    @Test func `the bytes on the wire are those of an independent computation`() throws {
        let joiner = JoinerEnd(entropy: PairingEntropy(nonce: Array(0..<16), scalarBytes: Array(0..<64)))
        let entropy = PairingEntropy(nonce: Array(16..<32), scalarBytes: Array(64..<128))
        var wire = Wire(joiner, HostEnd(entropy: entropy))
        wire.run()
        let lines = wire.sent.enumerated().map { index, frame in
            let sender = index.isMultiple(of: 2) ? "J" : "H"
            return ([sender, [frame.type].hex] + (frame.body.isEmpty ? [] : [frame.body.hex])).joined(separator: " ")
        }
        let expected = try Vectors.lines(of: "phlist-pair-v1.txt").filter { !$0.hasPrefix("#") }
        #expect(lines == expected)
    }

    @Test func `a wrong code fails on both sides, costs an attempt and delivers nothing`() {
        var wire = Wire(JoinerEnd(.wrong))
        wire.run()
        #expect(wire.host.failure == .wrongCode && wire.joiner.failure == .wrongCode)
        #expect(wire.host.admitted == nil && wire.joiner.welcome == nil)
        #expect(wire.host.screen.durableAttempts == 1)
        #expect(wire.host.screen.offer.ending == nil)
        #expect(wire.sent.last == PairingFrame(refusal: .code))
        #expect("\(PairingFailure.wrongCode)" == "wrong code, or someone is between the devices")
    }

    @Test func `after three wrong codes the right one is refused`() {
        let screen = Screen()
        for seed in UInt64(1)...3 {
            var wire = Wire(JoinerEnd(.wrong, entropy: .seeded(seed)), HostEnd(screen, entropy: .seeded(seed + 10)))
            wire.run()
            #expect(wire.host.failure == .wrongCode)
        }
        expectRefused(.attemptsUsedUp, screen)
    }

    @Test func `the third attempt pairs with the right code`() {
        let screen = Screen()
        for _ in 1...2 {
            var wire = Wire(JoinerEnd(.wrong), HostEnd(screen))
            wire.run()
        }
        var wire = Wire(JoinerEnd(), HostEnd(screen))
        wire.run()
        #expect(wire.host.isComplete && wire.joiner.isComplete)
    }

    @Test func `an expired code is refused`() {
        let screen = Screen()
        screen.now += PairingLimits.offerLifetimeMilliseconds
        expectRefused(.expired, screen)
    }

    @Test func `a used code is refused`() {
        let screen = Screen()
        var wire = Wire(JoinerEnd(), HostEnd(screen))
        wire.run()
        #expect(wire.host.isComplete)
        expectRefused(.used, screen)
    }

    @Test func `a closed code is refused`() {
        let screen = Screen()
        screen.offer.close()
        expectRefused(.closed, screen)
    }

    @Test func `a code that expires between HELLO and SHARE is refused without an attempt`() {
        let screen = Screen()
        var wire = Wire(JoinerEnd(), HostEnd(screen))
        wire.run { index, frame in
            if index == 2 { screen.now += PairingLimits.offerLifetimeMilliseconds }
            return frame
        }
        #expect(wire.host.failure == .notOpen(.expired))
        #expect(wire.joiner.failure == .refused(.notOpen))
        #expect(screen.offer.attemptsUsed == 0)
    }

    @Test func `another version is refused by name, whatever the rest of its HELLO`() {
        for length in [1, 2, 17, 18, 1024] {
            let host = HostEnd()
            let hello = PairingFrame(.hello, [2] + [UInt8](repeating: 0, count: length - 1))
            #expect(host.receive(hello) == PairingFrame(refusal: .version))
            #expect(host.failure == .otherVersion(2))
        }
        let joiner = JoinerEnd()
        _ = joiner.connect()
        #expect(joiner.receive(PairingFrame(.ready, [2, 0])) == nil)
        #expect(joiner.failure == .otherVersion(2))
    }

    @Test(arguments: PairingRefusal.allCases) func `a refusal ends the run wherever it comes`(refusal: PairingRefusal) {
        let frames = Wire.honestFrames().ofHost
        for count in 0..<4 {
            let joiner = JoinerEnd()
            _ = joiner.connect()
            for frame in frames.prefix(count) { _ = joiner.receive(frame) }
            #expect(joiner.receive(PairingFrame(refusal: refusal)) == nil)
            // Who has heard the proof may say what it likes: it had its guess.
            let isWrongCode = refusal == .code || count == 2 && refusal != .notOpen
            #expect(joiner.failure == (isWrongCode ? .wrongCode : .refused(refusal)))
            #expect(joiner.welcome == nil)
        }
    }

    @Test func `either side is known to have the code once it has proved it, and no sooner`() {
        let frames = Wire.honestFrames()
        let (host, joiner) = (HostEnd(), JoinerEnd())
        var isProven: [Bool] = []
        _ = joiner.connect()
        for (index, frame) in frames.enumerated() {
            _ = index.isMultiple(of: 2) ? host.receive(frame) : joiner.receive(frame)
            isProven.append(index.isMultiple(of: 2) ? host.isPeerProven : joiner.isHostProven)
        }
        // The fifth frame proves it to the host, the sixth to the guest, whose run is over with the eighth.
        #expect(isProven == [false, false, false, false, true, true, true, false, false])
    }

    private func expectRefused(_ refusal: PairingOffer.Refusal, _ screen: Screen) {
        let attempts = screen.offer.attemptsUsed
        var wire = Wire(JoinerEnd(), HostEnd(screen))
        wire.run()
        #expect(wire.host.failure == .notOpen(refusal))
        #expect(wire.joiner.failure == .refused(.notOpen))
        #expect(wire.sent.map(\.type) == [0x50, 0x52])
        #expect(screen.offer.attemptsUsed == attempts)
    }
}
