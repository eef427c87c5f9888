import PhlistControl
import PhlistModel
import PhlistVocabulary

/// Items that two people have probably added apart.
extension Presenter {
    private struct Position: Hashable {
        var list: String
        var section: String?
        var parent: String?
        var title: FoldedText
    }

    /// Returns the short ids of open items that stand side by side and have one title, in whatever spelling; each group
    /// in the order of the items.
    func namesakes(in items: [ItemView]) -> [[String]] {
        var groups: [Position: [String]] = [:]
        var positions: [Position] = []
        var recurring: Set<Position> = []
        var days: [Position: Set<CivilDate>] = [:]
        for item in items where item.state == .open && !item.isTrashed {
            let position = Position(
                list: item.listID,
                section: item.section,
                parent: item.parentID,
                title: fold(item.title)
            )
            if groups[position] == nil { positions.append(position) }
            groups[position, default: []].append(item.shortID)
            // An occurrence that was changed by itself stands beside the next one, and is no duplicate of it.
            if !item.record.recurrence.isEmpty { recurring.insert(position) }
            // A task of another day is another task.
            if let due = item.due { days[position, default: []].insert(due) }
        }
        let alike = positions.filter { !recurring.contains($0) && days[$0, default: []].count < 2 }
        return alike.compactMap { groups[$0] }.filter { $0.count > 1 }
    }
}
