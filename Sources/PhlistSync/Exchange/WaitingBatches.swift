import OrderedCollections
import PhlistHousehold
import PhlistModel

/// The waiting batches that a signed head vouches for, and the search for those that can be stored together.
///
/// A batch needs its predecessor and its context. A batch that continues an action, or has no head of its own, also
/// needs one that follows it, so batches may need each other in a circle. Each batch that cannot be stored has one
/// obstacle and is examined again when that is gone, so that waiting batches do not slow down new ones.
struct WaitingBatches {
    private var items: [BatchName: Item] = [:]
    private var followers: [Joint: [BatchName]] = [:]
    /// Waiting batches, by the batch that they wait for; some may have another obstacle by now.
    private var waiters: [BatchName: [BatchName]] = [:]
    /// Batches to examine, and the start of those not examined yet.
    private var agenda: [BatchName] = []
    private var agendaStart = 0
    private var postponed: [Reason: OrderedSet<BatchName>] = [:]
    /// Number of needs and obstacles examined.
    private(set) var stepCount = 0

    private struct Item {
        var batch: NamedBatch
        /// The position of its arrival among the others.
        var arrival: Int
        var hasHead: Bool
        /// Number of its needs, from the first on, that are stored.
        var met = 0
        /// Nil until it has been examined.
        var obstacle: Obstacle?
    }

    private enum Obstacle: Equatable {
        /// A batch that has not come, or is waiting.
        case batch(BatchName)
        /// No following batch can be stored.
        case followers
        /// A reference that matches in the name only.
        case wrongReference
        case postponed
    }

    /// The reasons why a storable batch is not stored.
    enum Reason: Hashable {
        /// There is no room until the batches in flight are stored.
        case room
        /// There will never be room: a scope never gets smaller.
        case moreRoomThanThereIs
        /// The beginning of its list is not here.
        case beginning
        /// Control that came before it is not in the log.
        case control
        /// The author's device is not known to act for the member named in the batch.
        case author
    }

    /// The state of batches outside the inbox.
    struct Surroundings {
        /// Whether a batch is stored or in flight; with a device, as the predecessor of a batch by that device.
        var isHere: (BatchReference, DeviceID?) -> Bool
        /// Whether batches of a device are stored only with a head.
        var needsHead: (DeviceID) -> Bool
    }

    /// Whether a batch waits only for this reason.
    func isPostponed(_ name: BatchName, for reason: Reason) -> Bool {
        items[name]?.obstacle == .postponed && postponed[reason]?.contains(name) ?? false
    }

    /// Whether any batch waits only for this reason.
    func isPostponed(for reason: Reason) -> Bool { postponed[reason] != nil }

    // MARK: Receiving

    /// Takes in a batch that a head vouches for, at it or after it.
    mutating func insert(_ batch: NamedBatch, arrival: Int) {
        items[batch.name] = Item(batch: batch, arrival: arrival, hasHead: false)
        followers[Joint(of: batch), default: []].append(batch.name)
        agenda.append(batch.name)
    }

    /// Records a head for exactly this batch.
    mutating func noteHead(of name: BatchName) {
        guard items[name]?.hasHead == false else { return }
        items[name]?.hasHead = true
        lookAgain(at: name)
    }

    /// Records a batch that is stored or in flight.
    mutating func noteStored(_ name: BatchName) {
        if let item = items.removeValue(forKey: name) { forget(item.batch) }
        for waiter in waiters.removeValue(forKey: name) ?? [] where items[waiter]?.obstacle == .batch(name) {
            lookAgain(at: waiter)
        }
    }

    private mutating func forget(_ batch: NamedBatch) {
        let joint = Joint(of: batch)
        let rest = (followers[joint] ?? []).filter { $0 != batch.name }
        followers[joint] = rest.isEmpty ? nil : rest
    }

    private mutating func lookAgain(at name: BatchName) {
        items[name]?.obstacle = nil
        agenda.append(name)
    }

    // MARK: Storing

    /// Returns the next batches that can be stored together, in causal order; they wait until noted as stored, or
    /// postponed.
    mutating func next(_ surroundings: Surroundings) -> [NamedBatch]? {
        while agendaStart < agenda.count {
            let name = agenda[agendaStart]
            agendaStart += 1
            guard let item = items[name], item.obstacle == nil else { continue }
            let together = together(with: name, surroundings)
            if !together.isEmpty { return inOrder(together) }
        }
        (agenda, agendaStart) = ([], 0)
        return nil
    }

    /// Batches that can each be stored if the others are.
    private struct Circle {
        var members: [BatchName]
        var isMember: Set<BatchName>
        /// Batches that cannot help.
        var refuted: Set<BatchName> = []
        /// Dependent batches, by the batch that they need.
        var dependents: [BatchName: [BatchName]] = [:]
        /// Number of members that may follow a batch that needs a follower.
        var followerCounts: [BatchName: Int] = [:]
        var lost: [(name: BatchName, obstacle: Obstacle)] = []

        init(_ first: BatchName) {
            (members, isMember) = ([first], [first])
        }

        mutating func join(_ name: BatchName) {
            if isMember.insert(name).inserted { members.append(name) }
        }
    }

    /// Returns a batch with the batches that it waits for and those that help it; empty if it cannot be stored.
    private mutating func together(with first: BatchName, _ surroundings: Surroundings) -> [BatchName] {
        var (circle, index) = (Circle(first), 0)
        while index < circle.members.count {
            let name = circle.members[index]
            index += 1
            guard let obstacle = obstacle(of: name, &circle, surroundings) else { continue }
            guard name != first else {
                set(obstacle, of: first)
                return []
            }
            circle.lost.append((name, obstacle))
        }
        return survivors(of: &circle)
    }

