import Crypto
import Testing

@testable import PhlistPairing

/// Every published vector of CPace-RISTR255-SHA512, and what the group must refuse.
struct CPaceTests {
    @Test func `every group of vectors has a test here`() throws {
        let groups = [
            "source", "calculate_generator", "protocol_run", "scalar_mult", "prepend_len", "lv_cat", "transcript_ir",
        ]
        #expect(try Vectors().names == Set(groups))
    }

    @Test func `lengths are written as published`() throws {
        let vectors = try Vectors().group("prepend_len")
        #expect(lengthValue([]) == (try vectors.bytes("prepend_len(b'')")))
        #expect(lengthValue(try vectors.bytes("b'1234'")) == (try vectors.bytes("prepend_len(b'1234')")))
        #expect(lengthValue(Array(0..<127)) == (try vectors.bytes("prepend_len(bytes(range(127)))")))
        #expect(lengthValue(Array(0..<128)) == (try vectors.bytes("prepend_len(bytes(range(128)))")))
    }

    @Test func `lists are joined as published`() throws {
        let vectors = try Vectors().group("lv_cat")
        let joined = lengthValue(
            try vectors.bytes("b'1234'"),
            try vectors.bytes("b'5'"),
            [],
            try vectors.bytes("b'678'")
        )
        #expect(joined == (try vectors.bytes("lv_cat(b'1234',b'5',b'',b'678')")))
    }

    @Test func `transcripts are ordered as published`() throws {
        let vectors = try Vectors().group("transcript_ir")
        func transcript(_ first: String, _ second: String) throws -> [UInt8] {
            CPace.transcript(
                initiatorShare: try vectors.bytes(first),
                initiatorData: try vectors.bytes("b'PartyA'"),
                responderShare: try vectors.bytes(second),
                responderData: try vectors.bytes("b'PartyB'")
            )
        }
        let rising = try vectors.bytes("transcript_ir(b'123',b'PartyA',b'234',b'PartyB')")
        #expect(try transcript("b'123'", "b'234'") == rising)
        let falling = try vectors.bytes("transcript_ir(b'3456',b'PartyA',b'2345',b'PartyB')")
        #expect(try transcript("b'3456'", "b'2345'") == falling)
    }

    @Test func `the generator is the published one`() throws {
        let vectors = try Vectors().group("calculate_generator")
        let (password, channel) = (try vectors.bytes("PRS"), try vectors.bytes("CI"))
        let sessionID = try vectors.bytes("sid")
        let string = CPace.generatorString(password: password, channel: channel, sessionID: sessionID)
        #expect(string == (try vectors.bytes("generator_string(G.DSI,PRS,CI,sid,H.s_in_bytes)")))
        #expect(Array(string[1..<18]) == (try vectors.bytes("DSI")))
        #expect(Int(string[27]) == (try vectors.number("ZPAD length")))
        #expect(Array(SHA512.hash(data: string)) == (try vectors.bytes("hash result")))
        let generator = try CPace.generator(password: password, channel: channel, sessionID: sessionID)
        #expect(generator == (try vectors.bytes("encoded generator g")))
    }

    @Test func `both sides send the published shares and get the published key`() throws {
        let vectors = try Vectors().group("protocol_run")
        let initiator = try side(vectors, scalar: "ya")
        let responder = try side(vectors, scalar: "yb")
        #expect(initiator.share == (try vectors.bytes("Ya")))
        #expect(responder.share == (try vectors.bytes("Yb")))
        for (share, scalar) in [("Yb", "ya"), ("Ya", "yb")] {
            let point = try Ristretto255.multiply(try vectors.bytes(share), by: try vectors.bytes(scalar))
            #expect(point == (try vectors.bytes("K")))
        }
        // The published run carries associated data, which pairing leaves empty: its names are in the channel.
        let withoutData = try initiator.keyAsInitiator(responderShare: responder.share)
        #expect(try responder.keyAsResponder(initiatorShare: initiator.share) == withoutData)
        #expect(try key(vectors, transcript: try orderedTranscript(vectors)) == (try vectors.bytes("ISK_IR")))
        #expect(withoutData != (try vectors.bytes("ISK_IR")))
    }

    @Test func `the key and the session ids follow the transcript as published, ordered or not`() throws {
        let vectors = try Vectors().group("protocol_run")
        let ordered = try orderedTranscript(vectors)
        let halves = [
            lengthValue(try vectors.bytes("Ya"), try vectors.bytes("ADa")),
            lengthValue(try vectors.bytes("Yb"), try vectors.bytes("ADb")),
        ]
        let sorted = halves.sorted { $1.lexicographicallyPrecedes($0) }
        let unordered = Array("oc".utf8) + sorted.joined()
        #expect(try key(vectors, transcript: unordered) == (try vectors.bytes("ISK_SY")))
        let label = Array("CPaceSidOutput".utf8)
        #expect(Array(SHA512.hash(data: label + ordered)) == (try vectors.bytes("sid_output_ir")))
        #expect(Array(SHA512.hash(data: label + unordered)) == (try vectors.bytes("sid_output_oc")))
    }

