import PhlistControl
import PhlistVocabulary

/// Records as text and as fields.
///
/// A row is the key, then valid, invalid or trashed, then the other values; keys stand for ids.
enum RecordText {
    /// Returns the records of a form below its field names; invalid records are marked, with the reason at the end.
    static func table(_ reply: RecordsReply, _ style: Style) -> Page {
        guard !reply.records.isEmpty else { return page([], []) }
        let hasTrash = reply.records.contains(where: \.isTrashed)
        let heading = [""] + reply.form.fields.map { style.heading("\($0.name)") }
        let cells = reply.records.map { record -> [TerminalText] in
            let faults = record.fields.compactMap { field in field.fault.map { "\(field.name): \($0)" } }
            let values = record.fields.map { field -> TerminalText in "\(field.value)" }
            let trash: [TerminalText] = hasTrash ? [record.isTrashed ? "(removed)" : ""] : []
            return [faults.isEmpty ? "" : style.warning("!")] + values + trash
                + [faults.isEmpty ? "" : style.warning("\(faults.joined(separator: "; "))")]
        }
        return page(reply.records, Table.lines([heading] + cells))
    }

    /// Returns all fields of a record.
    static func details(_ form: FormView, _ record: RecordView, _ clock: Clock, _ style: Style) -> Page {
        page([record], words(form, record, clock, style))
    }

    /// Returns all fields and observations of a record.
    static func history(_ form: FormView, _ record: RecordView, _ clock: Clock, _ style: Style) -> Page {
        let observations = record.observations.map { observation -> [TerminalText] in
            let note: TerminalText = observation.note.isEmpty ? "" : "\(observation.note)"
            let person = "\(observation.by ?? "the house")"
            return ["\(clock.dateTime(observation.at))", "\(observation.mode.name)", "\(person)", note]
        }
        let seen: [TerminalText] = observations.isEmpty ? ["  not observed yet"] : ["  observed"]
        let lines = seen + Table.lines(observations, indent: "    ")
        return page([record], words(form, record, clock, style) + lines)
    }

    static func saved(_ reply: SaveRecordReply) -> TerminalText {
        switch reply.result {
        case .added: "added \(reply.record.key) to \(reply.form.title)"
        case .updated: "updated \(reply.record.key) in \(reply.form.title)"
        case .unchanged: "nothing to change: \(reply.record.key) in \(reply.form.title)"
        }
    }

    /// Returns the numbers of records that an import added, updated and left alone.
    static func imported(_ reply: ChangeRecordsReply, newCount: Int) -> TerminalText {
        let (updated, unchanged) = (reply.changed.count - newCount, reply.unchanged.count)
        let words: TerminalText =
            newCount == 0 && updated > 0
            ? "updated \(TerminalText.count(updated, "record")) in \(reply.form.title)"
            : "imported \(TerminalText.count(newCount, "record")) into \(reply.form.title)"
        let changed: TerminalText = newCount > 0 && updated > 0 ? "; updated \(updated)" : ""
        let rest: TerminalText = unchanged == 0 ? "" : "; \(unchanged) already there, left as they were"
        return "\(words)\(changed)\(rest)"
    }

    /// Returns the observation that was just added.
    static func observed(_ reply: RecordReply) -> TerminalText {
        let last = reply.record.observations.last
        let mode: TerminalText = last.map { "\($0.mode.name)" } ?? ""
        let note: TerminalText = last.map { $0.note.isEmpty ? "" : ", \"\($0.note)\"" } ?? ""
        return "observed \(reply.record.key): \(mode)\(note)"
    }

    /// Returns a page about changed records.
    static func page(_ records: [RecordView], _ words: [TerminalText]) -> Page {
        let rows = records.map { [$0.key, state($0)] + $0.fields.dropFirst().map(\.value) }
        return Page(words: words, rows: rows, ids: records.map(\.key))
    }

    private static func state(_ record: RecordView) -> String {
        if record.isTrashed { return "trashed" }
        return record.fields.contains { $0.fault != nil } ? "invalid" : "valid"
    }

    private static func words(
        _ form: FormView,
        _ record: RecordView,
        _ clock: Clock,
        _ style: Style
    ) -> [TerminalText] {
        let fields = record.fields.map { field -> [TerminalText] in
            let fault: TerminalText = field.fault.map { style.warning("! \($0)") } ?? ""
            return ["\(field.name)", field.value.isEmpty ? fault : "\(field.value)", field.value.isEmpty ? "" : fault]
        }
        let conflicts = record.conflicts.map { [style.warning("conflict"), conflict($0, clock)] }
        let acts: [[TerminalText]] = [
            ["added", "\(clock.dateTime(record.createdAt)) by \(record.createdBy ?? "the house")"],
            ["changed", "\(clock.dateTime(record.updatedAt)) by \(record.updatedBy ?? "the house")"],
        ]
        let trash: TerminalText = record.isTrashed ? ", in the trash" : ""
        return ["\(style.heading("\(record.key)")) in \(form.title)\(trash)"]
            + Table.lines(fields + conflicts + acts, indent: "  ")
    }

    private static func conflict(_ conflict: ConflictView, _ clock: Clock) -> TerminalText {
        let values = conflict.values.map { value -> TerminalText in
            "\"\(value.value)\" (\(value.by ?? "the house"), \(clock.dateTime(value.at)))"
        }
        return "\(conflict.field): \(TerminalText.joined(values, separator: " or "))"
    }
}
