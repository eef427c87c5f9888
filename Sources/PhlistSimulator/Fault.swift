/// A fault or an event that happens to a household.
enum Fault: CaseIterable, Sendable {
    case partition
    case oneWayPartition
    case heal
    case crash
    case orderlyStop
    case copyDisk
    case putBackCopy
    case lie
    case busy
    case snapshot
    case flipBits
    case fillDisk
    case freeDisk
    case failDisk
    case jumpClock
    case suspend
    case beAwayForAYear
    case upgrade
    case join
    case twin
    case wipe
    case remove
    case changeRole
    case leave
    case backUp
    case recover
    case shareDevice
    case addMuch

    /// The latest start, in milliseconds; its consequences need time too.
    var latest: Int64 {
        switch self {
        case .copyDisk, .twin, .wipe, .remove, .changeRole, .leave, .shareDevice, .backUp, .recover: 40_000
        case .partition, .oneWayPartition, .heal, .crash, .orderlyStop, .putBackCopy, .flipBits, .fillDisk, .freeDisk,
            .failDisk, .lie, .busy, .addMuch, .snapshot, .jumpClock, .suspend, .beAwayForAYear, .upgrade, .join:
            60_000
        }
    }
}

extension SimulationOptions {
    /// The faults that will happen, and how often.
    var faults: [(Fault, count: Int)] {
        [
            (.partition, partitions), (.oneWayPartition, oneWayPartitions), (.crash, crashes),
            (.orderlyStop, orderlyStops), (.copyDisk, rollbacks), (.flipBits, bitFlips), (.fillDisk, fullDisks),
            (.failDisk, failingDisks), (.jumpClock, clockJumps), (.suspend, suspensions),
            (.beAwayForAYear, yearsAway), (.upgrade, oldVersions), (.join, lateJoins), (.twin, twins),
            (.lie, lies), (.busy, busyTimes), (.snapshot, snapshots), (.wipe, wipes), (.remove, removals),
            (.changeRole, roleChanges), (.leave, leavings), (.backUp, backups), (.shareDevice, sharedDevices),
            (.addMuch, largeLists),
        ]
    }
}
