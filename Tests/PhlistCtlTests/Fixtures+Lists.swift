import PhlistControl
import PhlistVocabulary

extension ListView {
    /// The same list with other values.
    func with(_ change: (inout ListView) -> Void) -> ListView {
        var list = self
        change(&list)
        return list
    }

    /// One list for each way in which a row can look.
    static let everyKind: [ListView] = [
        .shopping.with { ($0.percent, $0.isDefault, $0.nearestDue) = (33, true, CivilDate("2026-11-20")) },
        .garden.with { ($0.due, $0.nearestDue) = (CivilDate("2026-11-22T18:00"), CivilDate("2026-11-22T18:00")) },
        .evil.with { ($0.due, $0.percent, $0.conflictCount) = (CivilDate("2026-12-24"), 0, 2) }
            .with { $0.nearestDue = CivilDate("2026-11-21") },
        .records,
        .closed("nzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", "Camping", .done, daysAgo: 0),
        .closed("ozzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", "Moving", .done, daysAgo: 400, open: 1),
        .closed("pzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", "Sailing", .cancelled, daysAgo: 3),
    ]

    static let records = ListView(
        id: "qzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx",
        title: "Students",
        kind: .form,
        openCount: 0,
        doneCount: 0,
        recordCount: 12,
        visibility: .participants,
        owner: "anna",
        createdAt: .now,
        updatedAt: .now
    )

    private static func closed(
        _ id: String,
        _ title: String,
        _ state: WorkState,
        daysAgo: Int64,
        open: Int = 0
    ) -> ListView {
        ListView(
            id: id,
            title: title,
            state: state,
            closedAt: .now - daysAgo * 86_400_000,
            closedBy: "ben",
            openCount: open,
            doneCount: 3,
            visibility: .household,
            owner: "anna",
            createdAt: .now - 900 * 86_400_000,
            updatedAt: .now
        )
    }
}

extension SectionView {
    static let dairy = SectionView(
        id: "kzzmtlnxkqzmtlnx",
        name: "Dairy",
        listID: ListView.shopping.id,
        listTitle: "Shopping",
        openCount: 2
    )
    static let fruit = SectionView(
        id: "lzymtlnxkqzmtlnx",
        name: "Fruit \u{1B}[2J",
        listID: ListView.shopping.id,
        listTitle: "Shopping",
        openCount: 0
    )
}
