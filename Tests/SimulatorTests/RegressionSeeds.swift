/// Seeds of `SimulationOptions(seed:)` that failed once; none is ever taken out.
enum RegressionSeeds {
    static let all: [UInt64] = [
        // A list whose only batches were dropped for a gap, and whose author was then rolled back.
        265,
        667, 784,
        // An item that one had trashed and another purged, and that the first took out of the trash again.
        20486,
        // An undo that took a tick by a slow clock for the making of the item.
        102,
        // Flipped bits, a parent that was purged with what stood below it, joinings that a power cut met.
        62, 96, 117, 345, 351, 848,
        // A batch behind a hole that a split had renamed, a feed that a fold forgot, a proof that a full disk refused.
        119, 724, 1126, 1342, 1737,
        // Two disks that rotted at one time.
        1066, 1827,
        // A proof that was lost on its way to one whose history ended just before the split.
        4306,
        // What waited behind a hole that a device put back to an old state filled with another history.
        6891,
        // A list that was shown and hidden in one turn: what the first gave rise to was said before the second counted.
        3250, 8676,
        // An answer to an invitation that was given while the log had holes.
        3687,
        // Somebody who lost a list and wrote there under names used up; what was lost of it behind all repeats.
        1330, 8872,
    ]
}
