import PhlistTestKit
import Testing

@testable import PhlistModel

/// What is read so often that it is kept, or read by a shorter way, is what the long way gives.
struct QuickReadingTests {
    @Test func `vectors that differ in any device, number or name differ in their digest`() {
        let devices = (1...3).map { DeviceID(publicKey: [$0]) }
        let names = (1...3).map { BatchName(rawValue: $0 << 64) }
        let entries = [
            BatchReference(device: devices[0], number: 1, name: names[0]),
            BatchReference(device: devices[1], number: 2, name: names[1]),
        ]
        let vector = VersionVector(entries)
        var others = [VersionVector(), VersionVector([entries[0]]), VersionVector([entries[1]])]
        for entry in entries {
            let rest = entries.filter { $0 != entry }
            let device = BatchReference(device: devices[2], number: entry.number, name: entry.name)
            let number = BatchReference(device: devices[0], number: entry.number + 1, name: entry.name)
            var name = entry
            name.name = names[2]
            others += [device, number, name].map { VersionVector(rest + [$0]) }
            others.append(VersionVector(entries + [name]))
        }
        #expect(Set(([vector] + others).map(\.digest)).count == others.count + 1)
        #expect(VersionVector(entries.reversed()).digest == vector.digest)
        #expect(VersionVector().digest == 0)
    }

    @Test func `a batch that changes the values of a field says so, and most others do not`() {
        var (changed, quiet) = (0, 0)
        for seed in 0..<30 {
            var history = ListIndexHistory(seed: UInt64(seed))
            for _ in 0..<60 { _ = history.step() }
            for device in history.devices {
                var state = ScopeState(.list, History.scope)
                for stored in device.log {
                    let before = Self.values(of: .assignee, in: state)
                    state.apply(stored)
                    let isChanged = Self.values(of: .assignee, in: state) != before
                    let isSaid = state.newestBatchChanged(.assignee)
                    #expect(isSaid || !isChanged, "seed \(seed)")
                    (changed, quiet) = (changed + (isChanged ? 1 : 0), quiet + (isSaid ? 0 : 1))
                }
            }
        }
        #expect(changed > 50 && quiet > 50)
    }

    private static func values(of field: FieldID, in state: ScopeState) -> [String] {
        state.currentValues(of: field).map { "\($0.stamp.rawValue) \($0.value)" }
    }
}
