import PhlistModel
import PhlistVocabulary

/// Turns that members take with recurring items.
///
/// The rotation is a queue. The member who completes an occurrence goes to its end, or the assignee does when somebody
/// else does the ticking; the first one then has the next occurrence. So who was away has missed no turn, and who stood
/// in for somebody has had one. See docs/decisions/0076.
extension Planner {
    /// Returns writes whose rotation has a rule to go by and, without a word about the assignee, somebody whose turn it
    /// is; a rule that goes takes the rotation along.
    func rotating(_ writes: ItemWrites, of item: ItemState?, in scope: ScopeID) throws(CommandError) -> ItemWrites {
        var rotating = writes
        let written = writes.contents.last { $0.field == .rotation }.map { Rotation(decoding: $0.value) }
        let rule = writes.contents.last { $0.field == .recurrence }
        guard rule.map({ !$0.value.isEmpty }) ?? (item?.recurrence != nil) else {
            guard written?.isEmpty ?? true else { throw .item(.rotationWithoutRule) }
            // Only a word about the rule says that the rotation is to go: the rule may be gone apart from this.
            if rule != nil, item?.rotation.isEmpty == false { rotating.contents.append(FieldWrite(.rotation, [])) }
            return rotating
        }
        guard let written, !written.isEmpty, !writes.contents.contains(where: { $0.field == .assignee }),
            item?.assignee.map(written.members.contains) != true, let first = next(in: written, scope)
        else { return rotating }
        rotating.contents.append(FieldWrite(.assignee, first.bytes))
        return rotating
    }

    /// Returns the rotation and the assignee of the occurrence after one; nothing if nobody takes turns with it.
    ///
    /// - Parameters:
    ///   - item: The occurrence.
    ///   - taker: Who completed it; nil if it was skipped, which leaves the turn where it was.
    ///   - list: The list of the occurrence.
    /// - Returns: The writes.
    func turn(after item: ItemState, takenBy taker: MemberID?, in list: ListState) -> [FieldWrite] {
        var rotation = item.rotation
        guard !rotation.isEmpty else { return [] }
        if let taker {
            rotation.takeTurn(rotation.members.contains(taker) ? taker : item.assignee ?? taker)
        }
        rotation.removeAll(where: isGone)
        let next = next(in: rotation, list.scope)
        // One member alone takes no turns.
        let encoded = rotation.members.count > 1 ? rotation.encoded : []
        return [FieldWrite(.rotation, encoded), FieldWrite(.assignee, next?.bytes ?? [])]
    }

    /// Whether an occurrence is assigned to the member who had the turn when it was made.
    func isTurn(_ next: ItemState, after item: ItemState, in list: ListState) -> Bool {
        guard !item.rotation.isEmpty else { return next.rotation.isEmpty }
        guard !next.rotation.isEmpty else { return true }
        let isSame = Set(next.rotation.members).isSubset(of: item.rotation.members)
        return isSame && next.assignee == self.next(in: next.rotation, list.scope)
    }

    /// Returns the first member who sees the list; nil if none of them does.
    private func next(in rotation: Rotation, _ scope: ScopeID) -> MemberID? {
        let audience = library.scopes[scope]?.upcomingList.flatMap(library.audience(of:))
        return rotation.members.first { !isGone($0) && audience?.sees($0) ?? true }
    }

    private func isGone(_ member: MemberID) -> Bool {
        library.upcomingHousehold?.member(member)?.isRemoved ?? true
    }
}
