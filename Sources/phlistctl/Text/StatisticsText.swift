import PhlistControl
import PhlistVocabulary

/// Statistics as tables with bars and as fields.
struct StatisticsText {
    private let style: Style
    /// The width for the bars and the words beside them, in columns.
    private let columns: Int

    /// Creates the usual layout for a context.
    init(_ context: Context) {
        style = context.style
        columns = min(context.window?().columns ?? Invocation.helpColumns, Limits.columnsMax)
    }

    func page(_ reply: StatisticsReply) -> Page {
        let isEmpty = reply.periods.last.map { $0.doneCount == 0 } ?? true
        return Page(
            words: [counts(reply)] + (isEmpty ? [] : members(reply.periods) + weeks(reply.weeks)),
            rows: rows(reply),
            ids: (reply.periods.last?.members ?? []).map(\.id)
        )
    }

    private func counts(_ reply: StatisticsReply) -> TerminalText {
        let title: TerminalText = reply.listTitle.map { "\($0)" } ?? .count(reply.listCount, "list")
        let states = "\(reply.openCount) open, \(reply.doneCount) done, \(reply.cancelledCount) cancelled"
        return "\(style.heading(title)): \(states)"
    }

    // MARK: Members

    /// Returns a row for each member and a column for each period.
    private func members(_ periods: [StatisticsReply.Period]) -> [TerminalText] {
        let everybody = periods.last?.members ?? []
        let shares = everybody.map { member in
            cells(name(member), periods.map { share(of: member, in: $0) })
        }
        let all = everybody.count > 1 ? [cells("all", periods.map { "\($0.doneCount)" })] : []
        let medians = cells("median time", periods.map { $0.medianSeconds.map { TimeSpan.text(seconds: $0) } ?? "-" })
        let heads = cells("Done by", periods.map(Self.head))
        let lines = Table.lines(Self.aligned([heads] + shares + all + [medians]), indent: "  ")
        return lines.prefix(1).map { style.heading($0) } + lines.dropFirst()
    }

    private func cells(_ first: TerminalText, _ others: [String]) -> [TerminalText] {
        [first] + others.map { TerminalText(data: $0) }
    }

    /// Moves the cells after the first one to the right of their columns.
    private static func aligned(_ rows: [[TerminalText]]) -> [[TerminalText]] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].width }.max() ?? 0 }
        return rows.map { row in
            row.enumerated().map { column, cell in
                guard column > 0 else { return cell }
                return "\(TerminalText(data: "").padded(to: widths[column] - cell.width))\(cell)"
            }
        }
    }

    private static func head(_ period: StatisticsReply.Period) -> String {
        period.days == 1 ? "today" : "\(period.days) days"
    }

    private func name(_ member: StatisticsReply.Member) -> TerminalText {
        "\(member.name ?? "the house")"
    }

    private func share(of member: StatisticsReply.Member, in period: StatisticsReply.Period) -> String {
        String(period.members.first { $0.id == member.id }?.doneCount ?? 0)
    }

    // MARK: Weeks

    /// Returns a bar for each week.
    private func weeks(_ weeks: [StatisticsReply.Week]) -> [TerminalText] {
        let days = weeks.map { TerminalText(data: DateText.withYear($0.monday)) }
        let dayWidth = days.map(\.width).max() ?? 0
        let most = weeks.map(\.doneCount).max() ?? 0
        let room = max(1, columns - dayWidth - "\(most)".count - "      ".count)
        let lines = zip(weeks, days).map { week, day -> TerminalText in
            let bar = Self.bar(week.doneCount, of: most, in: min(room, Self.barColumnsMax))
            let day = day.padded(to: dayWidth)
            return bar.isEmpty ? "  \(day)  0" : "  \(day)  \(style.good(TerminalText(data: bar))) \(week.doneCount)"
        }
        return ["  \(style.heading("Done in the week from"))"] + lines
    }

    /// Bars that are longer are not easier to compare.
    private static let barColumnsMax = 40

    /// Returns a bar; at least one column for anything but zero.
    private static func bar(_ count: Int, of most: Int, in columns: Int) -> String {
        guard count > 0 else { return "" }
        return String(repeating: "█", count: max(1, count * columns / most))
    }

    // MARK: Fields

    private func rows(_ reply: StatisticsReply) -> [[String]] {
        let counts = [("open", reply.openCount), ("done", reply.doneCount), ("cancelled", reply.cancelledCount)]
        return counts.map { ["now", "", $0.0, String($0.1)] }
            + reply.periods.flatMap { period in
                period.members.map { ["member", period.since.description, $0.name ?? "", String($0.doneCount)] }
                    + (period.medianSeconds.map { [["median", period.since.description, "", String($0)]] } ?? [])
            }
            + reply.weeks.map { ["week", $0.monday.description, "", String($0.doneCount)] }
    }
}
