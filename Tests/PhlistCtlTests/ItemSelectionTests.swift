import PhlistControl
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import phlistctl

/// Selections of items: what was typed, what was saved, and both together.
struct ItemSelectionTests {
    /// Parses arguments of `ls`.
    private static func selection(_ arguments: [String]) throws -> ItemSelection {
        let ls = try #require(try Phlistctl.parsed(["ls"] + arguments) as? Ls)
        return try ls.conditions.selection(in: ls.lists)
    }

    /// Returns the filter that would be saved, as the daemon would show it to whoever sees all that it names.
    private static func filter(_ selection: ItemSelection) -> FilterView {
        var filter = FilterView(name: "x")
        filter.lists = selection.lists.map { .init(name: $0, id: $0) }
        (filter.state, filter.all, filter.mine) = (selection.state, selection.isAll ? true : nil, nil)
        filter.mine = selection.isMine ? true : nil
        if selection.assignee == "none" {
            filter.isUnassigned = true
        } else {
            filter.assignee = selection.assignee.map { .init(name: $0, id: $0) }
        }
        (filter.due, filter.tags, filter.priority) = (selection.due, selection.tags, selection.priority)
        (filter.sort, filter.isReversed) = (selection.sort, selection.isReversed)
        (filter.isFlat, filter.isLong) = (selection.isFlat, selection.isLong)
        return filter
    }

    private static let words: [[[String]]] = [
        [[], ["Garden"], ["Rue Monge", "it's"]], [[], ["--all"], ["--state", "done"]],
        [[], ["--mine"], ["--assign", "none"], ["-a", "Zoë B"]], [[], ["--due", "next week"], ["-d", "none"]],
        [[], ["--tag", "sun"], ["--tag", "a,b", "--tag", "#c"]], [[], ["--prio", "low"]],
        [[], ["--sort", "name"]], [[], ["--reverse"], ["--no-reverse"]], [[], ["--flat"], ["--no-flat"]],
        [[], ["--long"], ["--no-long"]],
    ]

    private static func arguments(_ random: inout SeededRandom) -> [String] {
        words.flatMap { $0.randomElement(using: &random) ?? [] }
    }

    /// Splits the words that a shell would make of a line.
    private static func shellWords(_ line: String) -> [String] {
        var (words, quote, isEscaped): ([String], Character?, Bool) = ([""], nil, false)
        for character in line {
            switch character {
            case _ where isEscaped:
                words[words.count - 1].append(character)
                isEscaped = false
            case "\\" where quote == nil: isEscaped = true
            case "'" where quote != "\"", "\"" where quote != "'": quote = quote == nil ? character : nil
            case " " where quote == nil: words.append("")
            default: words[words.count - 1].append(character)
            }
        }
        return words.filter { !$0.isEmpty }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `what filter ls prints is what a person would type for the same`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let typed = try Self.selection(Self.arguments(&random))
        let printed = FilterText.options(Self.filter(typed))
        #expect(try Self.selection(Self.shellWords(printed)) == typed, "\(printed)")
        #expect(ItemSelection(Self.filter(typed)) == typed)
        let request = typed.request(toSaveAs: "x", isReplacing: false)
        #expect((request == SaveFilterRequest(name: "x")) == (typed == ItemSelection()))
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `options on top of a filter act as if they had been typed last`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let saved = try Self.selection(Self.arguments(&random))
        let options = Self.words.dropFirst().randomElement(using: &random) ?? []
        let option = options.dropFirst().randomElement(using: &random) ?? []
        let both = saved.changed(by: try Self.selection(option))
        var expected = saved
        let alone = try Self.selection(option)
        switch option.first ?? "" {
        case "--all", "--state": (expected.state, expected.isAll) = (alone.state, alone.isAll)
        case "--mine", "--assign", "-a": (expected.isMine, expected.assignee) = (alone.isMine, alone.assignee)
        case "--due", "-d": expected.due = alone.due
        case "--tag": expected.tags += alone.tags.filter { !saved.tags.contains($0) }
        case "--prio": expected.priority = alone.priority
        case "--sort": expected.sort = alone.sort
        case "--reverse", "--no-reverse": expected.isReversed = alone.isReversed
        case "--flat", "--no-flat": expected.isFlat = alone.isFlat
        default: expected.isLong = alone.isLong
        }
        #expect(both == expected, "\(option)")
        #expect(saved.changed(by: ItemSelection()) == saved && ItemSelection().changed(by: saved) == saved)
        #expect(saved.changed(by: try Self.selection(["Trip"])).lists == ["Trip"])
    }

    @Test func `a filter that names what is gone shows nothing, until an option takes its place`() throws {
        let saved = try Self.selection(["Garden", "Trip", "-a", "ben"])
        var filter = Self.filter(saved)
        #expect(throws: Never.self) { try saved.checkIsComplete(filter) }
        filter.lists[1].isGone = true
        let other = saved.changed(by: try Self.selection(["Home"]))
        #expect(throws: ControlError.self) { try saved.checkIsComplete(filter) }
        #expect(throws: Never.self) { try other.checkIsComplete(filter) }
        filter.assignee?.isGone = true
        #expect(throws: ControlError.self) { try other.checkIsComplete(filter) }
        #expect(throws: Never.self) { try other.changed(by: try Self.selection(["--mine"])).checkIsComplete(filter) }
    }

    @Test func `words for a date mean the day of each use`() throws {
        let selection = try Self.selection(["--due", "tomorrow"])
        for (milliseconds, day) in [(Int64.now, "2026-11-22"), (.now + 10 * 86_400_000, "2026-12-02")] {
            let clock = Clock(now: { milliseconds }, zoneOffset: { _ in 3600 })
            #expect(try selection.query(clock).due == day)
        }
        #expect(try Self.selection(["--due", "week"]).query(.fixed).due == "week")
        #expect(try Self.selection(["--due", "NONE"]).query(.fixed).due == ItemsQuery.noDue)
    }
}
