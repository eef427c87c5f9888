import PhlistModel

/// Taking lists along to another household.
///
/// A list belongs to one household and to one owner, for good: what goes along are copies. The originals stay in the
/// log, with the household that was left.
extension Replica {
    /// What a device takes along.
    struct Bringing {
        var entries: [LogEntry] = []
        /// By the original.
        var copies: [ScopeID: ScopeID] = [:]
        var joining = Joining()
    }

    /// Copies the lists of those who go along; what everybody could see goes to the first of them where nobody else
    /// owns it there.
    mutating func bring(
        to welcome: Welcome,
        with request: NewDevice,
        shareLists: Bool,
        now: Now
    ) -> Bringing {
        let counterparts = welcome.counterparts(of: request)
        // Only its users go along: somebody else may be called like them there.
        let users = request.people.filter(\.isUser).compactMap(\.member)
        let owners = counterparts.filter { users.contains($0.key) }
        let first = welcome.users.first?.id ?? .house
        var bringing = Bringing()
        for scope in listScopes {
            // A list that is still on its way to the disk comes along, too.
            guard let list = scopes[scope]?.upcomingList, let former = list.owner else { continue }
            let isEverybodys = list.visibility == .household
            guard let owner = owners[former] ?? (isEverybodys ? first : nil) else {
                bringing.joining.leftBehind.append(list.title)
                continue
            }
            let isShared = shareLists && isEverybodys
            let origin = ListOrigin(owner: owner, household: welcome.lineage, nonce: scope.rawValue)
            let ops = list.transcript(for: isShared ? .household : .participants) { counterparts[$0] }
            bringing.entries += copy([.originate(origin)] + ops, to: origin, now: now)
            bringing.copies[scope] = origin.scope
            if isShared {
                bringing.joining.shared.append(list.title)
            } else {
                bringing.joining.private.append(list.title)
            }
        }
        return bringing
    }

    /// What a device keeps that follows into a household which continues its own.
    func keeping() -> Bringing {
        var bringing = Bringing()
        for list in listScopes.compactMap({ scopes[$0]?.upcomingList }) where !list.isTrashed {
            if list.visibility == .household {
                bringing.joining.shared.append(list.title)
            } else {
                bringing.joining.private.append(list.title)
            }
        }
        return bringing
    }

    /// Copies all lists to a household that this device has just founded, with the same people.
    mutating func bring(to founding: Founding, now: Now) -> Bringing {
        var bringing = Bringing()
        for scope in listScopes {
            guard let list = scopes[scope]?.upcomingList, let owner = list.owner else { continue }
            let origin = ListOrigin(owner: owner, household: founding.lineage, nonce: scope.rawValue)
            let ops = list.transcript(for: list.visibility) { $0 }
            bringing.entries += copy([.originate(origin)] + ops, to: origin, now: now)
            bringing.copies[scope] = origin.scope
        }
        return bringing
    }

    private mutating func copy(_ ops: [Op], to origin: ListOrigin, now: Now) -> [LogEntry] {
        mint(ops, in: origin.scope, by: origin.owner, group: BatchHeader.upkeepGroup, now: now)
    }

    /// Where a bare `add` of each login goes once the lists are copied.
    func defaultListFacts(_ copies: [ScopeID: ScopeID]) -> [LocalFact] {
        guard !copies.isEmpty else { return [] }
        return defaultLists.sorted { $0.key < $1.key }.map { .defaultList(uid: $0.key, copies[$0.value]) }
    }
}
