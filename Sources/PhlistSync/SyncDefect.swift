import PhlistModel

/// A fault that a test builds into a replica, to see that its checks would find it; the programs never do.
package enum SyncDefect: CaseIterable, Sendable {
    /// What was sent once counts as had, whatever the peer says, also on its next connection.
    case trustsRememberedPeers
    /// Of the chains of a device only the newest is exchanged.
    case prunesVectors
    /// Histories that have parted are not looked at for the place where they did.
    case noPoints
    /// Content is taken in before the control that it came behind.
    case contentBeforeControl
    /// Control is taken in as it comes, and not only when all of it is here.
    case takesControlInParts
    /// Histories of equal lengths count as equal.
    case comparesNumbersOnly
    /// A device goes on with the longest of its own chains.
    case continuesLongestChain
    /// Every device of the household is shown every list.
    case servesEverybody
    /// Who was put out is treated as if he was in.
    case servesRemoved
}
