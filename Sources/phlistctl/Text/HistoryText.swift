import PhlistControl

/// The history as text and as fields.
struct HistoryText {
    var dates: DateText
    var clock: Clock

    /// Returns a line for each action: time, member and device, list, and changes.
    func page(_ entries: [HistoryEntryView], showsList: Bool) -> Page {
        let cells = entries.map { entry -> [TerminalText] in
            let list: [TerminalText] = showsList ? ["\(entry.listTitle ?? "-")"] : []
            return ["\(clock.dateTime(entry.at))", who(entry)] + list + [what(entry)]
        }
        return Page(
            words: Table.lines(cells),
            rows: entries.flatMap(rows),
            ids: entries.flatMap { $0.changes.map(\.id) }
        )
    }

    private func who(_ entry: HistoryEntryView) -> TerminalText {
        let device: TerminalText = entry.device.map { " on \($0)" } ?? ""
        return "\(entry.by ?? "the house")\(device)"
    }

    private func what(_ entry: HistoryEntryView) -> TerminalText {
        let sentence = ChangeText(dates: dates).sentence(entry.changes)
        switch entry.kind {
        case .ordinary: return sentence
        case .undo: return "undo: \(sentence)"
        case .redo: return "redo: \(sentence)"
        }
    }

    /// Returns a row for each changed value.
    private func rows(_ entry: HistoryEntryView) -> [[String]] {
        entry.changes.map { change in
            [
                String(entry.at), entry.by ?? "", entry.device ?? "", entry.listTitle ?? "",
                entry.kind.rawValue, change.id, change.kind.rawValue, change.title, change.field,
                change.value ?? "", change.previous ?? "",
            ]
        }
    }
}
