import PhlistLog
import PhlistTestKit

/// Disk faults.
extension SimulatedNode {
    /// Schedules a power cut during a coming append.
    func cutPower(afterCalls calls: Int) {
        fileSystem.faults = [.powerCut(atCall: fileSystem.callCount + calls)]
    }

    /// Makes coming calls fail.
    func failCalls(after calls: Int, count: Int) {
        let first = fileSystem.callCount + calls
        fileSystem.faults.append(.failure(.inputOutput, fromCall: first, through: first + count - 1))
    }

    /// Drops the scheduled failures that have happened.
    ///
    /// - Returns: Whether there were any.
    func forgetFailedCalls() -> Bool {
        let isOver = { [fileSystem] (fault: MemoryFileSystem.Fault) in
            fault.reason == .inputOutput && fault.calls.upperBound <= fileSystem.callCount
        }
        defer { fileSystem.faults.removeAll(where: isOver) }
        return fileSystem.faults.contains(where: isOver)
    }

    /// Cancels all scheduled failures.
    func mendDisk() {
        fileSystem.faults.removeAll { $0.reason == .inputOutput }
    }

    /// Makes the disk report flushes that it does not perform.
    func lie() {
        fileSystem.flushesNothing = true
    }

    /// Whether data that the disk reported as flushed may be gone after a power cut.
    var isLying: Bool { fileSystem.flushesNothing }

    /// Whether disk faults are scheduled.
    var isFailing: Bool { !fileSystem.faults.isEmpty }

    /// Makes the disk perform the flushes that it has reported.
    func endLie() {
        fileSystem.flushesNothing = false
        let faults = fileSystem.faults
        fileSystem.faults = []
        for name in (try? fileSystem.list(Self.directory)) ?? [] {
            try? fileSystem.open("\(Self.directory)/\(name)", .read).flush()
        }
        fileSystem.faults = faults
    }

    func fillDisk(_ isFull: Bool) {
        fileSystem.isFull = isFull
    }

    /// The size of the log, in bytes.
    var logByteCount: Int {
        fileSystem.contents(of: Self.log)?.count ?? 0
    }

    /// Flips some bits of the log while the device is down.
    ///
    /// - Returns: Whether there was a log to damage.
    func flipBits(count: Int, using random: inout SeededRandom) -> Bool {
        guard !isUp, var bytes = fileSystem.contents(of: Self.log), bytes.count > sparedBytes else { return false }
        for _ in 0..<count {
            let place = Int.random(in: sparedBytes..<bytes.count, using: &random)
            bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        }
        hasUnseenDamage = fileSystem.place(bytes, at: Self.log)
        return hasUnseenDamage
    }

    /// Protects the present bytes of the log from bit flips.
    ///
    /// A device that lost everything that names the household or another device would have to be admitted again by a
    /// person.
    func spareLog() {
        sparedBytes = fileSystem.contents(of: Self.log)?.count ?? 0
    }
}
