package import PhlistModel

/// Faults of a device's log, and other reasons to fold it again.
extension History {
    /// Returns the batches of a device in the order of its log.
    package func batches(of number: Int) -> [NamedBatch] {
        devices[number].log.map { nodes[$0.node].named }
    }

    /// Restarts a device, and checks that the fold of its log is the state before.
    mutating func restart(_ number: Int) {
        let before = devices[number].state
        counts.restarts += 1
        replaceLog(of: number, devices[number].log)
        let state = devices[number].state
        if state.digest != before.digest || state.versionVector != before.versionVector {
            problems.append(HistoryProblem(check: .restart, device: number))
        }
    }

    /// Puts a device back to an older copy of its log, as after a restored disk or a disk that lied.
    mutating func putBack(_ number: Int) {
        let log = devices[number].log
        guard !log.isEmpty else { return }
        // Usually only the last few batches are lost.
        let count = random.happens(percent: 70) ? min(4, log.count) : log.count
        putBack(number, to: log.dropLast(1 + random.number(below: count)))
    }

    /// Puts a device back to an older copy of its log.
    mutating func putBack(_ number: Int, to log: [HistoryDevice.Entry]) {
        noteFault(of: number, keeping: log)
        counts.putBacks += 1
        replaceLog(of: number, log)
    }

    /// Makes a device lose its log; its key is kept elsewhere.
    mutating func loseLog(_ number: Int) {
        noteFault(of: number, keeping: [])
        counts.lostLogs += 1
        replaceLog(of: number, [])
    }

    /// Records a fault if another device or a copy has a batch that is lost: only then does the next write branch.
    private mutating func noteFault(of number: Int, keeping log: [HistoryDevice.Entry]) {
        let kept = NodeSet(log.map(\.node))
        let isPublished = devices[number].applied.members.contains { node in
            !kept.contains(node) && nodes[node].named.device == devices[number].id
                && devices.indices.contains { $0 != number && devices[$0].applied.contains(node) }
        }
        if isPublished { faults[devices[number].id, default: 0] += 1 }
    }

    /// Adds a copy of a device, which runs next to the original.
    mutating func copy(_ number: Int) {
        devices.append(devices[number])
        faults[devices[number].id, default: 0] += 1
        counts.copies += 1
    }

    /// Upgrades a device, so that it reads all ops.
    package mutating func upgrade(_ number: Int) {
        guard devices[number].isOld else { return }
        devices[number].isOld = false
        counts.upgrades += 1
        let state = devices[number].state.folded(from: batches(of: number), decode: Self.newDecoder)
        let fresh = ScopeState(.list, Self.scope, decode: Self.newDecoder)
        devices[number].state = state
        let expected = fresh.folded(from: batches(of: number))
        if state.digest != expected.digest || state.opaqueCount != expected.opaqueCount {
            problems.append(HistoryProblem(check: .upgrade, device: number))
        }
    }

    /// Folds a log from the start, including the batch that the device continues from.
    private mutating func replaceLog(of number: Int, _ log: [HistoryDevice.Entry]) {
        devices[number].log = log
        devices[number].applied = NodeSet(log.map(\.node))
        devices[number].state = devices[number].state.folded(from: batches(of: number))
        let minted = log.last { $0.isMinted }.map { nodes[$0.node].named }
        devices[number].writer.newest = minted?.reference
        devices[number].lastStamp = minted?.header.stamp ?? Stamp(rawValue: 0)
    }
}
