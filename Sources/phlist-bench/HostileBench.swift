import Crypto
import PhlistModel
import PhlistTestKit
import PhlistVocabulary

/// The time to apply one hostile batch of the maximal legal size, for each kind of op, compared with an honest batch of
/// the same size: the work that a member of the household can cause per byte sent.
enum HostileBench {
    private static let target = 192 * 1024

    static func run() -> [Row] {
        let list = SeededList.scope(items: 20_000)
        return lists(list) + households() + branches()
    }

    // MARK: Lists

    private static func lists(_ list: ScopeState) -> [Row] {
        let entity = SeededList.entity(1)
        let members = (1...UInt128(60_000)).lazy.map { MemberID(rawValue: $0 << 70) }
        let tags = (0...).lazy.map { FieldWrite.insert("t\($0)", into: .tags) }
        let fields = (0...).lazy.map { FieldWrite(.recordValue(of: EntityID(rawValue: UInt64($0))), [1]) }
        let titles = (0...).lazy.map { FieldWrite(.title, text: "\($0)") }
        let grants = members.map { SharingWord.grant(Grant($0, .invited)).write }
        let purges = (0..<512).map { Op.purge(SeededList.entity($0)) }
        return [
            row("tags of one item", writes(to: entity, tags), on: list),
            row("tags of one item, taken out again", removals(of: entity), on: tagged(list, entity)),
            row("fields of one record", writes(to: entity, fields), on: list),
            row("one field, again and again", writes(to: entity, titles), on: list),
            row("invitations to one list", writes(to: .root, grants), on: list),
            row("invitations, a second batch of them", writes(to: .root, grants), on: invited(list, grants)),
            row("purges that know of nothing", purges, on: list, by: stranger),
        ]
    }

    /// Returns as many writes as fit one batch.
    private static func writes(to entity: EntityID, _ fields: some Sequence<FieldWrite>) -> [Op] {
        var (ops, run, size): ([Op], [FieldWrite], Int) = ([], [], 0)
        for field in fields {
            run.append(field)
            size += field.value.count + 9
            if run.count == Limits.opFieldsMax {
                ops.append(.write(entity, run))
                run = []
            }
            if size > target || ops.count == Limits.batchOpsMax - 1 { break }
        }
        return run.isEmpty ? ops : ops + [.write(entity, run)]
    }

    private static func removals(of entity: EntityID) -> [Op] {
        writes(to: entity, (0...).lazy.map { FieldWrite.remove("t\($0)", from: .tags) })
    }

    private static func tagged(_ list: ScopeState, _ entity: EntityID) -> ScopeState {
        applying(writes(to: entity, (0...).lazy.map { FieldWrite.insert("t\($0)", into: .tags) }), to: list)
    }

    private static func invited(_ list: ScopeState, _ grants: some Sequence<FieldWrite>) -> ScopeState {
        applying(writes(to: .root, grants), to: list)
    }

    // MARK: Households

    private static let founding = Founding(publicKey: [1], deviceName: "a", nonce: 1)

    private static func households() -> [Row] {
        let household = applying([.roster(.found(founding))], to: ScopeState(.household, founding.scope))
        let members = (0..<64).map { MemberID(rawValue: UInt128($0 + 1) << 64) }
        let admissions = (0..<512).map { number in
            let key = Array("key \(number)".utf8)
            return RosterAct.admit(Admission(publicKey: key, deviceName: "d", role: .admin, members: members))
        }
        let removals = (0..<512).map { RosterAct.remove(DeviceID(publicKey: Array("key \($0)".utf8))) }
        let rotations = (0..<512).map { RosterAct.rotate(DiscoveryKey(UInt128($0), 1)) }
        let roles = (0..<512).map { _ in RosterAct.assign(founding.device, .admin) }
        let named: [(String, [RosterAct])] = [
            ("admissions", admissions), ("removals", removals), ("new secrets", rotations),
            ("roles of one device", roles),
        ]
        return named.map { row($0.0, fitting($0.1.map { .roster($0) }), on: household) }
    }

    /// Returns as many of some ops as fit one batch.
    private static func fitting(_ ops: [Op]) -> [Op] {
        var size = 0
        return Array(
            ops.prefix { op in
                size += op.encodedSize
                return size <= target
            }
        )
    }

    // MARK: Branches

