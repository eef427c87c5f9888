import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Machines that are copies of others, or of their own past.
extension Simulation {
    mutating func copySomeDisk() {
        // A copy of a device that is admitted later would not know about that.
        guard let number = somebody(), !gone.contains(number) else { return }
        nodes[number].copyDisk(using: &random)
        schedule(.fault(.putBackCopy), after: Int64.random(in: 1000...20_000, using: &random))
    }

    /// Puts a copy back; data that only the replaced disk had is lost, and no longer promised.
    mutating func putBackSomeCopy() {
        guard let number = nodes.indices.first(where: { nodes[$0].hasDiskCopy }), mayLose(number) else { return }
        hangUpAll(number)
        putBackCopy(of: number)
        nodes[number].isRestless = true
        schedule(.restart(node: number), after: randomPause())
    }

    /// Puts a machine back to its copy and leaves it off.
    mutating func putBackCopy(of number: Int) {
        nodes[number].putBackCopy()
        coverage.note(.rollback)
        logLost(number)
    }

    mutating func wipeSomebody() {
        // The first device must always be able to admit others.
        guard let number = somebody(), nodes[number].device != nodes[0].device, mayLose(number) else { return }
        coverage.note(.wipe)
        hangUpAll(number)
        nodes[number].wipe()
        logLost(number)
        outsiders.insert(number)
        schedule(.restart(node: number), after: randomPause())
        schedule(.fault(.join), after: Int64.random(in: 1000...20_000, using: &random))
    }

    /// Starts a second machine from a copy of the disk, while the first runs or while it is off.
    mutating func twinSomebody() {
        guard let number = somebody(), isInside(number) else { return }
        if Bool.random(using: &random) {
            stop(number, for: randomPause())
            guard !nodes[number].isUp else { return }
        }
        coverage.note(.twin)
        let twin = addTwin(of: number)
        schedule(.restart(node: twin), after: nodes[number].isUp ? 0 : randomPause())
        nodes[number].isRestless = true
        nodes[twin].isRestless = true
    }

    /// Adds a machine with the key of another and a copy of its disk, and leaves it off.
    ///
    /// - Returns: Its number.
    mutating func addTwin(of number: Int) -> Int {
        let name = "\(nodes[number].name)-twin-\(nodes.count)"
        let twin = nodes[number].twin(number: nodes.count, name: name, using: &random)
        nodes.append(twin)
        losses[twin.device, default: 0] += 1
        for node in nodes where node.number != twin.number {
            report(.endpointConfigured(twin.endpoint), to: node.number)
        }
        return twin.number
    }

    /// Schedules edits on a copy that does not know that it is one, some at once, before another device can tell it.
    mutating func editSoon(_ number: Int) {
        let delays: [Int64] = [0, 3, Int64.random(in: 5...2000, using: &random)]
        for delay in delays where Bool.random(using: &random) {
            schedule(.edit(node: number, run: nodes[number].run), after: delay)
        }
    }

    /// Returns whether the others can give back everything a device needs to be in the household: membership acts that
    /// only it has received may be lost with it.
    func mayLose(_ number: Int) -> Bool {
        guard let home, isInside(number) else { return false }
        let others = nodes.filter { $0.number != number && isInside($0.number) && !$0.hasUnseenDamage }
        let acts = nodes[number].read { $0.library.holdings()[home] }
        return !others.isEmpty && others.allSatisfy { node in node.read { $0.library.holdings()[home] } == acts }
    }

    /// Records that the log of a machine has lost something, or may have.
    mutating func logLost(_ number: Int) {
        losses[nodes[number].device, default: 0] += 1
        promises.logLost(number)
        forgetWhatOnly(number)
    }

    /// Drops the promises that only one disk could have kept.
    mutating func forgetWhatOnly(_ number: Int) {
        let others = nodes.filter { $0.number != number && !$0.hasUnseenDamage && !gone.contains($0.number) }
        promises.keep { promise in
            others.contains { $0.read { $0.library.holds(promise.reference, in: promise.feed.scope) } }
        }
    }
}
