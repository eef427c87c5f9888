import PhlistModel
import PhlistTestKit
import Testing

@testable import PhlistLog

@Suite struct BatchIndexTests {
    private static func scope(_ number: Int) -> ScopeID { ScopeID(rawValue: UInt128(number)) }

    private static func index(seed: UInt64, count: Int = 60) -> BatchIndex {
        var random = SeededRandom(seed: seed)
        var index = BatchIndex()
        for step in 0..<count {
            let scope = scope(Int.random(in: 0..<4, using: &random))
            index.append(RecordPosition(frame: step * 8, offset: step), in: scope)
        }
        return index
    }

    private static func bytes(of index: BatchIndex) -> [UInt8] {
        var writer = ByteWriter()
        index.encode(into: &writer)
        return writer.bytes
    }

    private static func index(of bytes: [UInt8]) throws(CodecError) -> BatchIndex {
        var reader = ByteReader(bytes)
        let index = try BatchIndex(from: &reader)
        try reader.expectEnd()
        return index
    }

    @Test(arguments: 0..<20)
    func `a batch is found by its row, each scope on its own`(seed: Int) {
        var random = SeededRandom(seed)
        var index = BatchIndex()
        var all: [ScopeID: [RecordPosition]] = [:]
        for step in 0..<120 {
            let scope = Self.scope(Int.random(in: 0..<3, using: &random))
            let position = RecordPosition(frame: step * 8, offset: Int.random(in: 0..<999, using: &random))
            index.append(position, in: scope)
            all[scope, default: []].append(position)
        }
        #expect(index.count == 120 && index.scopeIDs == all.keys.sorted())
        for (scope, positions) in all {
            #expect(index.count(in: scope) == positions.count)
            #expect(positions.indices.map { index.position(ofRow: UInt32($0), in: scope) } == positions)
        }
        #expect(index.count(in: Self.scope(9)) == 0)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `an index comes back from its bytes, and takes what follows as the first one does`(seed: UInt64) throws {
        var index = Self.index(seed: seed)
        let bytes = Self.bytes(of: index)
        var copy = try Self.index(of: bytes)
        #expect(fullText(of: copy) == fullText(of: index))
        #expect(Self.bytes(of: copy) == bytes)
        for step in 0..<5 {
            let position = RecordPosition(frame: 8000 + step * 8, offset: 0)
            index.append(position, in: Self.scope(step))
            copy.append(position, in: Self.scope(step))
        }
        #expect(fullText(of: copy) == fullText(of: index))
    }

    @Test func `a beginning is refused, and a changed byte is refused or gives an index that can be asked`() {
        let bytes = Self.bytes(of: Self.index(seed: 1, count: 30))
        for beginning in bytes.beginnings {
            #expect(throws: CodecError.self) { _ = try Self.index(of: beginning) }
        }
        for damaged in bytes.damaged {
            guard let index = try? Self.index(of: damaged) else { continue }
            let counts = index.scopeIDs.map { index.count(in: $0) }
            #expect(counts.allSatisfy { $0 > 0 } && counts.reduce(0, +) == index.count)
            for scope in index.scopeIDs {
                let last = index.position(ofRow: UInt32(index.count(in: scope) - 1), in: scope)
                #expect(last.offset >= 0 && last.frame >= 0)
            }
        }
    }

    @Test func `an entry takes eight bytes`() {
        var index = BatchIndex()
        for step in 0..<1000 { index.append(RecordPosition(frame: 8 << 32 + step, offset: 1), in: Self.scope(1)) }
        #expect(Self.bytes(of: index).count < 1000 * 8 + 30)
        #expect(MemoryLayout<RecordPosition>.size == 8)
    }

    @Test func `a position gives back its parts`() {
        for frame in [0, 64, 8 << 32, 8 << 41] {
            for offset in [0, 1, LogLimits.payloadBytesMax - 1] {
                let position = RecordPosition(frame: frame, offset: offset)
                #expect(position.frame == frame && position.offset == offset)
            }
        }
    }
}
