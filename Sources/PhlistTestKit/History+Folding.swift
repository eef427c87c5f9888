package import PhlistModel

/// What makes a device fold its log again.
extension History {
    /// What a device has stored, in the order of its log.
    package func storedBatches(of number: Int) -> [StoredBatch] {
        devices[number].stored(self)
    }

    /// Folds a device's log from nothing.
    mutating func fold(_ number: Int, decode: ScopeState.Decoder? = nil) {
        let device = devices[number]
        devices[number].state = device.state.folded(from: device.stored(self), forks: device.forks, decode: decode)
        devices[number].applied = foldable(device.logged)
        // What a device told is what its own feed says, under the names of today.
        let own = device.tip.map { label(of: $0, device.forks).feed } ?? device.base.feed
        devices[number].told = devices[number].state.ledger.context(of: own)
    }

    /// Which batches of a log can be applied.
    func foldable(_ logged: NodeSet) -> NodeSet {
        var applied = NodeSet()
        var before: NodeSet?
        while before != applied {
            before = applied
            for node in logged.members where !applied.contains(node) {
                if isReady(node, applied, givenUp(by: applied).subtracting(logged)) {
                    applied.insert(node)
                }
            }
        }
        return applied
    }

    /// A restart: the fold of the log must be the state that was there.
    mutating func restart(_ number: Int) {
        let (digest, vector) = (devices[number].state.digest, devices[number].state.versionVector)
        fold(number)
        counts.restarts += 1
        if devices[number].state.digest != digest || devices[number].state.versionVector != vector {
            problem = "device \(number) is not the fold of its log"
        }
    }

    /// A device learns to read all ops.
    mutating func upgrade(_ number: Int) {
        guard devices[number].isOld else { return }
        devices[number].isOld = false
        counts.upgrades += 1
        fold(number, decode: Self.newDecoder)
    }

    /// Batches vanish from all disks; one device gives them up.
    mutating func loseBatches(of number: Int) {
        guard hidden.isEmpty, let lost = randomRange(on: number) else { return }
        let gone = NodeSet(lost)
        for index in devices.indices {
            devices[index].log.removeAll { gone.contains($0.node) }
            devices[index].logged = devices[index].logged.subtracting(gone)
            // Whoever may have lost batches of its own cannot go on where it was.
            devices[index].startAnew(random.next())
            fold(index)
        }
        giveUp(lost, on: number)
        hidden = lost
        counts.losses += 1
    }

    private mutating func giveUp(_ lost: [Int], on number: Int) {
        guard let first = lost.first, let last = lost.last else { return }
        guard nodes[first].parent.map({ devices[number].applied.contains($0) }) ?? true else { return }
        let range = LostRange(
            origin: nodes[first].base,
            first: nodes[first].batch.header.firstSequence,
            end: nodes[last].head
        )
        write(number, [.lose(range)], givingUp: NodeSet(lost))
    }

    /// One to three batches in a row of one feed.
    private mutating func randomRange(on number: Int) -> [Int]? {
        let applied = devices[number].applied.members.filter { nodes[$0].givenUp.isEmpty }
        guard !applied.isEmpty else { return nil }
        var range = [applied[random.number(below: applied.count)]]
        for _ in 0..<random.number(below: 3) {
            guard let next = applied.first(where: { nodes[$0].parent == range[range.count - 1] }) else { break }
            range.append(next)
        }
        return range
    }

    /// Some of the lost batches turn up on one device, those before the others first.
    package mutating func findLostBatches() {
        guard !hidden.isEmpty, random.happens(percent: 60) else { return }
        let number = random.number(below: devices.count)
        for node in hidden.prefix(1 + random.number(below: hidden.count)) {
            devices[number].store(node, under: nodes[node].base)
        }
        hidden = []
        counts.finds += 1
        fold(number)
    }
}