    @Test func `multiplication gives the published product`() throws {
        let vectors = try Vectors().group("scalar_mult").group("Valid")
        let product = try Ristretto255.multiply(try vectors.bytes("X"), by: try vectors.bytes("s"))
        #expect(product == (try vectors.bytes("G.scalar_mult(s,decode(X))")))
        #expect(product == (try vectors.bytes("G.scalar_mult_vfy(s,X)")))
    }

    @Test func `no element of the invalid ones is multiplied`() throws {
        let scalar = try Vectors().group("scalar_mult").group("Valid").bytes("s")
        for element in try invalidShares() {
            #expect(throws: Ristretto255.Failure.invalidElement) { try Ristretto255.multiply(element, by: scalar) }
        }
    }

    @Test func `a scalar of zero gives no key`() throws {
        let element = try Vectors().group("scalar_mult").group("Valid").bytes("X")
        let zero = try Ristretto255.scalar(fromUniform: [UInt8](repeating: 0, count: 64))
        #expect(throws: Ristretto255.Failure.invalidElement) { try Ristretto255.multiply(element, by: zero) }
    }

    @Test func `sixty-four uniform bytes are reduced modulo the order of the group`() throws {
        // The order is 2^252 + 27742317777372353535851937790883648493 (RFC 9496, section 4).
        let order = try #require([UInt8](hex: "edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010"))
        let high = [UInt8](repeating: 0, count: 32)
        #expect(try Ristretto255.scalar(fromUniform: order + high) == high)
        #expect(
            try Ristretto255.scalar(fromUniform: [order[0] + 1] + order.dropFirst() + high) == [1] + high.dropLast()
        )
    }

    @Test func `lengths that the group does not have are refused`() {
        let short = [UInt8](repeating: 2, count: 31)
        #expect(throws: Ristretto255.Failure.self) { try Ristretto255.element(fromUniform: short) }
        #expect(throws: Ristretto255.Failure.self) { try Ristretto255.scalar(fromUniform: short) }
        #expect(throws: Ristretto255.Failure.self) { try Ristretto255.multiply(short, by: short + [0]) }
        #expect(throws: Ristretto255.Failure.self) { try Ristretto255.multiply(short + [0], by: short) }
    }

    @Test func `another password, channel or session gives another generator`() throws {
        let base = try CPace.generator(password: [1], channel: [2], sessionID: [3])
        #expect(try CPace.generator(password: [9], channel: [2], sessionID: [3]) != base)
        #expect(try CPace.generator(password: [1], channel: [9], sessionID: [3]) != base)
        #expect(try CPace.generator(password: [1], channel: [2], sessionID: [9]) != base)
        #expect(try CPace.generator(password: [1], channel: [2, 3], sessionID: []) != base)
    }

    private func side(_ vectors: Vectors, scalar: String) throws -> CPace {
        try CPace(
            password: try vectors.bytes("PRS"),
            channel: try vectors.bytes("CI"),
            sessionID: try vectors.bytes("sid"),
            scalar: try vectors.bytes(scalar)
        )
    }

    private func orderedTranscript(_ vectors: Vectors) throws -> [UInt8] {
        CPace.transcript(
            initiatorShare: try vectors.bytes("Ya"),
            initiatorData: try vectors.bytes("ADa"),
            responderShare: try vectors.bytes("Yb"),
            responderData: try vectors.bytes("ADb")
        )
    }

    private func key(_ vectors: Vectors, transcript: [UInt8]) throws -> [UInt8] {
        CPace.key(point: try vectors.bytes("K"), sessionID: try vectors.bytes("sid"), transcript: transcript)
    }
}

/// The published invalid shares, and one of each other kind that RFC 9496 (section 4.3.1) makes a decoder refuse.
func invalidShares() throws -> [[UInt8]] {
    let published = try Vectors().group("scalar_mult")
    let valid = try published.group("Valid").bytes("X")
    let prime = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    return [
        try published.bytes("Invalid Y1"),
        try published.bytes("Invalid Y2"),
        // Not below the prime of the field: the identity again, a valid element again, all ones, a stray top bit.
        prime,
        [UInt8](repeating: 0xFF, count: 32),
        valid.dropLast() + [valid[31] | 0x80],
        // Negative, which is to say odd.
        [valid[0] | 1] + valid.dropFirst(),
        [1] + [UInt8](repeating: 0, count: 31),
    ]
}
