import PhlistControl
import PhlistVocabulary

/// Saved filters, and the view of all lists.
extension Script {
    static let filters = [Script(name: "filter", scenes: filter + use), Script(name: "list-view", scenes: overall)]

    private static var week: FilterView {
        var week = FilterView(name: "week")
        (week.due, week.sort, week.isFlat) = ("week", .due, true)
        return week
    }

    /// A filter with everything, whose list and member are gone.
    private static var gone: FilterView {
        var filter = FilterView(name: "e\u{1B}[2Jvil")
        filter.lists = [
            .init(name: "Shop's", id: "kqzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx/kkkkkkkkkkkkkkkk"),
            .init(name: "G\u{202E}n", id: "pqzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", isGone: true),
        ]
        filter.assignee = .init(name: "cleo", id: "mmmmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", isGone: true)
        (filter.state, filter.all, filter.tags, filter.priority) = (.done, true, ["sun", "rain"], .high)
        (filter.due, filter.isReversed, filter.isFlat, filter.isLong) = ("next week", true, false, true)
        return filter
    }

    private static var mine: FilterView {
        var filter = FilterView(name: "Mine")
        (filter.mine, filter.lists) = (true, [.init(name: "Shopping", id: "kqzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx")])
        return filter
    }

    private static var nobodys: FilterView {
        var filter = FilterView(name: "nobody's")
        (filter.isUnassigned, filter.due) = (true, "none")
        return filter
    }

    private static func one(_ filter: FilterView, isChanged: Bool = true) -> FilterReply {
        FilterReply(filter: filter, isChanged: isChanged)
    }

    private static var filter: [Scene] {
        let save = ["filter", "save", "week", "--due", "week", "--sort", "due", "--flat"]
        let answers = [ControlRoute.saveFilter: [ScriptedDaemon.Answer.reply(one(week))]]
        let none = [ControlRoute.filters: [ScriptedDaemon.Answer.reply(FiltersReply(filters: []))]]
        let exists = ControlError(
            .invalid,
            "there is already a filter \"week\"; nothing was changed",
            hint: "to replace it: phlistctl filter save --replace …"
        )
        let many = ["Shopping", "Garden/Beds", "--all", "-a", "ben", "--tag", "#sun,rain", "--tag", "a"]
        return Scene.everyForm(["filter", "ls"], .filters, FiltersReply(filters: [week, gone, mine, nobodys]))
            + Scene.everyForm(["filter", "show", "evil"], .filters, FiltersReply(filters: [gone]))
            + Scene.everyForm(save, .saveFilter, one(week))
            + Scene.everyForm(["filter", "rename", "week", "days"], .renameFilter, one(week))
            + Scene.everyForm(["filter", "rm", "week"], .removeFilter, one(week))
            + [
                Scene(arguments: ["filter", "ls"], answers: none),
                Scene(arguments: ["filter", "save", "all", "--replace", "--prio", "high"] + many, answers: answers),
                Scene(
                    arguments: save,
                    answers: [.saveFilter: [.reply(one(week, isChanged: false))]]
                ),
                Scene(arguments: ["filter", "save", "x", "--mine", "--no-flat", "-n"], answers: answers),
                Scene(arguments: ["filter", "save", "x"]),
                Scene(arguments: ["filter", "save", "x", "--due", "someday"]),
                Scene(arguments: ["filter", "save", "x", "--prio", "none"]),
                Scene(arguments: ["filter", "save", "x", "--mine", "--assign", "ben"]),
                Scene(arguments: ["filter", "save", "x", "--tag", ","]),
                Scene(arguments: ["filter", "save", "x", ""]),
                Scene(arguments: ["filter"]),
            ] + Scene.refused(save, .saveFilter, exists)
    }

    private static var use: [Scene] {
        func scene(_ filter: FilterView, _ arguments: [String] = []) -> Scene {
            Scene(
                arguments: ["ls", "--filter", filter.name] + arguments,
                answers: [
                    .filters: [.reply(FiltersReply(filters: [filter]))],
                    .items: [.reply(ItemsReply(items: [.milk]))],
                ]
            )
        }
        let none = ControlError(.notFound, "no filter \"wek\"; did you mean \"week\"?")
        return [
            scene(week), scene(week, ["Garden", "--due", "today", "--no-flat", "--tag", "sun", "--tag", "rain"]),
            scene(week, ["--plain", "--sort", "name", "--reverse", "--as", "ben"]),
            scene(mine, ["--state", "done"]), scene(mine, ["--assign", "none"]), scene(nobodys), scene(gone),
            scene(gone, ["Shopping"]), scene(gone, ["Shopping", "--mine", "--state", "open"]),
        ] + Scene.refused(["ls", "--filter", "wek"], .filters, none)
    }

    private static var overall: [Scene] {
        let full = OverallViewReply(
            view: .init(sort: .due, isReversed: false, showsDone: true, isFlat: true, isLong: true),
            isChanged: true
        )
        let usual = OverallViewReply(view: .init())
        var all = ItemsReply(items: [.milk, .weed])
        (all.isFlat, all.isLong) = (true, true)
        return Scene.everyForm(["list", "view", "--sort", "due", "--flat", "yes"], .setOverallView, full)
            + [
                Scene(arguments: ["list", "view"], answers: [.overallView: [.reply(usual)]]),
                Scene(
                    arguments: ["list", "view", "--mine", "--show-done", "no", "--reverse", "yes", "--long", "no"],
                    answers: [.setOverallView: [.reply(full)]]
                ),
                Scene(arguments: ["list", "view", "--reset"], answers: [.setOverallView: [.reply(usual)]]),
                Scene(arguments: ["list", "view", "--mine"]),
                Scene(arguments: ["list", "view", "Shopping", "--flat", "yes"]),
                Scene(arguments: ["ls"], answers: [.items: [.reply(all)]]),
                Scene(arguments: ["ls", "--no-flat", "--no-long"], answers: [.items: [.reply(all)]]),
                Scene(arguments: ["mine"], answers: [.items: [.reply(all)]]),
            ]
    }
}
