import PhlistControl
import PhlistVocabulary

/// The order of the items in `shop`: open ones as phlistd has them, closed ones at the places where they were ticked.
///
/// phlistd puts closed items last, so each of them is placed by its neighbours on the screen before: after the open
/// item above it in its section, else at the beginning of the section; a section without open items follows the
/// section above it. So no section is torn apart, whatever others add meanwhile.
struct ShopOrder {
    /// Closed items by the open one above them in their section.
    private var followers: [String: [ItemView]] = [:]
    /// Closed items at the beginning of their section.
    private var leaders: [String?: [ItemView]] = [:]
    /// Closed items of sections without open ones, by the section above.
    private var strays: [String?: [ItemView]] = [:]
    /// Such items with nothing open above them.
    private var firstStrays: [ItemView] = []

    /// Returns the items to show after news: those that are open, and closed ones that were on the screen before.
    static func merged(_ before: [ItemView], _ found: [ItemView]) -> [ItemView] {
        let alive = found.filter { !$0.isTrashed }
        let open = bySection(alive.filter { $0.state == .open })
        var order = ShopOrder()
        order.place(before, Dictionary(alive.map { ($0.id, $0) }) { first, _ in first }, Set(open.map(\.section)))
        return families(order.joined(open))
    }

    /// Groups open items by section, those without one first: an item below a closed one comes last from phlistd.
    private static func bySection(_ items: [ItemView]) -> [ItemView] {
        var numbers: [String?: Int] = [nil: 0]
        for item in items where numbers[item.section] == nil { numbers[item.section] = numbers.count }
        let numbered = items.enumerated().map { (numbers[$1.section] ?? 0, $0, $1) }
        return numbered.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Puts items behind those that they are below, as far as these are shown, with the depth that they then have.
    private static func families(_ items: [ItemView]) -> [ItemView] {
        let shown = Set(items.map(\.id))
        var below: [String: [ItemView]] = [:]
        var pending: [ItemView] = []
        for var item in items.reversed() {
            if let parent = item.parentID, parent != item.id, shown.contains(parent) {
                below[parent, default: []].append(item)
            } else {
                item.depth = 0
                pending.append(item)
            }
        }
        var families: [ItemView] = []
        while let item = pending.popLast() {
            families.append(item)
            for var child in below.removeValue(forKey: item.id) ?? [] {
                child.depth = item.depth + 1
                pending.append(child)
            }
        }
        return families
    }

    private mutating func place(_ before: [ItemView], _ now: [String: ItemView], _ openSections: Set<String?>) {
        var lastOpen: ItemView?
        var lastOpenInSection: [String?: String] = [:]
        for item in before.compactMap({ now[$0.id] }) {
            if item.state == .open {
                lastOpen = item
                lastOpenInSection[item.section] = item.id
            } else if let above = lastOpenInSection[item.section] {
                followers[above, default: []].append(item)
            } else if openSections.contains(item.section) {
                leaders[item.section, default: []].append(item)
            } else if let lastOpen {
                strays[lastOpen.section, default: []].append(item)
            } else {
                firstStrays.append(item)
            }
        }
    }

    private mutating func joined(_ open: [ItemView]) -> [ItemView] {
        var joined = firstStrays
        for (index, item) in open.enumerated() {
            joined += leaders.removeValue(forKey: item.section) ?? []
            joined.append(item)
            joined += followers[item.id] ?? []
            let isLast = index + 1 == open.count || open[index + 1].section != item.section
            if isLast { joined += strays.removeValue(forKey: item.section) ?? [] }
        }
        return joined
    }
}
