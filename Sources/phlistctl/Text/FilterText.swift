import PhlistControl
import PhlistVocabulary

/// Saved filters as text and as fields.
enum FilterText {
    /// Returns the filters with the options of `ls` that they stand for.
    static func table(_ filters: [FilterView], _ style: Style) -> Page {
        let cells = filters.map { filter -> [TerminalText] in
            let mark: [TerminalText] = gone(filter).isEmpty ? [] : [style.warning("names what is gone")]
            return [style.heading("\(filter.name)"), "\(options(filter))"] + mark
        }
        return page(filters, Table.lines(cells))
    }

    /// Returns a page about filters.
    static func page(_ filters: [FilterView], _ words: [TerminalText]) -> Page {
        let rows = filters.map { [$0.name, options($0), gone($0).map(\.name).joined(separator: ",")] }
        return Page(words: words, rows: rows, ids: filters.map(\.name))
    }

    /// Returns one filter as the command that it stands for, and what is gone of it.
    static func details(_ filter: FilterView, _ style: Style) -> [TerminalText] {
        ["phlistctl ls \(options(filter))"]
            + gone(filter).map { style.warning("gone, or no longer shown to you: \($0.name)") }
    }

    /// Returns the lists and the member of a filter that are gone.
    private static func gone(_ filter: FilterView) -> [FilterView.Named] {
        (filter.lists + [filter.assignee].compactMap(\.self)).filter { $0.isGone == true }
    }

    /// Returns the arguments of `ls` that a filter stands for, as they can be typed.
    static func options(_ filter: FilterView) -> String {
        let assignee = filter.isUnassigned == true ? "none" : filter.assignee?.name
        let values: [(option: String, value: String?)] = [
            ("state", filter.state?.name), ("assign", assignee), ("due", filter.due),
            ("tag", filter.tags.isEmpty ? nil : filter.tags.joined(separator: ",")), ("prio", filter.priority?.name),
            ("sort", filter.sort?.name),
        ]
        let flags: [(option: String, isOn: Bool?)] = [
            ("all", filter.all), ("mine", filter.mine), ("reverse", filter.isReversed), ("flat", filter.isFlat),
            ("long", filter.isLong),
        ]
        let words =
            filter.lists.map { $0.name.asWord }
            + values.compactMap { option, value in value?.asValue(of: "--\(option)") }
            + flags.compactMap { option, isOn in isOn.map { $0 ? "--\(option)" : "--no-\(option)" } }
        return words.joined(separator: " ")
    }
}
