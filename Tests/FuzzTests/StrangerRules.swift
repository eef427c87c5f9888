import FoundationEssentials
import PhlistVocabulary

@testable import PhlistControl
@testable import PhlistDaemon
@testable import PhlistDiscovery
@testable import PhlistPairing

/// What must hold of the bytes of those whom nobody knows yet, and of programs that ask.
enum StrangerRules {
    /// Any frames at a host with an open code: it lets nobody in who has not proved that he knows it.
    ///
    /// ```
    /// script = frame…     frame = type u8 | length u8 | body
    /// ```
    static func examinePairing(_ input: [UInt8], _ marks: inout Marks) {
        var offer = PairingOffer(.code(code), now: 0)
        var constant = Constant()
        var host = PairingHost(
            ownFingerprint: KeyFingerprint(publicKey: [1]),
            peerFingerprint: KeyFingerprint(publicKey: [2]),
            entropy: PairingEntropy(using: &constant)
        )
        var rest = input[...]
        while let type = rest.popFirst() {
            let length = Int(rest.popFirst() ?? 0)
            let body = Array(rest.prefix(length))
            rest = rest.dropFirst(body.count)
            var action = host.received(PairingFrame(type: type, body: body), offer: &offer, now: 1)
            if case .spendAttempt = action {
                marks.add("pairing attempt")
                marks.expect(offer.attemptsUsed == 1, "a run spends one attempt")
                action = host.attemptSpent()
            }
            examine(action, &marks)
        }
        marks.expect(offer.ending == nil, "who did not prove the code leaves it open")
    }

    private static func examine(_ action: PairingHost.Action, _ marks: inout Marks) {
        switch action {
        case .send(let frame):
            marks.add("pairing answer \(frame.type)")
            marks.expect([0x51, 0x53].contains(frame.type), "a stranger gets no more than a nonce and a share")
        case .fail(let failure, _):
            if case .wrongCode = failure { marks.add("pairing wrong code") }
            if case .malformedFrame = failure { marks.add("pairing malformed") }
            if case .invalidShare = failure { marks.add("pairing invalid share") }
        case .spendAttempt, .admit, .completed: marks.expect(false, "nobody is let in without the code")
        case .doNothing: break
        }
    }

    /// Any bytes are no ticket, or the only text of one.
    static func examineTicket(_ input: [UInt8], _ marks: inout Marks) {
        let text = String(decoding: input, as: UTF8.self)
        guard let ticket = PairingTicket(parsing: text) else { return marks.add("ticket refused") }
        marks.add("ticket")
        let trimmed = text.filter { !$0.isWhitespace }
        marks.expect(ticket.text == trimmed, "a ticket has one text")
    }

    /// Any bytes are no text record, or attributes that can be written again.
    static func examineText(_ input: [UInt8], _ marks: inout Marks) {
        guard let attributes = TextRecord.decode(input, sizeMax: 256) else { return marks.add("text refused") }
        marks.add(attributes.isEmpty ? "text without attributes" : "text")
        // An attribute without a value gets an empty one, which takes a byte more.
        let again = TextRecord.encode(attributes, sizeMax: 512)
        let isTooLong = attributes.contains { $0.key.utf8.count + 1 + $0.value.count > 255 }
        marks.expect((again == nil) == isTooLong, "what was read can be written")
        let survives = again.flatMap { TextRecord.decode($0, sizeMax: 512) } == attributes
        marks.expect(survives || isTooLong, "attributes survive")
    }

    /// Any bytes are no image that we know, or one with a size that can be counted.
    static func examineImage(_ input: [UInt8], _ marks: inout Marks) {
        guard let kind = ImageKind(beginning: input) else { return marks.add("image refused") }
        guard let size = kind.size(in: input) else { return marks.add("image \(kind) without a size") }
        marks.add("image \(kind)")
        let sides = 0...Int(UInt32.max)
        marks.expect(sides.contains(size.width) && sides.contains(size.height), "a side has 32 bits at most")
        marks.expect(size.pixels >= max(size.width, size.height) || size.width * size.height == 0, "pixels are counted")
    }

    /// Any bytes are no document that a program may send, or one that means the same when it is written again.
    static func examineControl(_ input: [UInt8], _ marks: inout Marks) {
        examine(JoinRequest.self, input, &marks)
        examine(SyncRequest.self, input, &marks)
        examine(ItemPatch.self, input, &marks)
        examine(NewFormField.self, input, &marks)
        examine(FormFieldChange.self, input, &marks)
    }

    private static func examine<Document: Codable & Equatable>(
        _ type: Document.Type,
        _ input: [UInt8],
        _ marks: inout Marks
    ) {
        guard let document = try? JSONDecoder().decode(type, from: Data(input)) else {
            return marks.add("control refused")
        }
        marks.add("control \(type)")
        let again = (try? JSONEncoder().encode(document)).flatMap { try? JSONDecoder().decode(type, from: $0) }
        marks.expect(again == document, "a document survives")
    }

    private static let code: PairingCode = {
        var constant = Constant()
        return PairingCode(using: &constant)
    }()

    /// The same every time, so that an input does the same every time.
    private struct Constant: RandomNumberGenerator {
        func next() -> UInt64 { 0x0123_4567_89AB_CDEF }
    }
}
