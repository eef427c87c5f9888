import PhlistControl

/// The open connections of the control socket, counted by user: no user can take the places of another.
struct ConnectionQuota {
    private var counts: [UInt32: Int] = [:]
    private var othersCount = 0

    /// Counts a new connection, or returns the reason why there is no place for it.
    mutating func admit(_ uid: UInt32, isOwner: Bool) -> ControlError? {
        if let refusal = refusal(of: uid, isOwner: isOwner) { return refusal }
        counts[uid, default: 0] += 1
        othersCount += isOwner ? 0 : 1
        return nil
    }

    /// Releases the place of a connection.
    mutating func leave(_ uid: UInt32, isOwner: Bool) {
        let left = counts[uid, default: 1] - 1
        counts[uid] = left == 0 ? nil : left
        othersCount -= isOwner ? 0 : 1
    }

    private func refusal(of uid: UInt32, isOwner: Bool) -> ControlError? {
        let countMax = isOwner ? ControlLimits.connectionCountMax : ControlLimits.connectionsPerUserMax
        if counts[uid, default: 0] >= countMax {
            return ControlError(.tryAgain, "uid \(uid) has \(countMax) connections to phlistd open already")
        }
        if !isOwner, othersCount >= ControlLimits.connectionsOfUsersMax {
            return ControlError(.tryAgain, "other users have \(othersCount) connections to phlistd open already")
        }
        return nil
    }
}
