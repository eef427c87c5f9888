import PhlistLog
import PhlistTestKit

/// What its disk does wrong.
extension SimulatedNode {
    /// Arranges a power cut in the middle of a coming append.
    func cutPower(afterCalls calls: Int) {
        fileSystem.faults = [.powerCut(atCall: fileSystem.callCount + calls)]
    }

    /// Lets coming calls fail.
    func failCalls(after calls: Int, count: Int) {
        let first = fileSystem.callCount + calls
        fileSystem.faults.append(.failure(.inputOutput, fromCall: first, through: first + count - 1))
    }

    /// Forgets the calls that were to fail and have been made.
    ///
    /// - Returns: Whether there were any.
    func forgetFailedCalls() -> Bool {
        let isOver = { [fileSystem] (fault: MemoryFileSystem.Fault) in
            fault.reason == .inputOutput && fault.calls.upperBound <= fileSystem.callCount
        }
        defer { fileSystem.faults.removeAll(where: isOver) }
        return fileSystem.faults.contains(where: isOver)
    }

    /// Lets no more calls fail.
    func mendDisk() {
        fileSystem.faults.removeAll { $0.reason == .inputOutput }
    }

    /// Lets the disk say that it has flushed when it has not.
    func lie() {
        fileSystem.flushesNothing = true
    }

    /// Whether what the disk said to have flushed may be gone after a power cut.
    var isLying: Bool { fileSystem.flushesNothing }

    /// Whether calls of the disk are going to fail.
    var isFailing: Bool { !fileSystem.faults.isEmpty }

    /// Lets the disk write what it has said to have written.
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

    /// The size of its log.
    var logByteCount: Int {
        fileSystem.contents(of: Self.log)?.count ?? 0
    }

    /// Changes some bits of the log while nobody has it open.
    ///
    /// - Returns: Whether there was a log.
    func flipBits(count: Int, using random: inout SeededRandom) -> Bool {
        guard !isUp, var bytes = fileSystem.contents(of: Self.log), bytes.count > sparedBytes else { return false }
        for _ in 0..<count {
            let place = Int.random(in: sparedBytes..<bytes.count, using: &random)
            bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        }
        hasUnseenDamage = fileSystem.place(bytes, at: Self.log)
        return hasUnseenDamage
    }

    /// Lets no bits flip in what the log has by now.
    ///
    /// Who has lost all that names the household or another device of it has to be let in again by a person.
    func spareLog() {
        sparedBytes = fileSystem.contents(of: Self.log)?.count ?? 0
    }
}
