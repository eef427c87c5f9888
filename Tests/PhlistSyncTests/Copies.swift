import PhlistTestKit
import Testing

@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

/// What is asked of devices of which one was copied, or was put back to an older state.
extension Device {
    /// What breaks the promises of a log; nil when nothing does.
    func faultOfLog(hasLiars: Bool = false) throws -> String? {
        if let fault = faultOfFold(hasLiars: hasLiars) { return fault }
        let again = try Device(name, log: log)
        if again.holdings != holdings { return "\(name) is another after a restart" }
        if again.replica.library.recentChanges.batchCount != replica.library.recentChanges.batchCount {
            return "\(name) has \(again.replica.library.recentChanges.batchCount) of \(foldedCount) changes"
        }
        guard let bytes = replica.snapshot?.encoded else { return "\(name) makes no snapshot" }
        var copy = Self.emptyReplica(name, Array("key of \(name)".utf8), seed: 5)
        try copy.restore(snapshot: bytes)
        return copy.library.holdings() == holdings ? nil : "\(name) is another after a start from a snapshot"
    }

    /// What is wrong with what the batches were folded to; nil when nothing is.
    func faultOfFold(hasLiars: Bool = false) -> String? {
        for (scope, holding) in holdings {
            guard let state = state(scope) else { continue }
            let batches = batches(of: scope)
            if batches.count != state.ledger.batchCount { return "\(name) cannot find the batches of \(scope)" }
            let fold = ScopeState(state.kind, scope, needsOrigin: true).folded(from: batches.reversed())
            if ScopeSlot(fold).holding != holding { return "\(name) holds not what its log folds to in \(scope)" }
            if let fault = CausalOracle(batches).fault(of: state, hasLiars: hasLiars) {
                return "\(name): \(fault) in \(scope)"
            }
        }
        return nil
    }

    /// What people see of a list: its items, and where several people wrote different values.
    func view(of scope: ScopeID) -> [String] {
        guard let list = replica.library.list(scope) else { return [] }
        let items = list.items.map { item in
            "\(item.entity) \(item.title) \(item.note) \(item.state) \(item.isTrashed) \(item.place)"
        }
        let conflicts = list.conflicts.map { conflict in
            let values = conflict.siblings.map {
                "\($0.dot.batch) \($0.act.by) \(String(decoding: $0.value, as: UTF8.self))"
            }
            return "\(conflict.entity) \(conflict.field): \(values)"
        }
        return ["\(list.title), \(list.visibility)"] + items + conflicts
    }

    /// How many chains this device has in the tier of a scope where it has most.
    var mostChains: Int {
        replica.library.scopes.keys.map { replica.library.chainCounts(of: $0)[id] ?? 0 }.max() ?? 0
    }
}

extension Home {
    /// Devices in the household of the first one, whose list Shopping all have; nobody is connected.
    static func household(of names: String...) throws -> Home {
        let home = Home(try names.map { try Device($0) })
        home.devices[0].give(home.devices[0].add("eggs"))
        for number in home.devices.indices.dropFirst() {
            try home.join(number, to: 0)
            home.connect(number, 0)
        }
        home.meet()
        home.disconnect()
        return home
    }

    /// Connects everybody with everybody, and lets them compare until nobody has anything to say.
    func meet() {
        disconnect()
        for one in devices.indices {
            for other in devices.indices.dropFirst(one + 1) {
                open(one, to: other)
            }
        }
        settle()
        compareAgain()
    }

    /// Why not all is the same everywhere; nil when it is.
    ///
    /// - Parameters:
    ///   - faults: How often the log of a device, by its name, lost something that it had published, or was copied.
    ///   - damaged: The devices whose logs have holes: they cannot be read as others can.
    ///   - hasLiars: Whether some say less than they knew.
    /// - Returns: What differs.
    /// - Throws: When a log cannot be read.
    func difference(
        faults: [String: Int] = [:],
        damaged: Set<Int> = [],
        hasLiars: Bool = false
    ) throws -> String? {
        let first = devices[0]
        for (number, device) in devices.enumerated() {
            if !device.agrees(with: first) { return "\(device.name) differs" }
            if !device.replica.peerStatuses().allSatisfy({ $0.isInSync != false }) {
                return "\(device.name) takes somebody for different"
            }
            for scope in first.replica.sharedScopes(with: device.id) {
                if first.state(scope)?.versionVector != device.state(scope)?.versionVector {
                    return "\(device.name) has another vector of \(scope)"
                }
                if first.view(of: scope) != device.view(of: scope) { return "\(device.name) sees another \(scope)" }
            }
            if device.mostChains > 1 + faults[device.name, default: 0] {
                return "\(device.name) has \(device.mostChains) chains"
            }
            if let fault = try damaged.contains(number)
                ? device.faultOfFold() : device.faultOfLog(hasLiars: hasLiars)
            {
                return fault
            }
        }
        return nil
    }