    /// Removes batches that cannot be stored until the rest can be stored together.
    private mutating func survivors(of circle: inout Circle) -> [BatchName] {
        var (gone, index): (Set<BatchName>, Int) = ([], 0)
        while index < circle.lost.count {
            let (name, obstacle) = circle.lost[index]
            index += 1
            guard gone.insert(name).inserted, let batch = items[name]?.batch else { continue }
            set(obstacle, of: name)
            stepCount += 1
            circle.lost += (circle.dependents[name] ?? []).map { ($0, .batch(name)) }
            let previous = batch.header.previous
            guard let count = circle.followerCounts[previous], items[previous]?.batch.device == batch.device else {
                continue
            }
            circle.followerCounts[previous] = count - 1
            if count == 1 { circle.lost.append((previous, .followers)) }
        }
        return circle.members.filter { !gone.contains($0) }
    }

    private mutating func set(_ obstacle: Obstacle, of name: BatchName) {
        guard items[name]?.obstacle != obstacle else { return }
        items[name]?.obstacle = obstacle
        if case .batch(let other) = obstacle { waiters[other, default: []].append(name) }
    }

    /// Returns the obstacle that keeps a batch from being stored whatever joins it; batches that may help join the
    /// circle.
    private mutating func obstacle(
        of name: BatchName,
        _ circle: inout Circle,
        _ surroundings: Surroundings
    ) -> Obstacle? {
        guard let item = items[name] else { return .followers }
        let batch = item.batch
        for index in item.met..<batch.needCount {
            stepCount += 1
            let need = batch.need(index)
            let device = index == 0 && batch.header.number > 1 ? batch.device : nil
            guard let other = items[need.name] else {
                guard surroundings.isHere(need, device) else { return .batch(need.name) }
                if items[name]?.met == index { items[name]?.met += 1 }
                continue
            }
            guard other.batch.reference == need, device ?? other.batch.device == other.batch.device else {
                return .wrongReference
            }
            guard mayHelp(need.name, &circle) else { return .batch(need.name) }
            circle.join(need.name)
            circle.dependents[need.name, default: []].append(name)
        }
        guard batch.header.continues || !item.hasHead && surroundings.needsHead(batch.device) else { return nil }
        return joinFollowers(of: batch, &circle) ? nil : .followers
    }

    private mutating func joinFollowers(of batch: NamedBatch, _ circle: inout Circle) -> Bool {
        let helpful = (followers[Joint(after: batch)] ?? []).filter { mayHelp($0, &circle) }
        helpful.forEach { circle.join($0) }
        circle.followerCounts[batch.name] = helpful.count
        return !helpful.isEmpty
    }

    /// Whether a batch may become storable if those of a circle do, because its chain of obstacles leads there.
    private mutating func mayHelp(_ name: BatchName, _ circle: inout Circle) -> Bool {
        var (stack, seen): ([BatchName], Set<BatchName>) = ([name], [])
        while let next = stack.popLast() {
            guard !circle.isMember.contains(next) else { return true }
            guard !circle.refuted.contains(next), seen.insert(next).inserted else { continue }
            stepCount += 1
            guard let item = items[next] else { continue }
            switch item.obstacle {
            case .batch(let other): stack.append(other)
            case .followers: stack += followers[Joint(after: item.batch)] ?? []
            case .wrongReference, .postponed, nil: continue
            }
        }
        circle.refuted.formUnion(seen)
        return false
    }

    /// Sorts batches so that each comes after those that it needs, otherwise by arrival.
    private func inOrder(_ names: [BatchName]) -> [NamedBatch] {
        let batches = names.compactMap { items[$0] }.sorted { $0.arrival < $1.arrival }.map(\.batch)
        guard batches.count > 1 else { return batches }
        let here = Dictionary(batches.map { ($0.name, $0) }) { first, _ in first }
        var (missing, dependents): ([BatchName: Int], [BatchName: [NamedBatch]]) = ([:], [:])
        for batch in batches {
            for need in (0..<batch.needCount).map({ batch.need($0) }) where here[need.name] != nil {
                missing[batch.name, default: 0] += 1
                dependents[need.name, default: []].append(batch)
            }
        }
        var (order, index) = (batches.filter { missing[$0.name] == nil }, 0)
        while index < order.count {
            for dependent in dependents[order[index].name] ?? [] {
                missing[dependent.name, default: 1] -= 1
                if missing[dependent.name] == 0 { order.append(dependent) }
            }
            index += 1
        }
        return order
    }

    // MARK: Postponing

    /// Keeps storable batches until they are offered again.
    mutating func postpone(_ batches: [NamedBatch], for reason: Reason) {
        for batch in batches { set(.postponed, of: batch.name) }
        postponed[reason, default: []].append(contentsOf: batches.map(\.name))
    }

    /// Offers postponed batches again.
    mutating func retry(_ reason: Reason) {
        for name in postponed.removeValue(forKey: reason) ?? [] where items[name]?.obstacle == .postponed {
            lookAgain(at: name)
        }
    }
}

/// The needs of a batch: its predecessor, unless it is the first, and its context.
extension NamedBatch {
    fileprivate var needCount: Int { header.context.count + (header.number > 1 ? 1 : 0) }

    fileprivate func need(_ index: Int) -> BatchReference {
        guard let predecessor else { return header.context[index] }
        return index == 0 ? predecessor : header.context[index - 1]
    }
}
