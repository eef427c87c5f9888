import PhlistModel

/// How many feeds a scope has, and of whom, what is on its way to the disk included.
///
/// Every device of the household may begin feeds, and a new run of it often must: what bounds them has to leave room
/// for the others, and must not part devices that keep to the rules. A context names what its author has applied; who
/// refused some of that could never apply the batch. So a device refuses early what an author brings itself, and takes
/// from others what they took by the same rule.
struct FeedCensus {
    private var total = 0
    private var devices: [DeviceID: Int] = [:]

    /// Counts one more feed.
    mutating func add(_ device: DeviceID) {
        total += 1
        devices[device, default: 0] += 1
    }

    /// Tells whether there is room for one more feed.
    ///
    /// - Parameters:
    ///   - device: Whose.
    ///   - isBroughtByAuthor: Whether the device itself shows it.
    ///   - householdSize: How many devices the household has. One that shows each of the others different feeds fills
    ///     no more than its part of the scope with all of them together.
    /// - Returns: Whether it may be taken.
    func hasRoom(for device: DeviceID, isBroughtByAuthor: Bool, householdSize: Int) -> Bool {
        let part = SyncLimits.feedsPerDeviceMax / max(1, householdSize - 1)
        let countMax = isBroughtByAuthor ? max(part, SyncLimits.feedsByAuthorMin) : SyncLimits.feedsPerDeviceMax
        return total < SyncLimits.feedsPerScopeMax && devices[device] ?? 0 < countMax
    }
}

extension Replica {
    /// Whether a batch of a feed may wait in its scope: the feed is known there, or there is room for one more.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - origin: Who writes it.
    ///   - sender: Who brings it.
    ///   - census: The scope's, once it was taken.
    /// - Returns: Whether it may be taken.
    func mayHold(_ feed: FeedID, of origin: FeedOrigin, from sender: DeviceID?, _ census: inout FeedCensus?) -> Bool {
        guard let slot = scopes[origin.scope], slot.frontier[feed] == nil, !slot.inbox.holds(feed) else { return true }
        let size = roster?.devices.count ?? 1
        var counted = census ?? takeCensus(of: slot)
        let hasRoom = counted.hasRoom(
            for: origin.device,
            isBroughtByAuthor: sender == origin.device,
            householdSize: size
        )
        if hasRoom {
            counted.add(origin.device)
        }
        census = counted
        return hasRoom
    }

    private func takeCensus(of slot: ScopeSlot) -> FeedCensus {
        var census = FeedCensus()
        for feed in slot.frontier.feeds {
            guard let origin = origins[feed] ?? slot.state.ledger[feed]?.origin else { continue }
            census.add(origin.device)
        }
        // What others bring may be made up, and must not count against its author.
        for (feed, author) in slot.inbox.feedsByAuthor where slot.frontier[feed] == nil {
            census.add(author)
        }
        return census
    }
}
