import Testing

@testable import PhlistPairing

/// What the machines ask of the shell, step by step, and what they do when it cannot.
struct PairingShellTests {
    private let frames = Wire.honestFrames()

    @Test func `the host asks for a durable attempt and says nothing until it has one`() {
        var offer = PairingOffer(.right, now: Screen.openedAt)
        var host = begun(frames: 1, &offer)
        let action = host.received(frames[2], offer: &offer, now: Screen.openedAt)
        #expect(action == .spendAttempt)
        #expect(offer.attemptsUsed == 1)
        let answer = host.attemptSpent()
        #expect(answer == .send(frames[3]))
    }

    @Test func `the host welcomes nobody until the roster entry is durable`() {
        var offer = PairingOffer(.right, now: Screen.openedAt)
        var host = begun(frames: 3, &offer)
        let action = host.received(frames[6], offer: &offer, now: Screen.openedAt)
        #expect(action == .admit(joinPayload: JoinerEnd.join))
        let answer = host.admitted(welcomePayload: HostEnd.welcome)
        #expect(answer == .send(frames[7]))
        let last = host.received(frames[8], offer: &offer, now: Screen.openedAt)
        #expect(last == .completed)
    }

    @Test func `the joining device is done only when it has stored what it was sent`() {
        var joiner = begunJoiner(frames: 3)
        let action = joiner.received(frames[7])
        #expect(action == .welcomed(payload: HostEnd.welcome))
        let last = joiner.stored()
        #expect(last == .complete(farewell: frames[8]))
    }

    @Test func `an attempt that cannot be written counts, and is not answered`() {
        var offer = PairingOffer(.right, now: Screen.openedAt)
        var host = begun(frames: 1, &offer)
        _ = host.received(frames[2], offer: &offer, now: Screen.openedAt)
        let action = host.writeFailed()
        #expect(action == .fail(.writeFailed, farewell: PairingFrame(refusal: .unable)))
        #expect(offer.attemptsUsed == 1)
        let late = host.attemptSpent()
        #expect(late == .doNothing)
    }

    @Test func `a roster entry that cannot be written admits nobody`() {
        var offer = PairingOffer(.right, now: Screen.openedAt)
        var host = begun(frames: 3, &offer)
        _ = host.received(frames[6], offer: &offer, now: Screen.openedAt)
        let action = host.writeFailed()
        #expect(action == .fail(.writeFailed, farewell: PairingFrame(refusal: .unable)))
        let late = host.admitted(welcomePayload: HostEnd.welcome)
        #expect(late == .doNothing)
    }

    @Test func `payloads of the largest size arrive, and one byte more is refused before it is sent`() {
        for excess in [0, 1] {
            let join = [UInt8](repeating: 7, count: PairingLimits.joinPayloadSizeMax + excess)
            let welcome = [UInt8](repeating: 8, count: PairingLimits.welcomePayloadSizeMax + excess)
            #expect(joinArrives(join) == (excess == 0))
            #expect(welcomeArrives(welcome) == (excess == 0))
        }
    }

    @Test func `a host that loses the connection after the entry was written says that the device was let in`() {
        for count in [4, 5] {
            var offer = PairingOffer(.right, now: Screen.openedAt)
            var host = begun(frames: 3, &offer)
            _ = host.received(frames[6], offer: &offer, now: Screen.openedAt)
            if count == 5 { _ = host.admitted(welcomePayload: HostEnd.welcome) }
            let action = host.disconnected()
            #expect(action == .fail(.unacknowledged, farewell: nil))
            let second = host.disconnected()
            #expect(second == .doNothing)
        }
    }

    @Test(arguments: 0...3) func `a host that loses the connection earlier has let nobody in`(count: Int) {
        var offer = PairingOffer(.right, now: Screen.openedAt)
        var host = begun(frames: count, &offer)
        let action = host.disconnected()
        #expect(action == .fail(.disconnected, farewell: nil))
    }

    @Test(arguments: 0...4) func `a joining device that loses the connection has failed`(count: Int) {
        var joiner = begunJoiner(frames: count)
        let action = joiner.disconnected()
        #expect(action == .fail(count == 2 ? .wrongCode : .disconnected))
    }

    @Test func `a host driven out of turn fails closed`() {
        for count in 0...3 {
            for call in 0..<3 {
                var offer = PairingOffer(.right, now: Screen.openedAt)
                var host = begun(frames: count, &offer)
                let action =
                    switch call {
                    case 0: host.attemptSpent()
                    case 1: host.admitted(welcomePayload: [])
                    default: host.writeFailed()
                    }
                #expect(action == .fail(.calledOutOfTurn, farewell: PairingFrame(refusal: .unable)))
                let next = host.received(frames[min(count * 2, 8)], offer: &offer, now: Screen.openedAt)
                #expect(next == .doNothing)
            }
        }
    }

    @Test func `a joining device driven out of turn fails closed`() {
        for count in 0...3 {
            for isBegun in [false, true] {
                var joiner = begunJoiner(frames: count)
                let action = isBegun ? joiner.stored() : joiner.connected()
                #expect(action == .fail(.calledOutOfTurn))
                let next = joiner.received(frames[count * 2 + 1])
                #expect(next == .doNothing)
            }
        }
    }

    /// A host that has taken the first frames of the joining device, with its attempt spent on the way.
    private func begun(frames count: Int, _ offer: inout PairingOffer) -> PairingHost {
        var host = PairingHost(ownFingerprint: .nas, peerFingerprint: .laptop, entropy: .seeded(2))
        for frame in frames.ofJoiner.prefix(count) {
            let action = host.received(frame, offer: &offer, now: Screen.openedAt)
            if action == .spendAttempt { _ = host.attemptSpent() }
        }
        return host
    }

    /// A joining device that is connected and has taken the first frames of the host.
    private func begunJoiner(frames count: Int, join: [UInt8] = JoinerEnd.join) -> PairingJoiner {
        var joiner = PairingJoiner(
            secret: .right,
            ownFingerprint: .laptop,
            peerFingerprint: .nas,
            joinPayload: join,
            entropy: .seeded(1)
        )
        _ = joiner.connected()
        for frame in frames.ofHost.prefix(count) { _ = joiner.received(frame) }
        return joiner
    }

    private func joinArrives(_ payload: [UInt8]) -> Bool {
        var joiner = begunJoiner(frames: 2, join: payload)
        guard case .send(let join) = joiner.received(frames[5]) else { return false }
        var offer = PairingOffer(.right, now: Screen.openedAt)
        var host = begun(frames: 3, &offer)
        return host.received(join, offer: &offer, now: Screen.openedAt) == .admit(joinPayload: payload)
    }

    private func welcomeArrives(_ payload: [UInt8]) -> Bool {
        var offer = PairingOffer(.right, now: Screen.openedAt)
        var host = begun(frames: 3, &offer)
        _ = host.received(frames[6], offer: &offer, now: Screen.openedAt)
        guard case .send(let welcome) = host.admitted(welcomePayload: payload) else { return false }
        var joiner = begunJoiner(frames: 3)
        return joiner.received(welcome) == .welcomed(payload: payload)
    }
}
