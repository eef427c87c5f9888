import PhlistHousehold
import PhlistLog
import PhlistModel
import PhlistSync
import PhlistTestKit
import PhlistWitness

/// Faults.
extension Simulation {
    private static let yearMilliseconds: Int64 = 365 * 86_400_000
    private static let threeWeeksMilliseconds: Int64 = 21 * 86_400_000

    mutating func strike(_ fault: Fault) throws(SimulationFailure) {
        tell("fault: \(fault)")
        switch fault {
        case .partition, .oneWayPartition: split(isOneWay: fault == .oneWayPartition)
        case .heal: network.heal()
        case .crash: crashSomebody()
        case .orderlyStop: if let number = somebody() { stop(number, for: randomPause()) }
        case .copyDisk: copySomeDisk()
        case .putBackCopy: putBackSomeCopy()
        case .flipBits: flipSomeBits()
        case .fillDisk: fillSomeDisk()
        case .freeDisk: for node in nodes { node.fillDisk(false) }
        case .failDisk: failSomeDisk()
        case .jumpClock: jumpSomeClock()
        case .suspend: suspendSomebody()
        case .beAwayForAYear: sendSomebodyAway()
        case .upgrade: upgradeSomebody()
        case .join: try letSomebodyJoin()
        case .lie: lieToSomebody()
        case .busy: keepSomebodyBusy()
        case .snapshot: snapshotSomebody()
        case .twin: twinSomebody()
        case .wipe: wipeSomebody()
        case .remove: try removeSomebody()
        case .changeRole: changeSomeRole()
        case .leave: letSomebodyLeave()
        case .backUp: backUpSomeDevice()
        case .recover: try recoverSomebody()
        case .shareDevice: shareSomeDevice()
        case .addMuch: addMuch()
        }
    }

    /// Returns a random running machine.
    mutating func somebody() -> Int? {
        nodes.indices.filter { nodes[$0].isUp && !isAsleep($0) }.randomElement(using: &random)
    }

    private func isAsleep(_ number: Int) -> Bool {
        nodes[number].asleepUntil > time
    }

    mutating func randomPause() -> Int64 {
        Int64.random(in: 100...5000, using: &random)
    }

    private mutating func split(isOneWay: Bool) {
        coverage.note(isOneWay ? .oneWay : .partition)
        network.partition(count: nodes.count, isOneWay: isOneWay, using: &random)
        schedule(.fault(.heal), after: Int64.random(in: 1000...20_000, using: &random))
    }

    // MARK: Stops

