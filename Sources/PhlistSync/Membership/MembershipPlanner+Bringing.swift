import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Copying lists to another household.
///
/// A list belongs permanently to one household and one owner, so copies are made. The originals stay in the log, with
/// the household that was left.
extension MembershipPlanner {
    /// The lists copied for a device that moves.
    struct Bringing {
        var parts: [MembershipPlan.Part] = []
        /// The copies, by their originals.
        var copies: [ScopeID: ScopeID] = [:]
        var joining = Joining()

        fileprivate mutating func copy(_ ops: [Op], of scope: ScopeID, to origin: ListOrigin) {
            parts.append(.copy([.originate(origin)] + ops, to: origin))
            copies[scope] = origin.scope
        }
    }

    /// Copies the lists of the people who move.
    ///
    /// A list that everybody could see goes to the first of them if nobody else owns it there.
    func bring(to welcome: Welcome, with request: NewDevice, shareLists: Bool) -> Bringing {
        let counterparts = welcome.counterparts(of: request)
        // Only its users move: somebody else there may have the same name.
        let users = request.people.filter(\.isUser).compactMap(\.member)
        let owners = counterparts.filter { users.contains($0.key) }
        let first = welcome.users.first?.id ?? .house
        var bringing = Bringing()
        for scope in library.listScopes {
            // A copy has also what is not durable yet.
            guard let list = library.scopes[scope]?.upcomingList, let former = list.owner else { continue }
            let wasEverybodys = library.isEverybodys(list)
            let isWanted = wasEverybodys && (users.isEmpty || !users.allSatisfy { hasLeftOrDeclined(list, $0) })
            guard let owner = owners[former] ?? (isWanted ? first : nil) else {
                let isHidden = !wasEverybodys && !(users.isEmpty ? [.house] : users).allSatisfy { sees($0, list) }
                bringing.joining.noteLeftBehind(list, isHidden: isHidden)
                continue
            }
            let isShared = shareLists && wasEverybodys && !library.mayHaveEnded(scope)
            let origin = ListOrigin(owner: owner, household: welcome.lineage, nonce: scope.rawValue)
            // A private copy says so: another machine of the same person may have shared its copy.
            let viewers = isShared ? [] : users.filter { sees($0, list) }
            // Two people here may be one there.
            let invited = viewers.compactMap { owners[$0] }.reduce(into: [MemberID]()) { invited, viewer in
                if viewer != owner, !invited.contains(viewer) { invited.append(viewer) }
            }
            let visibility: Visibility = isShared ? .household : .participants
            let ops = list.transcript(for: visibility, inviting: invited) { counterparts[$0] }
            bringing.copy(ops, of: scope, to: origin)
            // The others who use this device are not told of what one of them alone sees.
            guard isShared || users.allSatisfy({ $0 == former || viewers.contains($0) }) else { continue }
            bringing.joining.note(list, isShared: isShared, isWithOthers: !invited.isEmpty)
        }
        return bringing
    }

    /// Whether a user of this device sees a list, and is to be invited to a copy of somebody else's.
    ///
    /// Nobody can accept for them, but without an invitation they would lose it.
    private func sees(_ member: MemberID, _ list: ListState) -> Bool {
        library.audience(of: list)?.sees(member) == true && !hasLeftOrDeclined(list, member)
    }

    /// Reports the lists of a device that follows into a household which continues its own.
    ///
    /// The others who use this device are not told of what one of them alone sees.
    func keeping(in welcome: Welcome, for request: NewDevice) -> Bringing {
        var bringing = Bringing()
        let counterparts = welcome.counterparts(of: request)
        let joined = request.people.filter(\.isUser).compactMap(\.member).filter { counterparts[$0] != nil }
        let users = joined.isEmpty ? [.house] : joined
        for list in library.listScopes.compactMap({ library.scopes[$0]?.upcomingList }) where !list.isTrashed {
            let isShared = library.isEverybodys(list)
            guard isShared || users.allSatisfy({ sees($0, list) }) else { continue }
            if !isShared, library.audience(of: list)?.accepted.isEmpty == false {
                bringing.joining.withOthers.append(list.title)
            } else {
                bringing.joining.note(list, isShared: isShared)
            }
        }
        return bringing
    }

    /// Copies lists to a household that this device has just founded, with the same people.
    ///
    /// A list of somebody who does not use this device goes to the first user who takes part in it, or was invited, or
    /// lost it, or of whom it is left if its owner is gone; without one, it stays behind.
    func bring(to founding: Founding) -> Bringing {
        var bringing = Bringing()
        let users = library.roster?.authors[device]?.members ?? []
        for scope in library.listScopes {
            guard let list = library.scopes[scope]?.upcomingList, let former = list.owner else { continue }
            guard let owner = users.isEmpty ? .house : successor(of: former, among: users, in: list) else { continue }
            let origin = ListOrigin(owner: owner, household: founding.lineage, nonce: scope.rawValue)
            // A list that was hidden meanwhile stays private after the move.
            let isShared = library.isEverybodys(list) && !library.mayHaveEnded(scope)
            let invited = isShared ? [] : users.filter { $0 != owner && sees($0, list) }
            let ops = list.transcript(for: isShared ? .household : nil, inviting: Array(invited)) { $0 }
            bringing.copy(ops, of: scope, to: origin)
        }
        return bringing
    }

    /// Returns the user who gets the copy of a list; nil if all of them have left or declined it.
    private func successor(of owner: MemberID, among users: [MemberID], in list: ListState) -> MemberID? {
        guard !users.contains(owner) else { return owner }
        let audience = library.audience(of: list)
        let isOwnerThere = library.household?.member(owner).map { !$0.isRemoved } ?? false
        return users.first { audience?.sees($0) ?? false }
            ?? users.first { user in
                let isStranger = audience?.participation(of: user) == .some(.none)
                return !hasLeftOrDeclined(list, user) && !(isStranger && isOwnerThere)
            }
    }

    private func hasLeftOrDeclined(_ list: ListState, _ member: MemberID) -> Bool {
        switch library.audience(of: list)?.participation(of: member) {
        case .left?, .declined?: true
        case .owner?, .none?, .household?, .invited?, .accepted?, .removed?, nil: false
        }
    }

    /// Throws if the copies and the originals together exceed the limit of lists.
    func checkHasRoomForCopies() throws(CommandError) {
        guard library.scopes.count + library.listScopes.count < HouseholdLimits.scopesMax else { throw .list(.tooMany) }
    }
}

extension Joining {
    /// Notes a list that stays with the former household, unless it is in the trash; of a hidden one not the title.
    fileprivate mutating func noteLeftBehind(_ list: ListState, isHidden: Bool) {
        guard !list.isTrashed else { return }
        if isHidden { hiddenLeftBehindCount += 1 } else { leftBehind.append(list.title) }
    }

    /// Notes a list, unless it is in the trash.
    fileprivate mutating func note(_ list: ListState, isShared: Bool, isWithOthers: Bool = false) {
        guard !list.isTrashed else { return }
        if isShared {
            shared.append(list.title)
        } else if isWithOthers {
            withOthers.append(list.title)
        } else {
            `private`.append(list.title)
        }
    }
}
