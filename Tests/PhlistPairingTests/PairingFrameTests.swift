import Testing

@testable import PhlistPairing

struct PairingFrameTests {
    /// Which lengths of body each type may have, for our version where there is one.
    private static let lengths: [(PairingFrameType, ClosedRange<Int>)] = [
        (.hello, 17...17), (.ready, 17...17), (.refused, 1...1), (.share, 32...32), (.confirm, 64...64),
        (.join, 16...65_552), (.welcome, 16...65_552), (.done, 0...0),
    ]

    @Test func `every type of frame takes the lengths it is documented with, and no other`() {
        #expect(Self.lengths.map(\.0) == PairingFrameType.allCases)
        for (type, allowed) in Self.lengths {
            for length in Array(0...1030) + Array(65_540...65_560) {
                let frame = PairingFrame(type, [UInt8](repeating: 1, count: length))
                #expect((try? PairingMessage(frame)) != nil || !allowed.contains(length), "\(type) \(length)")
                #expect((try? PairingMessage(frame)) == nil || allowed.contains(length), "\(type) \(length)")
            }
        }
    }

    @Test func `a greeting of another version is read up to 1 KiB, for its version alone`() throws {
        for length in 1...1024 {
            let body = [UInt8](repeating: 2, count: length)
            #expect(try PairingMessage(PairingFrame(.hello, body)) == .hello(version: 2))
            #expect(try PairingMessage(PairingFrame(.ready, body)) == .ready(version: 2))
        }
        for length in [0, 1025] {
            let frame = PairingFrame(.hello, [UInt8](repeating: 2, count: length))
            #expect(throws: PairingFailure.malformedFrame(type: 0x50)) { try PairingMessage(frame) }
        }
    }

    @Test func `only the documented reasons of a refusal are known`() throws {
        for reason in UInt8.min...UInt8.max {
            let message = try? PairingMessage(PairingFrame(.refused, [reason]))
            #expect((message != nil) == (1...5).contains(reason))
        }
    }

    @Test func `types outside the range of pairing are unexpected`() {
        for type in UInt8.min...UInt8.max where !(0x50...0x57).contains(type) {
            let frame = PairingFrame(type: type, body: [])
            #expect(throws: PairingFailure.unexpectedFrame(type: type)) { try PairingMessage(frame) }
        }
    }
}