    /// Measures many small batches with one predecessor, each of which names all earlier ones.
    private static func branches() -> [Row] {
        let (list, count) = (SeededList.scope(items: 100), 1_000)
        let base = SeededList.end(of: list)
        var hostile: [NamedBatch] = []
        for number in 0..<count {
            let ops: [Op] = [.write(SeededList.entity(number), [FieldWrite(.state, WorkState.done)])]
            let known = hostile.map(\.reference)
            hostile.append(batch(ops, after: base, group: UInt64(number), knowing: known))
        }
        let honest = run(of: count, after: base, byteCount: hostile.reduce(0) { $0 + $1.batch.bytes.count })
        return [
            Row(
                name: "\(count) branches, each knows all before it",
                unit: "ms",
                measured: milliseconds(hostile, on: list),
                floorName: "as many batches of notes, as large, one after the other",
                floor: milliseconds(honest, on: list)
            )
        ]
    }

    /// Returns consecutive batches that write notes and take `byteCount` bytes together.
    private static func run(of count: Int, after base: BatchReference?, byteCount: Int) -> [NamedBatch] {
        let note = FieldWrite(.note, text: String(repeating: "x", count: byteCount / count))
        var run: [NamedBatch] = []
        for number in 0..<count {
            let op = Op.write(SeededList.entity(number), [note])
            run.append(batch([op], after: run.last?.reference ?? base, group: UInt64(number)))
        }
        return run
    }

    // MARK: Measuring

    private static let stranger = DeviceID(publicKey: [99])

    private static func applying(_ ops: [Op], to scope: ScopeState) -> ScopeState {
        var next = scope
        next.apply(batch(ops, in: scope, after: SeededList.end(of: scope, in: tier(of: ops))))
        return next
    }

    private static func batch(
        _ ops: [Op],
        in scope: ScopeState? = nil,
        by device: DeviceID = SeededList.feed.device,
        after previous: BatchReference?,
        group: UInt64 = 0,
        knowing context: [BatchReference] = []
    ) -> NamedBatch {
        let header = BatchHeader(
            by: .house,
            number: (previous?.number ?? 0) + 1,
            previous: previous?.name ?? .none,
            opCount: ops.count,
            stamp: Stamp(milliseconds: 1_900_000_000_000),
            group: group,
            context: context
        )
        let feed = Feed(scope: scope?.id ?? SeededList.feed.scope, tier: tier(of: ops), device: device)
        return NamedBatch(Batch(header: header, ops: ops), of: feed)
    }

    private static func tier(of ops: [Op]) -> Tier {
        ops.allSatisfy { $0.part(of: .content) == nil } ? .control : .content
    }

    /// Measures one batch and the queries that a device makes of the scope afterwards, as the minimum of three times.
    private static func row(
        _ name: String,
        _ ops: [Op],
        on scope: ScopeState,
        by device: DeviceID = SeededList.feed.device
    ) -> Row {
        let previous = device == SeededList.feed.device ? SeededList.end(of: scope, in: tier(of: ops)) : nil
        let hostile = batch(ops, in: scope, by: device, after: previous)
        let honest = honest(ofSize: hostile.batch.bytes.count, after: previous)
        return Row(
            name: "\(name), \(hostile.batch.bytes.count / 1024) KiB",
            unit: "ms",
            measured: milliseconds(hostile, on: scope),
            floorName: "a batch of new items, as large",
            floor: milliseconds(honest, on: SeededList.scope(items: 20_000))
        )
    }

    private static func honest(ofSize size: Int, after _: BatchReference?) -> NamedBatch {
        var (ops, total): ([Op], Int) = ([], 0)
        let note = FieldWrite(.note, text: String(repeating: "x", count: 300))
        while total < size, ops.count < Limits.batchOpsMax {
            var op = SeededList.addition(100_000 + ops.count, at: [UInt8(ops.count >> 8), UInt8(ops.count & 255), 1])
            if case .write(let entity, let fields) = op { op = .write(entity, fields + [note]) }
            ops.append(op)
            total += op.encodedSize
        }
        let list = SeededList.scope(items: 20_000)
        return batch(ops, in: list, after: SeededList.end(of: list))
    }

    private static func milliseconds(_ batch: NamedBatch, on scope: ScopeState) -> Double {
        milliseconds([batch], on: scope)
    }

    private static func milliseconds(_ batches: [NamedBatch], on scope: ScopeState) -> Double {
        let times = (0..<3).map { _ in
            var next = scope
            return ContinuousClock().measure {
                for batch in batches { next.apply(batch) }
                _ = next.list.map { list in
                    Audience(list.sharing, owner: MemberID(rawValue: 1), in: Roster()).isParticipant(.house)
                }
                _ = next.list?.counts
            }
        }
        return (times.min() ?? .zero) / .milliseconds(1)
    }
}