    /// The messages of some kind that were sent from a frame on.
    func messages<Part>(from start: Int, _ part: (Message) -> Part?) -> [Part] {
        frames[start...].compactMap(\.message).compactMap(part)
    }

    /// How many batches were sent from a frame on.
    func batchCount(from start: Int) -> Int {
        messages(from: start) { message in
            if case .batches(let batches) = message { batches.batches.count } else { nil }
        }.reduce(0, +)
    }

    /// Says something to a device on its end of the newest connection.
    func deliver(_ message: Message, to number: Int) throws {
        let (type, body) = message.encoded
        let connection = try #require(connections.last)
        devices[number].turn([.received(connection, type: type, body: body)])
    }
}

/// A slow and obviously right reading of batches: who knew what follows from the names alone.
struct CausalOracle {
    private let batches: [NamedBatch]
    /// By batch: all that its author said to have known.
    private let pasts: [Set<Int>]
    /// Whether everybody said all that he knew: what is named, and all that its author had said to know.
    private let isHonest: Bool
    /// Whether every batch comes after what it names.
    private let isClosed: Bool

    /// Reads batches in the order of a log.
    init(_ batches: [NamedBatch]) {
        var (isClosed, isHonest, numbers): (Bool, Bool, [BatchName: Int]) = (true, true, [:])
        // By batch: those before it on its chain, and itself.
        var (chains, pasts): ([Set<Int>], [Set<Int>]) = ([], [])
        for (number, batch) in batches.enumerated() {
            let previous = numbers[batch.header.previous]
            let context = batch.header.context.compactMap { numbers[$0.name] }
            isClosed =
                isClosed && context.count == batch.header.context.count
                && (previous == nil) == (batch.header.number == 1)
            let past = context.reduce(into: previous.map { pasts[$0].union([$0]) } ?? []) { $0.formUnion(chains[$1]) }
            isHonest = isHonest && context.allSatisfy { pasts[$0].isSubset(of: past) }
            chains.append((previous.map { chains[$0] } ?? []).union([number]))
            pasts.append(past)
            numbers[batch.name] = number
        }
        (self.batches, self.pasts, self.isClosed, self.isHonest) = (batches, pasts, isClosed, isHonest)
    }

    /// What a state says otherwise; nil when nothing.
    func fault(of state: ScopeState, hasLiars: Bool) -> String? {
        guard isClosed else { return "a batch comes before what it names" }
        guard isHonest || hasLiars else { return "somebody says less than he knew" }
        let ends = batches.indices.filter { number in
            !batches.contains { $0.header.previous == batches[number].name }
        }
        if state.versionVector != VersionVector(ends.map { batches[$0].reference }) { return "the vector is wrong" }
        var writes: [Write] = []
        for (number, batch) in batches.enumerated() {
            for (index, op) in ((try? batch.batch.decodedOps()) ?? []).enumerated() {
                guard case .write(let entity, let fields) = op else { continue }
                writes += fields.filter { $0.field.mergeClass != .set }.map {
                    Write(batch: number, op: index, entity: entity, field: $0.field, value: $0.value)
                }
            }
        }
        let grouped = Dictionary(grouping: writes) { $0.entity }
        for (entity, writes) in grouped where !isPurged(entity) {
            let entry = state.entry(of: entity)
            for (field, writes) in Dictionary(grouping: writes, by: \.field) {
                let left = writes.filter { old in !writes.contains { isAfter($0, old) } }
                let found = (entry?[field].siblings ?? []).map { "\($0.dot.batch) \($0.dot.op) \($0.value)" }
                let wanted = left.map { "\(batches[$0.batch].name) \($0.op) \($0.value)" }
                if found.sorted() != wanted.sorted() { return "\(entity) has the wrong siblings of \(field)" }
            }
        }
        return nil
    }

    private struct Write {
        var batch: Int
        var op: Int
        var entity: EntityID
        var field: FieldID
        var value: [UInt8]
    }

    private func isAfter(_ new: Write, _ old: Write) -> Bool {
        new.batch == old.batch ? new.op > old.op : pasts[new.batch].contains(old.batch)
    }

    private func isPurged(_ entity: EntityID) -> Bool {
        batches.contains { ((try? $0.batch.decodedOps()) ?? []).contains(.purge(entity)) }
    }
}
