import PhlistHousehold
import PhlistModel

/// The clock for the stamps that this device writes.
///
/// Of two concurrent values the one with the later stamp is shown, so a device whose clock is a year ahead would win
/// for a year. A clock more than a day ahead of the other devices' is therefore not followed; theirs is. The reference
/// is the median of all known clocks, including this device's, and the earlier of the middle two. A clock that is
/// behind is left alone, because it wins nothing.
package struct HouseholdClock {
    /// The last lead, which must survive a restart, after which no peer may be heard for a while.
    private(set) var lead = ClockLead()
    /// By device: the time of its clock at the zero of the monotonic clock here, in milliseconds since 1970.
    private var others: [DeviceID: Int64] = [:]

    /// Takes in the clock of another device of the household.
    ///
    /// - Parameters:
    ///   - wall: Milliseconds since 1970.
    ///   - device: Another device.
    ///   - members: Whether a device is in the household; other devices no longer count.
    ///   - now: The time.
    /// - Returns: The new lead of this device's clock; nil if it has not changed.
    mutating func heard(_ wall: Int64, of device: DeviceID, among members: (DeviceID) -> Bool, now: Now) -> ClockLead? {
        guard wall >= HouseholdLimits.clockMillisecondsMin else { return nil }
        others[device] = wall - now.monotonic
        others = others.filter { members($0.key) }
        let measured = measuredLead(at: now) ?? 0
        guard abs(measured - lead.milliseconds) > SyncLimits.clockLeadMillisecondsMax else { return nil }
        return ClockLead(milliseconds: measured, at: now.wall - measured)
    }

    /// Takes in an earlier measurement from the log.
    mutating func note(_ lead: ClockLead) {
        self.lead = lead
    }

    /// The time for stamps and ages, in milliseconds since 1970.
    func time(at now: Now) -> Int64 {
        if let measured = measuredLead(at: now) { return now.wall - measured }
        let time = now.wall - lead.milliseconds
        // A time before the last measurement is impossible, so the clock has been set right since.
        return time < lead.at - Limits.clockStepBackMillisecondsMax ? now.wall : time
    }

    /// The lead of this device's clock over those heard in this run, in milliseconds; nil if none were heard.
    private func measuredLead(at now: Now) -> Int64? {
        guard !others.isEmpty else { return nil }
        let clocks = (others.values.map { $0 + now.monotonic } + [now.wall]).sorted()
        let lead = now.wall - clocks[(clocks.count - 1) / 2]
        return lead > SyncLimits.clockLeadMillisecondsMax ? lead : 0
    }
}
