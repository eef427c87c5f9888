@testable import PhlistLog

/// Some runs of a store, one after the other on one machine.
struct CrashScript: Sendable {
    let name: String
    /// What happened long before, undisturbed; the machine was off since.
    var before: [[Machine.Step]] = []
    /// Whether the disk has lost a bit since.
    var isRotten = false
    /// Each run begins with opening the store.
    var runs: [[Machine.Step]]

    static let all = [
        CrashScript(
            name: "a day",
            runs: [
                [.append([]), .append([700, 30]), .seal, .append([0]), .close],
                [.append([1300]), .seal],
                [.append([5]), .append([])],
            ]
        ),
        CrashScript(
            name: "starts and stops",
            runs: [[.close], [.append([3]), .close], [.append([]), .append([]), .close], [.append([600])]]
        ),
        CrashScript(
            name: "notes",
            runs: [
                [.append([500]), .seal, .append([]), .seal, .append([900]), .seal, .close],
                [.close], [.append([2]), .seal], [.seal, .append([600]), .close],
                [.full(true), .append([400]), .seal, .retry, .full(false), .seal, .append([]), .close],
                [.append([])],
            ]
        ),
        CrashScript(
            name: "snapshots",
            runs: [
                [.append([]), .append([9]), .snapshot, .append([40]), .close],
                [.append([]), .snapshot, .append([]), .snapshot, .append([])],
            ]
        ),
        CrashScript(
            name: "a full disk",
            runs: [
                [.append([]), .full(true), .append([400]), .retry, .full(false), .retry, .append([3])],
                [.full(true), .append([]), .snapshot, .close, .full(false), .append([]), .close],
                [.append([])],
            ]
        ),
        CrashScript(
            name: "a disk that was full for a moment",
            runs: [[.append([]), .fails(.noSpace, after: 0), .append([400]), .append([1]), .close], [.append([])]]
        ),
        CrashScript(
            name: "a failed flush",
            runs: [
                [.append([]), .append([80]), .seal, .fails(.inputOutput, after: 1), .append([500]), .append([1])],
                [.append([]), .fails(.inputOutput, after: 0), .append([500]), .snapshot, .close],
                [.append([])],
            ]
        ),
        CrashScript(
            name: "a disk that fails twice",
            runs: [
                [
                    .append([]), .fails(.inputOutput, after: 1), .append([]), .append([600]),
                    .fails(.inputOutput, after: 1), .append([700]), .append([]), .close,
                ],
                [.append([])],
            ]
        ),
        CrashScript(
            name: "backups",
            runs: [[.append([]), .append([90]), .backup, .append([]), .seal, .backup, .close], [.append([])]]
        ),
        CrashScript(
            name: "a copy",
            runs: [[.append([]), .append([30]), .snapshot, .close, .copy], [.append([]), .append([]), .snapshot]]
        ),
        CrashScript(
            name: "damage",
            before: [[.append([]), .append([700, 3]), .snapshot, .append([]), .append([60]), .close]],
            isRotten: true,
            runs: [[.append([]), .append([800]), .snapshot, .close], [.append([])]]
        ),
        CrashScript(
            name: "damage and a full disk",
            before: [[.append([90]), .append([]), .append([3]), .seal], [.append([]), .append([])]],
            isRotten: true,
            runs: [[.full(true), .append([]), .full(false), .append([]), .snapshot], [.append([600]), .close]]
        ),
    ]
}
