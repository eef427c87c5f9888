/// Who acts: a column of the table.
enum AccessRole: String, CaseIterable, Hashable, Sendable {
    case owner
    case participant
    case invited
    /// Somebody who took part until the owner ended that, while the device was off: it has not heard.
    case formerUnaware
    case formerAware
    /// Somebody of the household with whom the list was never shared.
    case other
    /// A device that is for nobody: it acts as the house, with which every list of single people is shared here.
    case house
    /// An admin device of the participant that was removed while it was off: it has not heard.
    case removedUnaware
    case removedAware
    /// Another user of the owner's machine, at the phlistd of the owner.
    case otherLogin
    /// A user of the group `phlist` at a system service, on a device that is for the owner.
    case serviceUser

    /// The heading of the column.
    var heading: String {
        switch self {
        case .owner: "owner"
        case .participant: "participant"
        case .invited: "invited"
        case .formerUnaware: "former participant, before hearing"
        case .formerAware: "former participant, after"
        case .other: "other person"
        case .house: "house device"
        case .removedUnaware: "removed device, before hearing"
        case .removedAware: "removed device, after"
        case .otherLogin: "other login"
        case .serviceUser: "other uid of a system service"
        }
    }

    /// Whether the device lost its role while it was off, and acts before it has heard.
    var isUnaware: Bool { self == .formerUnaware || self == .removedUnaware }

    /// Whether only root can take the role: it needs another uid than that of the test.
    var needsRoot: Bool { self == .otherLogin || self == .serviceUser }
}
