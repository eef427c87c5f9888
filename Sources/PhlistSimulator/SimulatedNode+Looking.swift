import PhlistLog
import PhlistTestKit

/// What is seen of a machine.
extension SimulatedNode {
    /// What a start found.
    struct Opening {
        var ending = OpenReport.Ending.created
        var usedSnapshot = false
        var holeCount = 0
    }

    var isPowerCutArranged: Bool { fileSystem.faults.contains { $0.reason == .powerCut } }

    /// Whether the cut that was arranged has come.
    var hasLostPower: Bool {
        fileSystem.faults.contains { $0.reason == .powerCut && $0.calls.lowerBound <= fileSystem.callCount }
    }
}
