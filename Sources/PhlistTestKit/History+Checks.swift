package import PhlistModel

/// The state of devices against the oracle.
extension History {
    /// What is wrong at the end of a history; nil when all is well.
    package static func divergence(seed: UInt64, defect: PlantedDefect? = nil) -> (problem: String?, counts: Counts) {
        var history = History(seed: seed, defect: defect)
        if history.problem == nil { history.problem = history.difference() }
        history.exchangeAll()
        history.findLostBatches()
        history.exchangeAll()
        for number in history.devices.indices { history.upgrade(number) }
        if history.problem == nil { history.problem = history.difference() }
        if history.problem == nil { history.problem = history.differenceWhenHeardInAnyOrder() }
        return (history.problem, history.counts)
    }

    private func difference() -> String? {
        for (number, device) in devices.enumerated() {
            if let problem = difference(device.state, device) { return "device \(number): \(problem)" }
        }
        return nil
    }

    /// Everybody has all; whoever hears of it in another order ends in the same state.
    private mutating func differenceWhenHeardInAnyOrder() -> String? {
        let device = devices[0]
        let isSame = devices.allSatisfy {
            $0.state.versionVector == device.state.versionVector && $0.state.digest == device.state.digest
        }
        guard isSame else { return "the devices differ at the end" }
        let empty = ScopeState(.list, Self.scope, defect: defect)
        for _ in 0..<2 {
            let batches = device.log.shuffled(using: &random).map { entry in
                StoredBatch(origin: label(of: entry.node, device.forks), batch: nodes[entry.node].batch)
            }
            let state = empty.folded(from: batches, forks: device.forks.shuffled(using: &random))
            guard state.versionVector == device.state.versionVector else { return "shuffled: vector" }
            if let problem = difference(state, device) { return "shuffled: \(problem)" }
        }
        return nil
    }

    private func difference(_ state: ScopeState, _ device: HistoryDevice) -> String? {
        if state.versionVector.mapValues(\.sequence) != vector(of: device) {
            let vector = state.versionVector.mapValues(\.sequence)
            return "vector \(vector) instead of \(self.vector(of: device)); \(device.forks)"
        }
        let isRead = { (node: HistoryNode) in !device.isOld || HistoryNode.isOld(node.ops) }
        guard state.opaqueCount == device.applied.members.count(where: { !isRead(nodes[$0]) }) else { return "opaque" }
        let oracle = HistoryOracle(self, device.applied, device.forks, isRead: isRead)
        for entity in Self.entities {
            if let problem = difference(state, entity, oracle) { return "\(problem) of entity \(entity.rawValue)" }
        }
        return state.digest == oracle.digest ? nil : "digest"
    }

    private func vector(of device: HistoryDevice) -> [FeedID: UInt64] {
        var ends: [FeedID: UInt64] = [:]
        for node in device.applied.union(givenUp(by: device.applied)).members {
            let feed = label(of: node, device.forks).feed
            ends[feed] = max(ends[feed] ?? 0, nodes[node].head.sequence)
        }
        return ends
    }

    private func difference(_ state: ScopeState, _ entity: EntityID, _ oracle: HistoryOracle) -> String? {
        let expected = oracle.siblings(of: entity)
        let acts = oracle.acts(of: entity)
        let entry = state.entry(of: entity)
        guard entry?.created == acts?.created, entry?.updated == acts?.updated else { return "acts" }
        guard let entry else { return nil }
        guard entry.fields == expected.keys.sorted() else { return "fields" }
        for (field, siblings) in expected {
            let register = entry[field]
            let shown = siblings.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
            guard Set(register.siblings) == siblings, register.siblings.count == siblings.count else {
                return "siblings of field \(field.rawValue)"
            }
            let isRight = register.shown == shown && state.shown(field, of: entity) == shown
            guard isRight || field.mergeClass == .set else {
                return "shown value of field \(field.rawValue)"
            }
        }
        return lifeDifference(state, entity, expected[.life] ?? [])
    }

    /// An edit beats a concurrent delete in a list; for the list itself the trash wins.
    private func lifeDifference(_ state: ScopeState, _ entity: EntityID, _ lives: Set<Sibling>) -> String? {
        let values = lives.map(\.value)
        let isThere =
            entity == .root ? !values.contains([Life.dead.rawValue]) : values.contains([Life.alive.rawValue])
        guard state.life(of: entity) == (isThere ? .alive : .dead) else { return "life" }
        guard let list = state.list else { return "no list" }
        guard entity != .root else { return list.isTrashed == isThere ? "trash" : nil }
        return list.item(entity)?.isTrashed == isThere ? "trash" : nil
    }
}
