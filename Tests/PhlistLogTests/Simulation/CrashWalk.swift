import PhlistTestKit

@testable import PhlistLog

/// A script up to one of its calls, one of the disks that are left then, and a way on from there with more crashes.
///
/// It is the same at every run.
struct CrashWalk: Sendable, CustomStringConvertible {
    var script: Int
    var call: Int
    var seed: Int

    var description: String { "CrashWalk(script: \(script), call: \(call), seed: \(seed))" }

    /// How many crashes there are in a walk.
    private static let crashes = 4
    /// What is enough calls for most runs.
    private static let callsOfARun = 70

    /// Goes the way.
    ///
    /// - Parameters:
    ///   - defect: The mistake that is made on the way, if any.
    ///   - states: Counts the disks that were opened after a crash.
    /// - Returns: False when the script ends before the call.
    /// - Throws: `Violation`.
    func go(_ defect: SimulatedDefect?, states: inout Int) throws -> Bool {
        var random = SeededRandom(seed << 32 | script << 16 | call)
        var machine = try begin(defect, using: &random)
        machine.stop(atCall: call)
        for steps in CrashScript.all[script].runs { try machine.run(steps) }
        let isInScript = machine.memory.callCount >= call
        if seed % 4 == 3 {
            // Only the process was killed; the machine and its cache live on.
            machine.goOn()
            try disturbedRun(of: &machine, using: &random)
        }
        for crash in 1...Self.crashes {
            machine = machine.crashed(using: &random)
            states += 1
            try inspect(machine, using: &random)
            guard crash < Self.crashes else { break }
            misfortune(of: &machine, using: &random)
            try disturbedRun(of: &machine, using: &random)
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            machine.goOn()
            try disturbedRun(of: &machine, using: &random)
        }
        return isInScript
    }

    /// A machine on which the script can begin.
    private func begin(_ defect: SimulatedDefect?, using random: inout SeededRandom) throws -> Machine {
        let script = CrashScript.all[script]
        var machine = Machine(defect: defect)
        guard !script.before.isEmpty else { return machine }
        for steps in script.before { try machine.run(steps) }
        machine = machine.crashed(using: &random)
        var copy = machine.crashed(using: &random)
        let ending = try copy.inspect()
        if script.isRotten { _ = machine.rot(after: ending, using: &random) }
        return machine
    }

    /// Looks at a disk without changing it: it opens, what it then has stays after another crash, opening it again
    /// changes nothing, and damage is told from a torn tail.
    private func inspect(_ machine: Machine, using random: inout SeededRandom) throws {
        var copy = machine.crashed(using: &random)
        let ending = try copy.inspect()
        let bytes = copy.logBytes
        copy = copy.crashed(using: &random)
        _ = try copy.inspect()
        guard copy.logBytes == bytes else { throw Violation("another opening changes the log") }
        guard Bool.random(using: &random), copy.rot(after: ending, using: &random) else { return }
        guard case .damaged = try copy.inspect() else { throw Violation("damage is taken for a torn tail") }
    }

    /// While it is off, the machine may get an earlier copy of the directory back, or its disk may lose a bit, of what
    /// was acknowledged or of the note after it.
    private func misfortune(of machine: inout Machine, using random: inout SeededRandom) {
        switch Int.random(in: 0..<7, using: &random) {
        case 0, 1: machine.putCopyBack(using: &random)
        case 2: _ = machine.rot(after: nil, using: &random)
        case 3: machine.rotNote(using: &random)
        default: break
        }
    }

    /// One of the runs of all scripts, with one more fault now and then, up to some call.
    private func disturbedRun(of machine: inout Machine, using random: inout SeededRandom) throws {
        let runs = CrashScript.all.lazy.flatMap(\.runs)
        let steps = runs[runs.index(runs.startIndex, offsetBy: Int.random(in: 0..<runs.count, using: &random))]
        let first = machine.memory.callCount + 1
        if Bool.random(using: &random) {
            let reason: FileError.Reason = Bool.random(using: &random) ? .noSpace : .inputOutput
            let call = first + Int.random(in: 0..<Self.callsOfARun, using: &random)
            machine.memory.faults.append(.failure(reason, atCall: call))
        }
        machine.stop(atCall: first + Int.random(in: 0..<Self.callsOfARun, using: &random))
        try machine.run(steps)
    }
}
