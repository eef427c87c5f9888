import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// A device that comes late takes in what several have written in turns, however long that is.
///
/// Its first vector crosses the first batches, so all is sent twice; what is dropped would be sent again and again.
struct CatchingUpTests {
    /// Devices that have a list, all connected to the first one, and one more that has nothing of it yet.
    private static func household(authors: Int) throws -> (home: Home, scope: ScopeID) {
        let home = Home(try (0...authors).map { try Device("device \($0)") })
        home.devices[0].give(home.devices[0].add("milk"))
        for number in 1..<authors {
            try home.join(number, to: 0)
            home.connect(number, 0)
        }
        return (home, try #require(home.devices[0].scope(ofList: "Shopping")))
    }

    /// The bytes of batches of a scope that the last device is sent until it has all.
    private static func bytesSent(to home: Home, of scope: ScopeID) throws -> Int {
        let (last, before) = (home.devices.count - 1, home.frames.count)
        try home.join(last, to: 0)
        home.connect(last, 0)
        for _ in 0..<3 { home.compareAgain() }
        return home.frames[before...].filter { $0.to == last && $0.batchesScope == scope }.reduce(0) {
            $0 + $1.wireSize
        }
    }

    private static func byteCount(of scope: ScopeID, on device: Device) -> Int {
        device.batches(of: scope).reduce(0) { $0 + $1.batch.bytes.count }
    }

    @Test(arguments: [0, 3_000])
    func `long notes of five authors, in turns, reach a device that comes late`(difference: Int) throws {
        let (home, scope) = try Self.household(authors: 5)
        for round in 0..<64 {
            for number in 0..<5 {
                let text = String(repeating: "x", count: TextKind.note.bytesMax - number * difference)
                let entity = EntityID(rawValue: UInt64(round * 5 + number) + 10)
                home.devices[number].write([FieldWrite(.note, text: text)], to: entity, in: scope)
                home.settle()
            }
        }
        let size = Self.byteCount(of: scope, on: home.devices[0])
        #expect(size > SyncLimits.inboxBytesMax)
        let sent = try Self.bytesSent(to: home, of: scope)
        #expect(sent < size * 5 / 2, "\(sent) bytes of \(size)")
        #expect(home.devices[5].agrees(with: home.devices[0]))
    }

    @Test(arguments: [1, 3])
    func `thousands of small edits of two authors, in turns, reach a device that comes late`(opCount: Int) throws {
        let (home, scope) = try Self.household(authors: 2)
        for round in 0..<2_500 {
            for (device, count) in zip(home.devices, [1, opCount]) {
                let ops = (0..<count).map { number in
                    let entity = EntityID(rawValue: UInt64(round % 50 * 4 + number) + 10)
                    return Op.write(entity, [FieldWrite(.state, WorkState.done)])
                }
                device.write(ops, inScope: scope)
                home.settle()
            }
        }
        let (size, heads) = (Self.byteCount(of: scope, on: home.devices[0]), home.devices[0].headCount(of: scope))
        #expect(home.devices[0].batches(of: scope).count > SyncLimits.inboxBatchesMax)
        let sent = try Self.bytesSent(to: home, of: scope)
        #expect(sent < size * 3, "\(sent) bytes of \(size)")
        #expect(home.devices[2].agrees(with: home.devices[0]))
        // About one for each sixty-four ops, and one for each place where all authors are vouched for.
        #expect(heads < 2_500 * (1 + opCount) / 64 + 30, "\(heads) heads")
    }

    @Test func `what is vouched for is the same after a start from a snapshot, and from the log`() throws {
        let (home, scope) = try Self.household(authors: 2)
        let anna = home.devices[0]
        for round in 0..<1_500 {
            for device in home.devices.prefix(2) {
                device.write([FieldWrite(.state, WorkState.done)], to: EntityID(rawValue: UInt64(round)), in: scope)
                home.settle()
            }
        }
        let cuts = try #require(anna.replica.library.scopes[scope]).cuts.rows
        #expect(!cuts.isEmpty && cuts.count < 6)
        let snapshot = anna.replica.snapshot
        try anna.restart(from: (try #require(snapshot).encoded, anna.log.count))
        #expect(anna.replica.library.scopes[scope]?.cuts.rows == cuts)
        try anna.restart()
        #expect(anna.replica.library.scopes[scope]?.cuts.rows == cuts)
    }
}

extension Device {
    /// The signed heads that are kept of a scope.
    fileprivate func headCount(of scope: ScopeID) -> Int {
        replica.library.scopes[scope]?.heads.values.reduce(0) { $0 + $1.heads.count } ?? 0
    }
}
