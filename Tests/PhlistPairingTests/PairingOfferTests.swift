import Testing

@testable import PhlistPairing

struct PairingOfferTests {
    private static let opened: Int64 = 1_800_000_000_000

    @Test func `a code is open for five minutes and no longer`() {
        var offer = PairingOffer(.right, now: Self.opened)
        #expect(offer.expiresAtMilliseconds == Self.opened + 300_000)
        #expect(offer.beginAttempt(now: Self.opened) == .allowed)
        #expect(offer.beginAttempt(now: Self.opened + 299_999) == .allowed)
        #expect(offer.beginAttempt(now: Self.opened + 300_000) == .refused(.expired))
    }

    @Test func `an expired code stays so when the clock is set back`() {
        var offer = PairingOffer(.right, now: Self.opened)
        #expect(offer.spend(now: Self.opened + 300_000) == .refused(.expired))
        #expect(offer.spend(now: Self.opened) == .refused(.expired))
        #expect(offer.attemptsUsed == 0)
    }

    @Test(arguments: [opened - 1, 0, -1, .min]) func `a clock that was set back ends the code`(now: Int64) {
        var offer = PairingOffer(.right, now: Self.opened)
        #expect(offer.beginAttempt(now: now) == .refused(.expired))
    }

    @Test func `an offer that ends by another clock stays ended, though the clock of the wall was set back`() {
        var offer = PairingOffer(.right, now: Self.opened)
        offer.expire()
        #expect(offer.beginAttempt(now: Self.opened) == .refused(.expired))
        var used = PairingOffer(.right, now: Self.opened)
        #expect(used.succeed(proven: .right) == .allowed)
        used.expire()
        #expect(used.ending == .used)
    }

    @Test func `there are three attempts and no fourth`() {
        var offer = PairingOffer(.right, now: Self.opened)
        for used in 1...3 {
            #expect(offer.spend(now: Self.opened) == .allowed)
            #expect(offer.attemptsUsed == used)
            #expect(offer.attemptsLeft == 3 - used)
        }
        #expect(offer.spend(now: Self.opened) == .refused(.attemptsUsedUp))
        #expect(offer.beginAttempt(now: Self.opened) == .refused(.attemptsUsedUp))
        #expect(offer.attemptsUsed == 3)
        #expect(offer.ending == .attemptsUsedUp)
    }

    @Test func `beginning costs nothing`() {
        var offer = PairingOffer(.right, now: Self.opened)
        for _ in 0..<100 { #expect(offer.beginAttempt(now: Self.opened) == .allowed) }
        #expect(offer.attemptsLeft == 3)
        #expect(offer.ending == nil)
    }

    @Test func `a used code can be used no more`() {
        var offer = PairingOffer(.right, now: Self.opened)
        #expect(offer.succeed(proven: .right) == .allowed)
        #expect(offer.succeed(proven: .right) == .refused(.used))
        #expect(offer.spend(now: Self.opened) == .refused(.used))
        #expect(offer.attemptsLeft == 0)
    }

    @Test func `a closed code can be used no more`() {
        var offer = PairingOffer(.right, now: Self.opened)
        offer.close()
        #expect(offer.beginAttempt(now: Self.opened) == .refused(.closed))
        #expect(offer.succeed(proven: .right) == .refused(.closed))
    }

    @Test func `closing does not hide how a code ended`() {
        var offer = PairingOffer(.right, now: Self.opened)
        _ = offer.succeed(proven: .right)
        offer.close()
        #expect(offer.ending == .used)
    }

    @Test func `the third attempt may still succeed, also when its proof comes a moment late`() {
        var offer = PairingOffer(.right, now: Self.opened)
        for _ in 0..<3 { _ = offer.spend(now: Self.opened) }
        _ = offer.beginAttempt(now: Self.opened + 300_000)
        #expect(offer.succeed(proven: .right) == .allowed)
    }

    @Test func `the proof of another code does not use this one`() {
        var offer = PairingOffer(.right, now: Self.opened)
        #expect(offer.succeed(proven: .wrong) == .refused(.closed))
        #expect(offer.beginAttempt(now: Self.opened) == .allowed)
    }

    @Test func `spent attempts survive a restart`() {
        let before = PairingOffer(.right, expiresAtMilliseconds: Self.opened + 300_000, attemptsUsed: 2)
        var after = before
        #expect(after.spend(now: Self.opened) == .allowed)
        #expect(after.spend(now: Self.opened) == .refused(.attemptsUsedUp))
    }

    @Test(arguments: [-1, 4, .min, .max]) func `a stored count that cannot be right leaves no attempt`(count: Int) {
        var offer = PairingOffer(.right, expiresAtMilliseconds: Self.opened + 1, attemptsUsed: count)
        #expect(offer.attemptsLeft == 0)
        #expect(offer.spend(now: Self.opened) == .refused(.attemptsUsedUp))
    }

    @Test(arguments: [Int64.min, 0, opened, opened + 300_001, .max])
    func `a stored end that cannot be right leaves no time`(end: Int64) {
        var offer = PairingOffer(.right, expiresAtMilliseconds: end, attemptsUsed: 0)
        #expect(offer.spend(now: Self.opened) == .refused(.expired))
    }
}
