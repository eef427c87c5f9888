import PhlistTestKit
import Testing

@testable import PhlistPairing

struct PairingTicketTests {
    private static func ticket(seed: UInt64 = 1, host: KeyFingerprint = .nas) -> PairingTicket {
        var generator = SeededRandom(seed: seed)
        return PairingTicket(host: host, using: &generator)
    }

    @Test func `a ticket that is written can be read`() throws {
        let ticket = Self.ticket()
        for text in [ticket.text, "  \(ticket.text)\r\n"] {
            let read = try #require(PairingTicket(parsing: text))
            #expect(read.secret == ticket.secret && read.host == .nas)
        }
        #expect(ticket.secret.count == 16 && ticket.secret != Self.ticket(seed: 2).secret)
    }

    @Test func `a ticket cut anywhere, longer, or with any letter changed is none`() {
        let text = Self.ticket().text
        for end in text.indices {
            #expect(PairingTicket(parsing: String(text[..<end])) == nil)
            for letter in "0f A:" where letter != text[end] {
                #expect(PairingTicket(parsing: text.replacingCharacters(at: end, with: letter)) == nil)
            }
        }
        #expect(PairingTicket(parsing: text + "00") == nil)
    }

    @Test func `what is no ticket is read as a code`() throws {
        guard case .code = try PairingSecret(parsing: "482 177 302") else { return #expect(Bool(false)) }
        guard case .ticket = try PairingSecret(parsing: Self.ticket().text) else { return #expect(Bool(false)) }
        let cut = String(Self.ticket().text.dropLast())
        #expect(throws: PairingCodeError.self) { try PairingSecret(parsing: cut) }
    }

    @Test func `a ticket pairs as a code does, once, at its host`() {
        let ticket = PairingSecret.ticket(Self.ticket())
        let screen = Screen(ticket)
        var wire = Wire(JoinerEnd(secret: ticket), HostEnd(screen))
        wire.run()
        #expect(wire.host.isComplete && wire.joiner.isComplete)
        #expect(screen.durableAttempts == 0)
        var again = Wire(JoinerEnd(secret: ticket), HostEnd(screen))
        again.run()
        #expect(again.joiner.failure == .refused(.notOpen))
    }

    @Test func `a ticket says nothing to another device than its host`() {
        let ticket = PairingSecret.ticket(Self.ticket(host: .stranger))
        var wire = Wire(JoinerEnd(secret: ticket), HostEnd(Screen(ticket)))
        wire.run()
        #expect(wire.joiner.failure == .otherHost)
        #expect(wire.sent.isEmpty)
    }

    @Test func `wrong tickets fail on both sides, and do not use up the right one`() {
        let screen = Screen(.ticket(Self.ticket(seed: 1)))
        for seed: UInt64 in 2...50 {
            var wire = Wire(JoinerEnd(secret: .ticket(Self.ticket(seed: seed))), HostEnd(screen))
            wire.run()
            #expect(wire.joiner.failure == .wrongCode && wire.host.admitted == nil)
        }
        var wire = Wire(JoinerEnd(secret: .ticket(Self.ticket(seed: 1))), HostEnd(screen))
        wire.run()
        #expect(wire.host.isComplete && wire.joiner.isComplete)
        #expect(screen.durableAttempts == 0 && screen.offer.attemptsLeft == nil)
    }

    @Test func `no description of a ticket shows a digit of it`() {
        let ticket = Self.ticket()
        let secret = PairingSecret.ticket(ticket)
        for text in ["\(ticket)", String(reflecting: ticket), "\(secret)", "\(PairingOffer(secret, now: 0))"] {
            #expect(text.contains("(pairing ticket)") && !text.contains(ticket.text.suffix(8)))
        }
    }
}

extension String {
    fileprivate func replacingCharacters(at index: Index, with letter: Character) -> String {
        String(self[..<index]) + String(letter) + String(self[self.index(after: index)...])
    }
}
