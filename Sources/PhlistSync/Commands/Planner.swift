import PhlistModel

/// Turns what a user wants into an action, or says why not; it changes nothing.
///
/// It reads a copy of the library, which is cheap, and has to be gone before the library changes: what is shared then
/// is copied whole. Only its random numbers are used up, also by a command that is refused.
struct Planner {
    let library: Library
    /// Hands out ids.
    var random: any RandomNumberGenerator & Sendable
    /// Tells apart the keys that two devices make for one place at the same time.
    let placeWriter: UInt32
    /// Whether the log may have lost something.
    let isDamaged: Bool
    /// Whether this device is in no household with others any more.
    let isOut: Bool

    init(
        _ library: Library,
        random: any RandomNumberGenerator & Sendable,
        placeWriter: UInt32,
        isDamaged: Bool,
        isOut: Bool
    ) {
        (self.library, self.random, self.placeWriter) = (library, random, placeWriter)
        (self.isDamaged, self.isOut) = (isDamaged, isOut)
    }

    var device: DeviceID { library.device }

    /// Plans a command of a caller.
    ///
    /// - Throws: Why it cannot be done, or not by them.
    mutating func plan(_ command: UserCommand, for caller: Principal) throws(CommandError) -> Action {
        try library.checkIsIn(for: command)
        var action = try action(of: caller, for: command)
        try plan(command, &action)
        try library.checkRights(action)
        try library.checkFits(action)
        return action
    }

    private mutating func plan(_ command: UserCommand, _ action: inout Action) throws(CommandError) {
        switch command {
        case .lists(let command): try plan(command, &action)
        case .sections(let command): try plan(command, &action)
        case .items(let command): try plan(command, &action)
        case .members(let command): try plan(command, &action)
        case .forms(let command): try plan(command, &action)
        case .records(let command): try plan(command, &action)
        case .devices(let command): try plan(command, &action)
        case .household(let command): try plan(command, &action)
        case .sharing(let command): try plan(command, &action)
        case .importLists(let command): try plan(command, &action)
        case .undo(let list): try planTakingBack(.undo, in: list, &action)
        case .redo(let list): try planTakingBack(.redo, in: list, &action)
        case .resolve(let resolution): try plan(resolution, &action)
        }
    }

    /// An action that does nothing yet, by the member that its caller acts as.
    ///
    /// Who has never said who he is becomes a member by his login name, in a household of one. Making a member, saying
    /// who one is, or managing devices makes nobody a member besides: nobody yet does that as the house.
    private mutating func action(
        of caller: Principal,
        for command: UserCommand
    ) throws(CommandError) -> Action {
        let group = random.next()
        if let member = try library.actingMember(of: caller) {
            return Action(of: caller, as: member, isNewMember: false, group: group)
        }
        switch command {
        case .members(.add), .members(.act), .devices, .household:
            return Action(of: caller, as: .house, isNewMember: false, group: group)
        default:
            guard library.upcomingBindings[caller.uid] == nil else { throw .nobodyActs }
            // Elsewhere nothing makes a person as a side effect.
            guard library.isFresh else { throw .severalPeople }
            let member = MemberID(rawValue: random.next128())
            try library.checkMayList(member)
            return Action(of: caller, as: member, isNewMember: true, group: group)
        }
    }

    /// Whether a hole in the log may have swallowed whom this device is for: until that is known again its logins make
    /// no lists, which would belong to somebody whom nobody knows.
    var lacksPeople: Bool {
        isDamaged && (library.roster?.devices[device]?.members.isEmpty ?? true)
    }

    /// An entity that is not the list itself.
    mutating func newEntity() -> EntityID {
        EntityID(rawValue: max(1, random.next()))
    }
}
