/// Members who are one person: groups that only grow.
///
/// The smaller of two groups joins the larger, so that many unions take few steps each.
struct Persons: Sendable {
    private var groupNumbers: [MemberID: Int] = [:]
    private var groups: [Group] = []
    /// How many members were put into a group.
    private(set) var stepCount = 0

    private struct Group: Sendable {
        var members: [MemberID]
        var least: MemberID
    }

    /// The member who stands for a person: the least one.
    func person(_ member: MemberID) -> MemberID {
        groupNumbers[member].map { groups[$0].least } ?? member
    }

    /// Each member who is one person with a lesser one, and that one, in order.
    var unions: [(MemberID, MemberID)] {
        groupNumbers.keys.sorted().map { (person($0), $0) }.filter { $0.0 != $0.1 }
    }

    /// Takes in that two members are one person.
    mutating func unite(_ first: MemberID, _ second: MemberID) {
        let (left, right) = (group(of: first), group(of: second))
        guard left != right else { return }
        let isLeftSmaller = groups[left].members.count < groups[right].members.count
        let (smaller, larger) = isLeftSmaller ? (left, right) : (right, left)
        for member in groups[smaller].members { groupNumbers[member] = larger }
        stepCount += groups[smaller].members.count
        groups[larger].members += groups[smaller].members
        groups[larger].least = min(groups[larger].least, groups[smaller].least)
        groups[smaller].members = []
    }

    private mutating func group(of member: MemberID) -> Int {
        if let number = groupNumbers[member] { return number }
        groups.append(Group(members: [member], least: member))
        groupNumbers[member] = groups.count - 1
        stepCount += 1
        return groups.count - 1
    }
}
