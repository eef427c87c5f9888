import PhlistModel

/// A fault that a test builds into a replica, to see that its checks would find it; the programs never do.
package enum SyncDefect: CaseIterable, Sendable {
    /// What was sent once counts as had, whatever the peer says, also on its next connection.
    case trustsRememberedPeers
    /// Feeds of a device's earlier runs are left out of what is exchanged.
    case prunesVectors
    /// The branch of a feed that was here first keeps the name of the feed.
    case namesForksByArrival
    /// Every device of the household is shown every list.
    case servesEverybody
    /// Who was put out is treated as if he was in.
    case servesRemoved

    /// The fault that it is in the model.
    var ofModel: PlantedDefect? {
        switch self {
        case .trustsRememberedPeers, .prunesVectors, .servesEverybody, .servesRemoved: nil
        case .namesForksByArrival: .forksNamedByArrival
        }
    }
}
