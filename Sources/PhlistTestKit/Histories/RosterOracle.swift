import PhlistModel
import PhlistVocabulary

/// A slow, obviously correct roster: the four rules of `Roster`, word by word, for any set of acts.
///
/// Sets of acts are bit sets; a set always contains everything that its acts knew.
final class RosterOracle {
    private let history: DeedHistory<RosterAct>
    private let acts: [DeedHistory<RosterAct>.Entry]
    private var standing: [Int: Bool] = [:]
    private var counting: [Question: Bool] = [:]

    private struct Question: Hashable {
        var act: Int
        var heard: UInt32
    }

    init(_ history: DeedHistory<RosterAct>) {
        (self.history, acts) = (history, history.deeds)
    }

    /// Returns the devices that are in, with their roles.
    func roles(by heard: UInt32) -> [DeviceID: DeviceRole] {
        var roles: [DeviceID: DeviceRole] = [:]
        for device in RosterHistory.devices where isIn(device, by: heard) {
            roles[device] = role(of: device, by: heard) { self.counts($0, among: heard) }
        }
        return roles
    }

    /// Returns the devices that were permanently removed.
    func removed(by heard: UInt32) -> Set<DeviceID> {
        Set(RosterHistory.devices.filter { !removals(of: $0, by: heard).isEmpty })
    }

    /// Returns the acts, other than removals, that no other act knew and whose author somebody removed without knowing
    /// of them.
    func late(by heard: UInt32) -> UInt32 {
        let known = acts.reduce(0) { $0 | $1.past }
        return history.members(heard & ~known).filter { act in
            !acts[act].isRemoval && removals(of: acts[act].device, by: heard).contains { !history.knows($0, act) }
        }.reduce(0) { $0 | 1 << UInt32($1) }
    }

    /// Rule 4.
    private func isIn(_ device: DeviceID, by heard: UInt32) -> Bool {
        let isAdmitted = history.members(heard).contains { acts[$0].admits(device) && counts($0, among: heard) }
        return isAdmitted && removals(of: device, by: heard).isEmpty
    }

    /// Rule 2.
    private func removals(of device: DeviceID, by heard: UInt32) -> [Int] {
        history.members(heard).filter { acts[$0].content == .remove(device) && hasStanding($0) }
    }

    /// Rule 1.
    private func hasStanding(_ act: Int) -> Bool {
        if let known = standing[act] { return known }
        let (past, author) = (acts[act].past, acts[act].device)
        let isIt: Bool
        if case .found = acts[act].content {
            isIt = !history.members(past).contains { hasStanding($0) }
        } else {
            let role = role(of: author, by: past) { self.counts($0, among: past) }
            isIt = isIn(author, by: past) && acts[act].isAllowed(as: role)
        }
        standing[act] = isIt
        return isIt
    }

    /// Rule 3.
    private func counts(_ act: Int, among heard: UInt32) -> Bool {
        let question = Question(act: act, heard: heard)
        if let known = counting[question] { return known }
        counting[question] = false
        guard hasStanding(act), !acts[act].isRemoval else { return false }
        let author = acts[act].device
        var isIt = removals(of: author, by: heard).allSatisfy { history.knows($0, act) }
        if case .found = acts[act].content {
            isIt = true
        } else if isIt {
            isIt = acts[act].isAllowed(
                as: role(of: author, by: acts[act].past & heard) { self.counts($0, among: heard) }
            )
        }
        counting[question] = isIt
        return isIt
    }

    /// Returns the lesser of the roles that are not replaced; nil for a device that no act admits.
    private func role(of device: DeviceID, by heard: UInt32, where counts: (Int) -> Bool) -> DeviceRole? {
        let givers = history.members(heard).filter { acts[$0].role(of: device) != nil && counts($0) }
        guard givers.contains(where: { acts[$0].admits(device) }) else { return nil }
        let newest = givers.filter { old in !givers.contains { history.knows($0, old) } }
        return newest.contains { acts[$0].role(of: device) == .member } ? .member : .admin
    }
}

extension DeedHistory<RosterAct>.Entry {
    fileprivate var isRemoval: Bool {
        if case .remove = content { true } else { false }
    }

    fileprivate func admits(_ device: DeviceID) -> Bool {
        switch content {
        case .found(let founding): founding.device == device
        case .admit(let admission): admission.device == device && admission.role != nil
        default: false
        }
    }

    fileprivate func role(of device: DeviceID) -> DeviceRole? {
        switch content {
        case .found: admits(device) ? .admin : nil
        case .admit(let admission): admits(device) ? admission.role : nil
        case .assign(device, let role): role
        default: nil
        }
    }

    /// Admins may do everything but found; others may leave.
    fileprivate func isAllowed(as role: DeviceRole?) -> Bool {
        role == .admin || role == .member && content == .remove(device)
    }
}
