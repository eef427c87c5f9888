import NIOCore
import PhlistTestKit
import Testing

@testable import PhlistTransport

@Suite struct FrameDecoderTests {
    private static let frames = [
        Frame(type: 0, body: []), Frame(type: 255, body: [1]), Frame(type: 7, body: Array(0..<200)),
    ]

    /// The bytes of frames, as they are sent.
    private static func bytes(_ frames: [Frame]) -> [UInt8] {
        var buffer = ByteBuffer()
        for frame in frames {
            buffer.writeFrame(frame)
        }
        return Array(buffer.readableBytesView)
    }

    /// Everything a decoder finds in these pieces.
    private static func decode(_ pieces: [[UInt8]], sizeMax: Int = 1_024) -> (frames: [Frame], end: FrameDecoder.Step) {
        var decoder = FrameDecoder(frameSizeMax: sizeMax)
        var frames: [Frame] = []
        var step = FrameDecoder.Step.needMore
        for piece in pieces {
            decoder.append(ByteBuffer(bytes: piece))
            step = decoder.next()
            while case .frame(let frame) = step {
                frames.append(frame)
                step = decoder.next()
            }
        }
        return (frames, step)
    }

    @Test func `the layout is a little-endian length, the type, the body`() {
        #expect(Self.bytes([Frame(type: 9, body: [1, 2])]) == [3, 0, 0, 0, 9, 1, 2])
    }

    @Test func `one byte at a time gives the same frames`() {
        let (frames, end) = Self.decode(Self.bytes(Self.frames).map { [$0] })
        #expect(frames == Self.frames && end == .needMore)
    }

    @Test func `cut anywhere, the whole frames before the cut are there and no other`() {
        let bytes = Self.bytes(Self.frames)
        let ends = Self.frames.indices.map { Self.bytes(Array(Self.frames[...$0])).count }
        for cut in bytes.indices {
            let (frames, end) = Self.decode([Array(bytes[..<cut])])
            #expect(frames == Array(Self.frames.prefix(ends.count { $0 <= cut })) && end == .needMore)
        }
    }

    @Test func `lengths of zero and above the limit are invalid, and stay so`() {
        for length: UInt32 in [0, 1_025, 1 << 31, .max] {
            var decoder = FrameDecoder(frameSizeMax: 1_024)
            decoder.append(ByteBuffer(integer: length, endianness: .little))
            #expect(decoder.next() == .invalid(length: length))
            decoder.append(ByteBuffer(repeating: 0, count: 2_000))
            #expect(decoder.next() == .invalid(length: length))
        }
    }

    @Test func `the largest frame is as long as the limit`() {
        let largest = Frame(type: 1, body: Array(repeating: 2, count: 1_023))
        #expect(Self.decode([Self.bytes([largest])]).frames == [largest])
    }

    @Test func `a limit that is raised holds for the bytes that have come already`() {
        var decoder = FrameDecoder(frameSizeMax: 10)
        decoder.append(ByteBuffer(bytes: Self.bytes(Self.frames)))
        #expect(decoder.next() == .frame(Self.frames[0]))
        decoder.frameSizeMax = 1_024
        #expect(decoder.next() == .frame(Self.frames[1]))
        #expect(decoder.next() == .frame(Self.frames[2]))
    }

    @Test(arguments: 1...200)
    func `any bytes in any pieces give frames that encode to the same bytes`(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        // Small numbers are frequent, so that lengths often make sense.
        let bytes = (0..<600).map { _ in random.next() % 4 == 0 ? UInt8(random.next() % 7) : 0 }
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            pieces.append(Array(rest.prefix(Int(random.next() % 40) + 1)))
            rest = rest.dropFirst(pieces.last?.count ?? 0)
        }
        let (frames, end) = Self.decode(pieces)
        let (whole, wholeEnd) = Self.decode([bytes])
        #expect(frames == whole && end == wholeEnd)
        #expect(bytes.starts(with: Self.bytes(frames)))
    }
}
