import PhlistTestKit
import Testing

@testable import PhlistModel
@testable import PhlistSync

struct BatchPackerTests {
    private static let scope = ScopeID(rawValue: 1)

    private static func batch(_ number: Int, size: Int) -> Batch {
        let header = BatchHeader(
            by: .house,
            number: UInt64(number),
            previous: number == 1 ? .none : BatchName(rawValue: UInt128(number) - 1),
            opCount: max(1, size / 60_000),
            stamp: Stamp(rawValue: 1),
            group: 1,
            context: []
        )
        let value = [UInt8](repeating: 1, count: min(size, 60_000))
        let op = Op.write(.root, [FieldWrite(.title, value)])
        return Batch(header: header, ops: Array(repeating: op, count: header.opCount))
    }

    /// Packs so many batches of each of so many chains, in turn, with a head behind every few; every fifth chain is of
    /// the device of the one before.
    private static func pack(chains: Int, batches: Int, sizes: [Int]) -> (request: BatchesRequest, messages: [Message])
    {
        var random = SeededRandom(seed: UInt64(chains))
        var (parts, all): ([BatchesRequest.Part], [(part: Int, batch: Batch)]) = ([], [])
        for part in 0..<chains {
            let device = part % 5 == 4 ? parts[part - 1].device : random.device()
            let rows = (0..<batches).map { UInt32($0 * chains + part) }
            parts.append(BatchesRequest.Part(device: device, rows: rows, heads: []))
        }
        for count in 0..<batches {
            for part in 0..<chains {
                all.append((part, batch(count + 1, size: sizes[(count + part) % sizes.count])))
                guard count % 3 == 2 || count == batches - 1 else { continue }
                let name = BatchName(rawValue: UInt128(part))
                parts[part].heads.append(
                    SignedHead(number: UInt64(count) + 1, name: name, signature: random.bytes(72))
                )
            }
        }
        let request = BatchesRequest(scope: scope, tier: .content, isComplete: true, holding: 7, parts: parts)
        var packer = BatchPacker(request)
        let full = all.compactMap { packer.add($0.batch, ofPart: $0.part) }
        return (request, full + (packer.finish().map { [$0] } ?? []))
    }

    @Test func `control of which nothing can be read any more is said to be complete, and content is not sent`() {
        for tier in Tier.allCases {
            let request = BatchesRequest(scope: Self.scope, tier: tier, isComplete: true, holding: 7, parts: [])
            var packer = BatchPacker(request)
            let isSaid = packer.finish() == .batches(.completion(of: Self.scope, holding: 7))
            #expect(isSaid == (tier == .control))
        }
    }

    @Test(
        arguments: [
            (1, 1, [10]), (1, 5000, [20]), (3, 40, [10, 60_000, 150_000]), (2, 9, [190_000]),
            (1000, 3, [10]), (1000, 2, [3000]), (4000, 1, [60]),
        ]
    )
    func `everything is packed once, in order, with its heads, into frames that fit`(
        chains: Int,
        batches: Int,
        sizes: [Int]
    ) throws {
        let (request, messages) = Self.pack(chains: chains, batches: batches, sizes: sizes)
        var numbers: [DeviceID: [UInt64]] = [:]
        var heads: [DeviceID: [SignedHead]] = [:]
        for message in messages {
            let (type, body) = message.encoded
            #expect(body.count + 5 <= SyncLimits.frameBytesMax)
            guard case .batches(let packed)? = try Message(type: type, body: body) else { return }
            #expect(body.count + 5 <= SyncLimits.batchesBytesMax || packed.batches.count == 1)
            #expect(packed.holding == request.holding)
            #expect(Set(packed.devices).count == packed.devices.count)
            for entry in packed.batches {
                let header = try Batch(bytes: entry.bytes).header
                numbers[packed.devices[entry.device], default: []].append(header.number)
            }
            for entry in packed.heads {
                let device = packed.devices[entry.device]
                #expect(numbers[device]?.contains(entry.head.number) ?? false)
                heads[device, default: []].append(entry.head)
            }
        }
        for (device, parts) in Dictionary(grouping: request.parts, by: \.device) {
            let each = (1...UInt64(batches)).flatMap { Array(repeating: $0, count: parts.count) }
            #expect(numbers[device] == each)
            #expect(Set(heads[device] ?? []) == Set(parts.flatMap(\.heads)))
            #expect(heads[device]?.count == parts.reduce(0) { $0 + $1.heads.count })
        }
        #expect(numbers.count == Set(request.parts.map(\.device)).count)
    }

    @Test func `a request without batches makes no message`() {
        var packer = BatchPacker(
            BatchesRequest(scope: Self.scope, tier: .content, isComplete: true, holding: 1, parts: [])
        )
        #expect(packer.finish() == nil)
    }
}
