/// Seeds of `SimulationOptions(seed:)` that failed once; a change of the generator makes other households of them.
enum RegressionSeeds {
    static let all: [UInt64] = [
        // Somebody who left a list on a device that was restored from a backup, and wrote in it when the device had
        // joined.
        4271,
        // A list that somebody left on one machine: the copies on their other machines were not to be equal any more.
        5871,
        // Batches that came before their predecessor, under a head that had vouched for both.
        3, 8, 14, 38,
        // What waited behind a hole that a device put back to an old state filled with another history.
        6891,
        // A list that was shown and hidden in one turn: what the first gave rise to was said before the second counted.
        3250, 8676,
        // Two disks that lost something at one time.
        1066, 1191, 1827,
        // A batch that was on the disk when the power went off before anybody was told.
        75,
        // What waited behind a hole and was written again by a copy of the log.
        1709, 6183,
        // An item that was purged and edited in a list that nobody else sees, and one that was moved away meanwhile.
        542, 5085, 9066,
        // Somebody put out who alone had what another one had lost.
        307,
        // A removal that came back behind a hole.
        3320,
        // Somebody who wrote in a list of another household, which a copy of the key had brought, and then joined that.
        9735,
        // A founder that nobody else could let in again.
        2575,
        // A device that had lost its log and was put out by one that was out itself.
        27278, 35606,
        // An invitation whose answer a full disk refused.
        22251, 33326,
        // An own batch that had waited behind a hole since a power cut.
        35130,
        // An answer to an invitation that is acknowledged before its list has come.
        190, 3687,
        // A device that asked again to be let in as somebody whom it was for already, and who had got another device.
        3586,
    ]

    /// Seeds of households in which much more goes wrong than in others.
    static let rough: [UInt64] = [
        // A batch that was stored before the one that its head is of, which never came.
        251, 2758,
        // A list that somebody left on one machine: under the same key, one copy of it told the other nothing of that.
        739,
    ]

    /// Seeds of households in which people and devices come and go.
    static let moving: [UInt64] = [
        // Somebody let in by a machine whose disk was empty, and which was in a household of its own by then.
        1157
    ]
}
