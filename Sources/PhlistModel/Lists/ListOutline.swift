/// One section with its items, in reading order of the list.
package struct ListSection: Sendable {
    /// The section; nil for the items without one, or in a deleted one: they come before all sections.
    package var section: SectionState?
    /// The items, each followed by its subitems.
    package var items: [OutlineItem]
}

/// An item with its depth in the outline.
package struct OutlineItem: Sendable {
    package var item: ItemState
    /// The number of items above it in the tree; zero at top level.
    package var depth: Int
}

/// A section of a list as its registers show it.
package struct SectionState: Sendable {
    package let entity: EntityID
    package let name: String
    package let conflicts: [FieldConflict]

    init(_ entity: EntityID, _ entry: RegisterEntry) {
        self.entity = entity
        name = entry.text(.title) ?? ""
        conflicts = entry.conflicts(of: entity)
    }
}

extension ListState {
    package var sections: [SectionState] {
        entries(of: .section).map { SectionState($0.entity, $0.entry) }
    }

    /// The sections, form fields, records or observations that are not in the trash, by key, then by id.
    package func entries(of kind: EntityKind) -> [(entity: EntityID, entry: RegisterEntry)] {
        guard let group = RowGroup(kind) else { return [] }
        let rows = rows()
        let found = rows[group].map { (key: rows.key(of: $0), entity: rows.entity(of: $0), row: $0) }
        let sorted = found.sorted { PlaceKey.isBefore(($0.key, $0.entity), ($1.key, $1.entity)) }
        return sorted.map { ($0.entity, rows.entry(of: $0.row)) }
    }

    /// The items that are not in the trash, section by section.
    ///
    /// An item whose parent is not shown, and every item of a cycle of parents, is at the top level of its section.
    package var outline: [ListSection] {
        let rows = rows(.order)
        return outline(of: rows).map { section, shown in
            let items = shown.compactMap { row, depth in rows.item(row).map { OutlineItem(item: $0, depth: depth) } }
            return ListSection(section: section, items: items)
        }
    }

    /// A row of the outline, with the number of items above it in the tree.
    typealias OutlineRow = (row: UInt32, depth: Int)

    /// The outline without the contents of the items; needs the part `order`.
    func outline(of rows: ListRows) -> [(section: SectionState?, rows: [OutlineRow])] {
        let sections = sections
        let nesting = Nesting(rows)
        let numbers = Dictionary(uniqueKeysWithValues: zip(sections.lazy.map(\.entity), 1...))
        var tops = [[UInt32]](repeating: [], count: sections.count + 1)
        var below: [UInt32: [UInt32]] = [:]
        for row in rows.items where rows.facts(of: row).isVisible {
            if let parent = nesting.parents[row] {
                below[parent, default: []].append(row)
            } else {
                let section = rows.facts(of: row).hasSection ? rows.place(of: row)?.section : nil
                tops[section.flatMap { numbers[$0] } ?? 0].append(row)
            }
        }
        let outlines = tops.map { Self.outline(of: $0, below) }
        var outline: [(section: SectionState?, rows: [OutlineRow])] = outlines[0].isEmpty ? [] : [(nil, outlines[0])]
        for (section, rows) in zip(sections, outlines.dropFirst()) { outline.append((section, rows)) }
        return outline
    }

    /// Returns each item, followed by its subitems.
    private static func outline(of tops: [UInt32], _ below: [UInt32: [UInt32]]) -> [OutlineRow] {
        var outline: [OutlineRow] = []
        var stack: [OutlineRow] = tops.reversed().map { ($0, 0) }
        while let (row, depth) = stack.popLast() {
            outline.append((row, depth))
            stack += (below[row] ?? []).reversed().map { ($0, depth + 1) }
        }
        return outline
    }

    /// The key of the last item, in the trash or not; a new last item goes after it.
    package var lastKey: [UInt8]? {
        let rows = rows(.order)
        return rows.lastItem.map { rows.place(of: $0)?.key ?? [] }
    }

    /// The competing values of the list and of its entities that are not in the trash: by entity, then by field.
    package var conflicts: [FieldConflict] { rows().conflicts }
}

extension RowGroup {
    /// The entities of a kind that are not in the trash; nil for items, and for kinds that are not in a list.
    fileprivate init?(_ kind: EntityKind) {
        switch kind {
        case .section: self = .sections
        case .formField: self = .formFields
        case .record: self = .records
        case .observation: self = .observations
        case .item, .member: return nil
        }
    }
}
