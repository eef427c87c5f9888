import PhlistModel

/// Comparison of the devices' state with what actually happened.
extension History {
    /// Returns the problems during and at the end of a history; empty when all is well.
    package static func divergence(
        seed: UInt64,
        habit: FeedWriter.BadHabit? = nil
    ) -> (problems: [HistoryProblem], counts: Counts) {
        var history = History(seed: seed, habit: habit)
        history.checkAll()
        history.finish()
        for number in history.devices.indices { history.upgrade(number) }
        history.checkAll()
        history.checkOtherOrders()
        history.countBranches()
        return (history.problems, history.counts)
    }

    /// Exchanges everything, and checks that nothing is lost and all devices agree.
    mutating func finish() {
        guard !isBroken else { return }
        let all = devices.reduce(into: NodeSet()) { $0.formUnion($1.applied) }
        exchangeAll()
        guard !isBroken else { return }
        let (first, isOld) = (devices[0].state, devices[0].isOld)
        let isSame = devices.allSatisfy { device in
            device.applied == all && device.state.versionVector == first.versionVector
                && device.state.versionVector.digest == first.versionVector.digest
                && (device.isOld != isOld || device.state.digest == first.digest)
        }
        if !isSame { problems.append(HistoryProblem(check: .agreement)) }
    }

    /// Checks every device.
    mutating func checkAll() {
        guard !isBroken else { return }
        for (number, device) in devices.enumerated() {
            problems += findings(device.state, device).map {
                HistoryProblem(check: $0.check, device: number, details: $0.details)
            }
        }
        if Set(devices.map(\.state.digest)).count > 1, Set(devices.map(\.applied)).count == 1,
            Set(devices.map(\.isOld)).count == 1
        {
            problems.append(HistoryProblem(check: .agreement))
        }
    }

    /// Checks that a device that receives all batches in another order ends in the same state.
    private mutating func checkOtherOrders() {
        guard !isBroken else { return }
        let device = devices[0]
        let empty = ScopeState(.list, Self.scope)
        for _ in 0..<2 {
            let state = empty.folded(from: batches(of: 0).shuffled(using: &random))
            problems += findings(state, device)
            if state.digest != device.state.digest || state.versionVector != device.state.versionVector {
                problems.append(HistoryProblem(check: .order))
            }
        }
    }

    private mutating func countBranches() {
        let chains = devices[0].state.ledger.chains
        counts.branches += chains.count { $0.base != nil }
        counts.secondBeginnings += chains.count { $0.base == nil } - Set(chains.map(\.device)).count
    }

    private func findings(_ state: ScopeState, _ device: HistoryDevice) -> [HistoryProblem] {
        let isRead = { (node: HistoryNode) in !device.isOld || HistoryNode.isOld(node.ops) }
        var findings = chainFindings(state, device.applied)
        if state.opaqueCount != device.applied.members.count(where: { !isRead(nodes[$0]) }) {
            findings.append(HistoryProblem(check: .opaque))
        }
        let oracle = HistoryOracle(self, device.applied, isRead: isRead)
        for entity in Self.entities {
            findings += self.findings(state, entity, oracle)
        }
        if state.digest != oracle.digest { findings.append(HistoryProblem(check: .digest)) }
        return findings
    }

    // MARK: Chains

    private func chainFindings(_ state: ScopeState, _ applied: NodeSet) -> [HistoryProblem] {
        let (ledger, members) = (state.ledger, applied.members)
        let places = members.compactMap { ledger.place(of: nodes[$0].named.reference) }
        guard ledger.batchCount == members.count, places.count == members.count else {
            return [HistoryProblem(check: .batches, details: "\(ledger.batchCount) instead of \(members.count)")]
        }
        var findings: [HistoryProblem] = []
        let followed = Set(members.compactMap { nodes[$0].parent })
        let ends = members.filter { !followed.contains($0) }.map { nodes[$0].named.reference }
        if ledger.versionVector != VersionVector(ends) { findings.append(HistoryProblem(check: .vector)) }
        for (node, here) in zip(members, places) {
            let known = ledger.known(behind: here)
            let isRight = zip(members, places).allSatisfy { other, place in
                let isKnown = place.chain < known.count && place.number <= known[place.chain]
                return isKnown == (other == node || nodes[node].past.contains(other))
                    && isKnown == ledger.isKnown(place, to: here)
            }
            if !isRight { findings.append(HistoryProblem(check: .known, details: "batch \(node)")) }
        }
        let chainCounts = Dictionary(grouping: ledger.chains, by: \.device).mapValues(\.count)
        for (id, count) in chainCounts.sorted(by: { $0.key < $1.key }) where count > 1 + (faults[id] ?? 0) {
            findings.append(HistoryProblem(check: .branches, details: "\(count) chains, \(faults[id] ?? 0) faults"))
        }
        return findings
    }

    // MARK: Values

    private func findings(_ state: ScopeState, _ entity: EntityID, _ oracle: HistoryOracle) -> [HistoryProblem] {
        let (expected, acts, entry) = (oracle.siblings(of: entity), oracle.acts(of: entity), state.entry(of: entity))
        var checks: [HistoryProblem.Check] = []
        if entry?.created != acts?.created || entry?.updated != acts?.updated { checks.append(.acts) }
        if (entry?.fields ?? []) != expected.keys.sorted() { checks.append(.siblings) }
        for (field, siblings) in expected {
            let register = entry?[field] ?? Register()
            if Set(register.siblings) != siblings || register.siblings.count != siblings.count {
                checks.append(.siblings)
            }
            let shown = siblings.max { ($0.act.stamp, $0.dot) < ($1.act.stamp, $1.dot) }
            let isRight = register.shown == shown && state.shown(field, of: entity) == shown
            if !isRight, field.mergeClass != .set { checks.append(.shown) }
        }
        // A purge by somebody who never saw the entity counts only if it arrives after a write.
        let wasConcurrent = state.wasConcurrent(entity)
        if oracle.wasConcurrent(entity, byPurges: false), !wasConcurrent { checks.append(.concurrent) }
        if wasConcurrent, !oracle.wasConcurrent(entity, byPurges: true) { checks.append(.concurrent) }
        if entry != nil, !isLifeRight(state, entity, expected[.life] ?? []) { checks.append(.life) }
        return checks.map { HistoryProblem(check: $0, details: "entity \(entity.rawValue)") }
    }

    /// Checks that an edit beats a concurrent delete of an item, and a delete a copy that a command made; and that the
    /// trash wins for the list itself.
    private func isLifeRight(_ state: ScopeState, _ entity: EntityID, _ lives: Set<Sibling>) -> Bool {
        let values = lives.map(\.value)
        let isTrashed = values.contains([Life.dead.rawValue]) || values.contains([Life.purged.rawValue])
        let isKept = values.contains([Life.alive.rawValue]) || values.contains([Life.reopened.rawValue])
        let isMade = values.contains([Life.made.rawValue]) && !isTrashed
        let isRootTrashed = isTrashed || values.contains([Life.unmade.rawValue])
        let isThere = entity == .root ? !isRootTrashed : isKept || isMade
        guard state.life(of: entity) == (isThere ? .alive : .dead), let list = state.list else { return false }
        guard entity != .root else { return list.isTrashed != isThere }
        return list.item(entity)?.isTrashed != isThere
    }
}