    private mutating func crashSomebody() {
        guard let number = somebody() else { return }
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            coverage.note(.crash)
            goDown(number)
        case 1: nodes[number].cutPower(afterCalls: Int.random(in: 1...3, using: &random))
        default: nodes[number].effectsUntilCrash = Int.random(in: 0...12, using: &random)
        }
    }

    /// Cuts the power of a machine, which starts again after a pause.
    mutating func goDown(_ number: Int) {
        tell("the power of \(nodes[number].name) goes off")
        coverage.note(.powerCut, times: nodes[number].hasLostPower ? 1 : 0)
        hangUpAll(number)
        losePower(number)
        schedule(.restart(node: number), after: randomPause())
    }

    /// Cuts the power: unflushed writes survive by chance, and on a lying disk so do writes that it reported as
    /// flushed.
    ///
    /// If no other device could give back what may be lost, the disk lied only about the time of the flush.
    private mutating func losePower(_ number: Int) {
        let node = nodes[number]
        if node.isLying, !options.acknowledgesBeforeFlush, !mayLose(number) {
            node.endLie()
        }
        let hasLied = node.isLying
        node.crash(using: &random)
        guard hasLied, !options.acknowledgesBeforeFlush else { return }
        (node.hasUnseenDamage, node.isRestless) = (true, true)
        coverage.note(.lie)
        logLost(number)
    }

    /// Stops a machine in order and restarts it after a while.
    mutating func stop(_ number: Int, for milliseconds: Int64) {
        report(.stopping, to: number)
        guard nodes[number].isUp else { return }
        coverage.note(.orderlyStop)
        hangUpAll(number)
        nodes[number].stop()
        schedule(.restart(node: number), after: milliseconds)
    }

    /// Stops a machine without scheduling a restart.
    mutating func turnOff(_ number: Int, inOrder: Bool) {
        guard nodes[number].isUp else { return }
        if inOrder {
            report(.stopping, to: number)
        }
        hangUpAll(number)
        if inOrder {
            nodes[number].stop()
        } else {
            losePower(number)
        }
    }

    /// Cuts the way between two machines, and their connections.
    mutating func cut(_ one: Int, _ other: Int) {
        for connection in network.connections(of: one, to: other) {
            close(connection, by: one)
        }
        network.cut(one, other)
    }

    mutating func restart(_ number: Int) throws(SimulationFailure) {
        let node = nodes[number]
        guard !node.isUp, !node.isDead else { return }
        do throws(SimulationFailure) {
            if node.isLying { node.endLie() }
            try node.start(seed: random.next(), at: time)
            if options.acknowledgesBeforeFlush, time > 0 { node.lie() }
        } catch {
            // Somebody frees space and tries again.
            guard node.fileSystem.isFull else { throw error }
            schedule(.restart(node: number), after: 5000)
            return
        }
        note(node.opening)
        recall(number)
        rejoin(number)
        begin(number)
        for other in nodes where other.number != number {
            report(.endpointConfigured(other.endpoint), to: number)
        }
        if node.isRestless {
            node.isRestless = false
            editSoon(number)
        }
    }

    /// Tells a replica that its log is replayed; an empty one then founds a household.
    mutating func begin(_ number: Int) {
        currentOrder = .found
        report(.blobsFound(nodes[number].photos.holdings), to: number)
        report(.started, to: number)
        currentOrder = nil
    }

    private mutating func note(_ opening: SimulatedNode.Opening) {
        coverage.note(.snapshotUsed, times: opening.usedSnapshot ? 1 : 0)
        coverage.note(.packed, times: opening.isPacked ? 1 : 0)
        switch opening.ending {
        case .torn: coverage.note(.tornTail)
        case .damaged: coverage.note(.damagedLog)
        case .created, .clean, .sealed, .interrupted: break
        }
    }

    /// Schedules a new admission of a machine whose log was put back to a time before it was admitted, and so does not
    /// know the household.
    private mutating func rejoin(_ number: Int) {
        guard let home, isInside(number), nodes[number].read({ $0.library.householdID }) != home else { return }
        coverage.note(.forgotJoining)
        outsiders.insert(number)
        schedule(.fault(.join), after: randomPause())
    }

    /// Makes all devices sleep for a year; one of them is off during that time.
    private mutating func sendSomebodyAway() {
        guard let number = somebody() else { return }
        coverage.note(.yearAway)
        stop(number, for: 8000)
        for node in nodes {
            node.sleptMilliseconds += Self.yearMilliseconds
        }
    }

    private mutating func suspendSomebody() {
        guard let number = somebody() else { return }
        coverage.note(.suspended)
        nodes[number].sleptMilliseconds += Self.threeWeeksMilliseconds
        nodes[number].asleepUntil = time + Int64.random(in: 1000...15_000, using: &random)
    }

    /// Makes a machine busy: events wait and are handled in one turn.
    private mutating func keepSomebodyBusy() {
        guard let number = somebody() else { return }
        coverage.note(.busy)
        nodes[number].busyUntil = time + Int64.random(in: 20...3000, using: &random)
    }

    private mutating func jumpSomeClock() {
        guard let number = somebody() else { return }
        coverage.note(.clockJump)
        nodes[number].clockOffset =
            1_800_000_000_000 + Int64.random(in: -30...30, using: &random) * Self.yearMilliseconds
    }

    // MARK: Disks

    private mutating func flipSomeBits() {
        guard let number = somebody(), mayLose(number) else { return }
        hangUpAll(number)
        losePower(number)
        if nodes[number].flipBits(count: Int.random(in: 1...3, using: &random), using: &random) {
            coverage.note(.bitFlip)
        }
        logLost(number)
        schedule(.restart(node: number), after: randomPause())
    }

    /// Makes a disk report flushes that it does not perform, until the power goes off.
    private mutating func lieToSomebody() {
        guard let number = somebody(), isInside(number), !nodes[number].isFailing else { return }
        nodes[number].lie()
        let action = Action.powerOff(node: number, run: nodes[number].run)
        schedule(action, after: Int64.random(in: 500...15_000, using: &random))
    }

    private mutating func snapshotSomebody() {
        guard let number = somebody(), nodes[number].beginSnapshot() else { return }
        // The daemon keeps running while the snapshot is written.
        let delay = Bool.random(using: &random) ? 0 : Int64.random(in: 1...2000, using: &random)
        schedule(.snapshot(node: number, run: nodes[number].run), after: delay)
    }

    mutating func finishSnapshot(of number: Int) {
        let isWritten = nodes[number].finishSnapshot()
        coverage.note(.snapshotWritten, times: isWritten ? 1 : 0)
        if nodes[number].hasLostPower { goDown(number) }
    }

    private mutating func fillSomeDisk() {
        guard let number = somebody() else { return }
        coverage.note(.diskFull)
        nodes[number].fillDisk(true)
        schedule(.fault(.freeDisk), after: Int64.random(in: 2000...20_000, using: &random))
    }

    private mutating func failSomeDisk() {
        guard let number = somebody(), !nodes[number].isPowerCutArranged else { return }
        // A failing flush would permanently lose data that an earlier one only reported as written.
        nodes[number].endLie()
        nodes[number].failCalls(
            after: Int.random(in: 1...4, using: &random),
            count: Int.random(in: 1...2, using: &random)
        )
    }

    // MARK: Devices

    private mutating func upgradeSomebody() {
        guard let number = nodes.indices.first(where: { nodes[$0].isOld && nodes[$0].isUp }) else { return }
        upgrade(number)
    }

    /// Stops a device and starts it with the newer version.
    mutating func upgrade(_ number: Int) {
        coverage.note(.upgrade)
        coverage.note(.lateOps, times: nodes[number].read { $0.library.opaqueBatchCount })
        if nodes[number].isUp {
            stop(number, for: 1000)
        }
        nodes[number].isOld = false
    }

    private mutating func letSomebodyJoin() throws(SimulationFailure) {
        guard let number = outsiders.min() else { return }
        // Only a device that is itself in may admit one that was in before: one that is out would lead it to nobody.
        guard let host = someAdmin(), isInside(host) || !everIn.contains(nodes[number].device), nodes[number].isUp,
            try join(number, by: host)
        else {
            schedule(.fault(.join), after: 1000)
            return
        }
        coverage.note(.lateJoin)
        // The others do not know of it yet, and only the new device can tell them.
        guard nodes.count > 2, Bool.random(using: &random), nodes[host].isUp else { return }
        coverage.note(.introducerOff)
        stop(host, for: Int64.random(in: 5000...15_000, using: &random))
    }
}
