import PhlistLog
import PhlistTestKit

/// Observations of a machine.
extension SimulatedNode {
    /// The result of a start.
    struct Opening {
        var ending = OpenReport.Ending.created
        var usedSnapshot = false
        var isPacked = false
        var holeCount = 0
    }

    var isPowerCutArranged: Bool { fileSystem.faults.contains { $0.reason == .powerCut } }

    /// Whether the scheduled power cut has happened.
    var hasLostPower: Bool {
        fileSystem.faults.contains { $0.reason == .powerCut && $0.calls.lowerBound <= fileSystem.callCount }
    }
}
