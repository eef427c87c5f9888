import PhlistModel
import PhlistSync
import PhlistTestKit

/// Machines that are copies of others, or of themselves some time ago.
extension Simulation {
    mutating func copySomeDisk(withMemory: Bool) {
        guard let number = somebody(), isInside(number) else { return }
        nodes[number].copyDisk(withMemory: withMemory, using: &random)
        schedule(.fault(.putBackCopy), after: Int64.random(in: 1000...20_000, using: &random))
    }

    /// What only the disk knew that is replaced is gone; nobody can promise otherwise.
    mutating func putBackSomeCopy() {
        guard let number = nodes.indices.first(where: { nodes[$0].hasDiskCopy }), mayLose(number) else { return }
        hangUpAll(number)
        putBackCopy(of: number)
        schedule(.restart(node: number), after: randomPause())
    }

    /// Puts a machine back to what it was; it is off then.
    mutating func putBackCopy(of number: Int) {
        if nodes[number].putBackCopy() {
            coverage.note(.rewind)
            nodes[number].writer = nextWriter()
            nodes[number].isRestless = true
        } else {
            coverage.note(.rollback)
        }
        forgetWhatOnly(number)
    }

    mutating func wipeSomebody() {
        // The first alone lets others in, and no copy of itself.
        guard let number = somebody(), nodes[number].device != nodes[0].device, mayLose(number) else { return }
        coverage.note(.wipe)
        hangUpAll(number)
        nodes[number].wipe()
        forgetWhatOnly(number)
        outsiders.insert(number)
        schedule(.restart(node: number), after: randomPause())
        schedule(.fault(.join), after: Int64.random(in: 1000...20_000, using: &random))
    }

    /// A second machine starts from a copy of the disk while the first goes on.
    mutating func twinSomebody() throws(SimulationFailure) {
        guard let number = somebody(), isInside(number) else { return }
        coverage.note(.twin)
        try restart(addTwin(of: number))
    }

    /// Somebody copies a machine that is off; both start again and believe that they are its next run.
    mutating func cloneSomebody() {
        guard let number = somebody(), isInside(number) else { return }
        stop(number, for: randomPause())
        guard !nodes[number].isUp else { return }
        coverage.note(.clone)
        let twin = addTwin(of: number)
        nodes[twin].writer = nextWriter()
        schedule(.restart(node: twin), after: randomPause())
        nodes[number].isRestless = true
        nodes[twin].isRestless = true
    }

    /// Adds a machine with the key of another and a copy of its disk; it is off.
    ///
    /// - Returns: Its number.
    mutating func addTwin(of number: Int) -> Int {
        let name = "\(nodes[number].name)-twin-\(nodes.count)"
        let twin = nodes[number].twin(number: nodes.count, name: name, using: &random)
        nodes.append(twin)
        for node in nodes where node.number != twin.number {
            report(.endpointConfigured(twin.endpoint), to: node.number)
        }
        return twin.number
    }

    /// Lets somebody write on a copy that does not know to be one: some at once, before anybody can tell it.
    mutating func editSoon(_ number: Int) {
        let delays: [Int64] = [0, 3, Int64.random(in: 5...2000, using: &random)]
        for delay in delays where Bool.random(using: &random) {
            schedule(.edit(node: number, run: nodes[number].run), after: delay)
        }
    }

    /// Whether the others could give back all that a device must have to be in the household.
    func mayLose(_ number: Int) -> Bool {
        let isKnownToAll = nodes.allSatisfy { node in
            !isInside(node.number) || node.read { $0.household?.roster.devices.count } == admitted.count
        }
        return isKnownToAll && isInside(number) && nodes.count { isInside($0.number) } > 1
    }

    /// Lets go of promises that only one disk could have kept.
    mutating func forgetWhatOnly(_ number: Int) {
        // What a machine had in mind says nothing of a disk that has rotted since.
        let others = nodes.filter { $0.number != number && !$0.hasUnseenDamage && !gone.contains($0.number) }
        acknowledged = acknowledged.filter { reference in
            others.contains { $0.read { $0.list(reference.scope)?.item(reference.entity) } != nil }
        }
        promises.keep { promise in
            others.contains { $0.read { $0.holds(promise.version, of: promise.feed, in: promise.scope) } }
        }
    }

    private mutating func nextWriter() -> Int {
        writerCount += 1
        // Behind the numbers that machines have as writers of their own.
        return -writerCount
    }
}
