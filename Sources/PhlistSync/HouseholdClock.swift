import PhlistModel

/// The time that this device gives to what it writes.
///
/// Of two values whose authors did not know of each other, the one with the later stamp is shown: a device whose clock
/// is a year ahead would have its way for a year. So a clock that is more than a day ahead of the other devices' is not
/// followed; theirs is. The measure is the middle one of all clocks that were heard of, this device's included, and the
/// earlier one of two. A clock that is behind is left alone: it wins nothing.
package struct HouseholdClock {
    /// How far this device's clock was ahead when it last heard of others.
    package struct Lead: Hashable, Sendable {
        /// Milliseconds; 0 when it was not.
        package var milliseconds: Int64 = 0
        /// When that was, by the clock that was followed; in milliseconds since 1970.
        package var at: Int64 = 0
    }

    /// What has to survive a restart, after which nobody may be heard of for a while.
    private(set) var lead = Lead()
    /// By device: what its clock showed when the monotonic one here was at zero, in milliseconds since 1970.
    private var others: [DeviceID: Int64] = [:]

    /// Takes in what the clock of a device of the household shows.
    ///
    /// - Parameters:
    ///   - wall: Milliseconds since 1970.
    ///   - device: Another device.
    ///   - members: The devices that are in the household; of others nothing counts any more.
    ///   - now: The time.
    /// - Returns: How far this device's clock is ahead; nil when that is as it was.
    mutating func heard(
        _ wall: Int64,
        of device: DeviceID,
        among members: (DeviceID) -> Bool,
        now: Now
    ) -> Lead? {
        guard wall >= SyncLimits.clockMillisecondsMin else { return nil }
        others[device] = wall - now.monotonic
        others = others.filter { members($0.key) }
        let measured = measuredLead(at: now) ?? 0
        guard abs(measured - lead.milliseconds) > SyncLimits.clockLeadMillisecondsMax else { return nil }
        return Lead(milliseconds: measured, at: now.wall - measured)
    }

    /// Takes in what the log says of an earlier measurement.
    mutating func note(_ lead: Lead) {
        self.lead = lead
    }

    /// Milliseconds since 1970, for stamps and for ages.
    func time(at now: Now) -> Int64 {
        if let measured = measuredLead(at: now) { return now.wall - measured }
        let time = now.wall - lead.milliseconds
        // Before the last measurement it cannot be: the clock has been put right since.
        return time < lead.at - Limits.clockStepBackMillisecondsMax ? now.wall : time
    }

    /// How far this device's clock is ahead of those that were heard of in this run; nil when there are none.
    private func measuredLead(at now: Now) -> Int64? {
        guard !others.isEmpty else { return nil }
        let clocks = (others.values.map { $0 + now.monotonic } + [now.wall]).sorted()
        let lead = now.wall - clocks[(clocks.count - 1) / 2]
        return lead > SyncLimits.clockLeadMillisecondsMax ? lead : 0
    }
}

extension Replica {
    /// Milliseconds since 1970, by the clock that this device goes by.
    package func time(at now: Now) -> Int64 {
        clock.time(at: now)
    }

    /// Compares clocks with a device that has just said what its own shows.
    mutating func compareClocks(with hello: Message.Hello, of peer: DeviceID, now: Now) {
        guard peer != device, let household = library.household, household.roster.contains(peer) else { return }
        let lead = clock.heard(hello.wallMilliseconds, of: peer, among: household.roster.contains, now: now)
        if let lead { append([.local(.clockAhead(lead))]) }
    }
}
