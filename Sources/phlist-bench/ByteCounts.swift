import PhlistModel
import PhlistVocabulary

/// The size of each kind of op in a batch, compared with the identifier and the value alone.
enum ByteCounts {
    static func rows() -> [Row] {
        let entity = EntityID(rawValue: 0x0123_4567_89AB_CDEF)
        let title = "item with number 1000000"
        let key = PlaceKey.place(1, among: [], at: 0, by: SeededList.writer).keys[0]
        return [
            row("new item, title of 24 B", SeededList.addition(0, at: key), payload: 8 + title.utf8.count),
            row("tick", .write(entity, [FieldWrite(.state, WorkState.done)]), payload: 8 + 1),
            row("new title of 24 B", edit(entity, FieldWrite(.title, text: title)), payload: 8 + 24),
            row("due date", edit(entity, FieldWrite(.due, [7, 234, 11, 21])), payload: 8 + 4),
            row("tag of 6 B", edit(entity, .insert("garden", into: .tags)), payload: 8 + 6),
            row("move", .write(entity, [FieldWrite(.place, Place(key: key).encoded)]), payload: 8 + key.count),
            row("into the trash", .write(entity, [FieldWrite(.life, Life.dead)]), payload: 8 + 1),
            row("purge", .purge(entity), payload: 8),
            headerRow(),
        ]
    }

    /// An edit of content also marks the item alive, so that it beats a concurrent delete.
    private static func edit(_ entity: EntityID, _ write: FieldWrite) -> Op {
        .write(entity, [write, FieldWrite(.life, Life.alive)])
    }

    private static func row(_ name: String, _ op: Op, payload: Int) -> Row {
        Row(
            name: "bytes per op: \(name)",
            unit: "B",
            measured: Double(op.encodedSize),
            floorName: "the item's id and the value",
            floor: Double(payload)
        )
    }

    private static func headerRow() -> Row {
        let header = BatchHeader(
            by: MemberID(rawValue: 1),
            number: 1_000,
            previous: BatchName(rawValue: 1),
            opCount: 1,
            stamp: Stamp(milliseconds: 1_800_000_000_000),
            group: 1,
            context: []
        )
        let op = Op.write(EntityID(rawValue: 1), [FieldWrite(.state, WorkState.done)])
        let size = Batch(header: header, ops: [op]).bytes.count - op.encodedSize
        return Row(
            name: "bytes per batch beside its ops",
            unit: "B",
            measured: Double(size),
            floorName: "member, stamp and group",
            floor: 16 + 8 + 8
        )
    }
}
