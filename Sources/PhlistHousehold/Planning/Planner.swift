import PhlistModel

/// Turns a user's command into an action, or refuses it; it changes nothing.
///
/// It reads a copy of the library, which is cheap but must be released before the library changes, or shared storage is
/// copied. Only its random numbers are used up, even by a refused command.
package struct Planner {
    let library: Library
    /// The source of ids.
    package internal(set) var random: RandomSource
    /// Distinguishes keys that two devices create for one place at the same time.
    let placeWriter: UInt32
    /// The time in the household, in milliseconds since 1970.
    let time: Int64
    /// Whether the log may have lost something.
    let isDamaged: Bool
    /// Whether this device is no longer in a household with others.
    let isOut: Bool

    package init(
        _ library: Library,
        random: RandomSource,
        placeWriter: UInt32,
        time: Int64,
        isDamaged: Bool,
        isOut: Bool
    ) {
        (self.library, self.random, self.placeWriter, self.time) = (library, random, placeWriter, time)
        (self.isDamaged, self.isOut) = (isDamaged, isOut)
    }

    var device: DeviceID { library.device }

    /// Plans a command of a caller.
    ///
    /// - Throws: The reason why it cannot be done, or not by this caller.
    package mutating func plan(_ command: UserCommand, for caller: Principal) throws(CommandError) -> Action {
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
        case .filters(let command): try plan(command, &action)
        case .undo(let list): try planTakingBack(.undo, in: list, &action)
        case .redo(let list): try planTakingBack(.redo, in: list, &action)
        case .resolve(let resolution): try plan(resolution, &action)
        }
    }

    /// Creates an empty action by the member that its caller acts as.
    ///
    /// In a household of one, a caller without a member becomes one under the login name. Commands that make a member,
    /// choose the caller's member, or manage devices make nobody a member as a side effect: the house acts instead. Who
    /// shares a fresh device with somebody else first becomes one, or would be taken for that person.
    private mutating func action(of caller: Principal, for command: UserCommand) throws(CommandError) -> Action {
        let group = random.next()
        if case .devices(let command) = command, library.isGivenAway(by: command, of: caller) {
            return try firstAction(of: caller, group)
        }
        if let member = try library.actingMember(of: caller) {
            return Action(of: caller, as: member, isNewMember: false, group: group)
        }
        switch command {
        case .members(.add), .members(.act), .devices, .household:
            return Action(of: caller, as: .house, isNewMember: false, group: group)
        default:
            return try firstAction(of: caller, group)
        }
    }

    /// Creates an action that makes its caller a member.
    private mutating func firstAction(of caller: Principal, _ group: UInt64) throws(CommandError) -> Action {
        guard library.upcomingBindings[caller.uid] == nil else { throw .login(.nobodyActs) }
        // Elsewhere no member is made as a side effect, nor of root where people are known.
        guard library.isFresh, caller.uid != 0 || library.isForNobody else { throw .login(.severalPeople) }
        let member = MemberID(rawValue: random.next128())
        try library.checkMayList(member)
        return Action(of: caller, as: member, isNewMember: true, group: group)
    }

    /// Whether the users of this device may be lost in a hole of the log: until they are known again its logins create
    /// no lists, whose owner nobody would know.
    var lacksPeople: Bool {
        isDamaged && library.isForNobody
    }

    /// Creates the id of a new entity, which is never the list itself.
    mutating func newEntity() -> EntityID {
        EntityID(rawValue: max(1, random.next()))
    }
}
