import PhlistControl
import PhlistModel
import PhlistVocabulary

/// Items that two people have probably added apart.
extension Presenter {
    private struct Place: Hashable {
        var list: String
        var section: String?
        var parent: String?
        var title: FoldedText
    }

    /// Returns the short ids of open items that stand side by side and have one title, in whatever spelling; each group
    /// in the order of the items.
    func twins(in items: [ItemView]) -> [[String]] {
        var groups: [Place: [String]] = [:]
        var places: [Place] = []
        var recurring: Set<Place> = []
        for item in items where item.state == .open && !item.isTrashed {
            let place = Place(
                list: item.listID,
                section: item.section,
                parent: item.parentID,
                title: fold(item.title)
            )
            if groups[place] == nil { places.append(place) }
            groups[place, default: []].append(item.shortID)
            // An occurrence that was changed alone stands beside the next one.
            if !item.record.recurrence.isEmpty { recurring.insert(place) }
        }
        return places.filter { !recurring.contains($0) }.compactMap { groups[$0] }.filter { $0.count > 1 }
    }
}
