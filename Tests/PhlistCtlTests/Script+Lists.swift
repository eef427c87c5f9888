import PhlistControl
import PhlistVocabulary

extension Script {
    static let lists = [
        Script(name: "overview", scenes: overview),
        Script(name: "list", scenes: list),
        Script(name: "list-new", scenes: listNew),
        Script(name: "list-show", scenes: listShow),
        Script(name: "list-change", scenes: listChange),
        Script(name: "list-copy", scenes: listCopy),
        Script(name: "section", scenes: section),
        Script(name: "import", scenes: imports),
        Script(name: "export", scenes: exports),
    ]

    private static let noList = ControlError(
        .notFound,
        "no list \"Gardn\"",
        hint: "see phlistctl list ls, or make it: phlistctl list new Gardn"
    )

    private static var overview: [Scene] {
        let due = [(ItemView.milk, "2026-11-20"), (.evil, "2026-11-21T10:00"), (.weed, "2026-11-21")].compactMap {
            item,
            day in CivilDate(day).map { OverviewReply.DueItem(item: item, due: $0) }
        }
        let full = OverviewReply(lists: ListView.everyKind, due: due, dueCount: 12, conflictCount: 2)
        let empty = [ControlRoute.overview: [ScriptedDaemon.Answer.reply(OverviewReply(lists: []))]]
        let one = OverviewReply(lists: [.shopping], conflictCount: 1)
        return Scene.everyForm([], .overview, full)
            + [Scene(arguments: [], answers: [.overview: [.reply(one)]])]
            + [[], ["--json"], ["-q"]].map { Scene(arguments: $0, answers: empty) }
    }

    private static var list: [Scene] {
        let trashed = ListView.garden.with { $0.isTrashed = true }
        let expanded = ListsReply(
            lists: [.shopping, .garden],
            items: [.milk, .bread.with(state: .done), .weed.with(state: .cancelled)]
        )
        let empty = [ControlRoute.lists: [ScriptedDaemon.Answer.reply(ListsReply(lists: []))]]
        let all = ListsReply(lists: ListView.everyKind + [trashed])
        return Scene.everyForm(["list", "ls", "--all"], .lists, all)
            + Scene.everyForm(["list", "ls", "--expand", "Shopping"], .lists, expanded)
            + [
                Scene(
                    arguments: ["list", "ls", "--state", "done", "--sort", "name", "--reverse", "--expand"],
                    answers: empty
                ),
                Scene(arguments: ["list", "ls"], answers: empty),
                Scene(arguments: ["list", "ls", "--state", "finished"]),
                Scene(arguments: ["list", "ls", "--sort", "manual"]),
                Scene(arguments: ["list"]),
            ] + Scene.refused(["list", "ls", "Gardn"], .lists, noList)
    }

    private static var listNew: [Scene] {
        let full = ListView.garden.with {
            ($0.due, $0.description) = (CivilDate("2026-11-22T18:00"), "two\nlines")
            ($0.openCount, $0.doneCount) = (2, 1)
        }
        let place: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .lists: [.reply(ListsReply(lists: [.shopping, .garden, .evil]))]
        ]
        let answers = place.merging([.newList: [.reply(ListReply(list: full))]]) { $1 }
        let twin = ListReply(list: .garden, namesakes: [.shopping.with { $0.title = "Garden" }])
        let twins = place.merging([.newList: [.reply(twin)]]) { $1 }
        let open = ListView.garden.with { ($0.id, $0.visibility) = ("mzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", .household) }
        let alike = place.merging([.newList: [.reply(ListReply(list: open, namesakes: twin.namesakes))]]) { $1 }
        let everything = [
            "list", "new", "Garden", "--due", "tomorrow 18:00", "--desc", "-", "--private", "--sort", "name",
            "--template", "Balcony",
        ]
        return Scene.everyForm(["list", "new", "Garden"], .newList, ListReply(list: .garden), then: place)
            + [
                Scene(arguments: everything, answers: answers, input: "two\nlines\n"),
                Scene(arguments: ["list", "new", "Garden", "--due", "none"], answers: answers),
                Scene(
                    arguments: ["-n", "list", "new", "Garden"],
                    answers: answers
                ),
                Scene(arguments: ["list", "new", "Garden"], answers: twins),
                Scene(arguments: ["list", "new", "Garden"], answers: alike),
                Scene(arguments: ["list", "new", "Garden", "-n"], answers: alike), amongMany(0), amongMany(5),
                amongMany(9),
                Scene(arguments: ["list", "new", "Garden", "-q"], answers: [.newList: [.reply(twin)]]),
                Scene(arguments: ["list", "new", #"a\/c"#], answers: twins),
                Scene(arguments: ["list", "new"]),
                Scene(arguments: ["list", "new", "Garden", "--due", "someday"]),
                Scene(arguments: ["list", "new", "Garden", "--due", "31.2."]),
                Scene(arguments: ["list", "new", "Garden", "--sort", "colour"]),
                Scene(arguments: ["list", "new", String(repeating: "x", count: 1025)]),
            ] + Scene.refused(["list", "new", ""], .newList, ControlError(.invalid, "a title is empty"))
    }

    /// The new list at a place among ten.
    private static func amongMany(_ index: Int) -> Scene {
        var lists = (1...9).map { number in
            ListView.shopping.with { ($0.id, $0.title) = ("\(number)", "list \(number)") }
        }
        lists.insert(.garden, at: index)
        return Scene(
            arguments: ["list", "new", "Garden"],
            answers: [.lists: [.reply(ListsReply(lists: lists))], .newList: [.reply(ListReply(list: .garden))]]
        )
    }

    private static var listShow: [Scene] {
        let full = ListView.evil.with {
            ($0.due, $0.nearestDue) = (CivilDate("2026-11-20"), CivilDate("2026-11-19T08:00"))
            ($0.description, $0.percent, $0.owner) = ("one\n\u{1B}[31mtwo", 25, "anna")
            ($0.doneCount, $0.cancelledCount, $0.conflictCount) = (2, 1, 3)
            ($0.deletion, $0.view) = (.cancelOnly, ListView.View(sort: .due, isReversed: true, showsDone: true))
            $0.isDefault = true
        }
        return Scene.everyForm(["list", "show", "Evil"], .lists, ListsReply(lists: [full]))
            + ListView.everyKind.dropFirst().map {
                Scene(arguments: ["list", "show", "x"], answers: [.lists: [.reply(ListsReply(lists: [$0]))]])
            }
            + [
                Scene(arguments: ["list", "show", "x"], answers: [.lists: [.reply(ListsReply(lists: []))]]),
                Scene(arguments: ["list", "show"]),
            ] + Scene.refused(["list", "show", "Gardn"], .lists, noList)
    }

    private static var listChange: [Scene] {
        let due = ListView.garden.with { $0.due = CivilDate("2026-12-24") }
        let view = ListView.garden.with { $0.view = ListView.View(sort: .name, isReversed: true, showsDone: true) }
        let strict = ListView.garden.with { $0.deletion = .cancelOnly }
        let long = ListView.garden.with { $0.title = "Rue Monge" }
        let slashed = ListView.garden.with { $0.title = "a/c" }
        let dashed = ListView.garden.with { $0.title = "-n" }
        let both = ChangeListsReply(changed: [.shopping], unchanged: [.garden])
        let twin = ChangeListsReply(changed: [.garden], namesakes: [.shopping.with { $0.title = "Garden" }])
        return Scene.everyForm(["list", "done", "Shopping", "Garden"], .changeLists, both)
            + ["cancel", "reopen", "restore"].map { change(["list", $0, "Shopping", "Garden"], both) }
            + [
                change(["list", "rm", "Shopping", "Garden"], both),
                change(["list", "rm", "Rue Monge"], ChangeListsReply(changed: [long])),
                change(["list", "rm", "--", "-n"], ChangeListsReply(changed: [dashed])),
                change(["list", "edit", "Garden", "--due", "24.12.", "--desc", "x"], ChangeListsReply(changed: [due])),
                change(["list", "edit", "Garden", "--due", "none"], ChangeListsReply(changed: [.garden])),
                change(["list", "edit", "Garden", "--due", ""], ChangeListsReply(changed: [.garden])),
                change(
                    ["list", "edit", "Garden", "--title", "Garden"],
                    ChangeListsReply(changed: [], unchanged: [.garden])
                ),
                renamed(["list", "rename", "Yard", "Garden"], twin),
                renamed(["list", "rename", "kqzm", "Garden"], twin),
                renamed(["list", "rename", "Yard", #"a\/c"#], ChangeListsReply(changed: [slashed])),
                change(["list", "edit", "Garden", "--title", #"a\/c"#], ChangeListsReply(changed: [slashed])),
                renamed(["list", "rename", "Garden", "Garden"], ChangeListsReply(changed: [], unchanged: [.garden])),
                change(
                    ["list", "view", "Garden", "--sort", "name", "--reverse", "yes", "--show-done", "no"],
                    ChangeListsReply(changed: [view])
                ),
                Scene(
                    arguments: ["list", "view", "Garden"],
                    answers: [.lists: [.reply(ListsReply(lists: [.garden]))]]
                ),
                change(["list", "deletion", "Garden", "cancel-only"], ChangeListsReply(changed: [strict])),
                change(["list", "deletion", "Garden", "allowed"], ChangeListsReply(changed: [], unchanged: [.garden])),
                edit(leaving: nil), edit(leaving: "Yard\n"), edit(leaving: "Garden\n\nall year\n"),
                edit(leaving: "Yard\n", renamedTo: "Park"), edit(leaving: "\n\nall year\n"),
                Scene(arguments: ["list", "deletion", "Garden", "never"]),
                Scene(arguments: ["list", "view", "Garden", "--reverse", "maybe"]),
                Scene(arguments: ["list", "done"]),
            ] + Scene.refused(["list", "rm", "Gardn"], .changeLists, noList)
    }

    /// An editor that leaves a text for the list, which somebody else may rename meanwhile.
    private static func edit(leaving text: String?, renamedTo title: String? = nil) -> Scene {
        var renamed = ListView.garden
        title.map { renamed.title = $0 }
        let answers: [ControlRoute: [ScriptedDaemon.Answer]] = [
            .lists: [ListView.garden, renamed].map { .reply(ListsReply(lists: [$0])) },
            .changeLists: [.reply(ChangeListsReply(changed: [.garden]))],
        ]
        return Scene(arguments: ["list", "edit", "Garden"], answers: answers, edited: text)
    }

    /// A change of the title of "Yard", whatever it was called by.
    private static func renamed(_ arguments: [String], _ reply: ChangeListsReply) -> Scene {
        let yard = ListsReply(lists: [.garden.with { $0.title = "Yard" }])
        return Scene(arguments: arguments, answers: [.lists: [.reply(yard)], .changeLists: [.reply(reply)]])
    }

    private static func change(_ arguments: [String], _ reply: ChangeListsReply) -> Scene {
        Scene(arguments: arguments, answers: [.changeLists: [.reply(reply)]])
    }

    private static var purge: [Scene] {
        let gone = ChangeListsReply(changed: [.garden.with { $0.isTrashed = true }], unchanged: [])
        let nothing = ChangeListsReply(changed: [], unchanged: [])
        let others = ListView.evil.with { ($0.title, $0.owner) = ("Trip", "ben") }
        let kept = ChangeListsReply(changed: gone.changed, unchanged: [others])
        let keptAlone = ChangeListsReply(changed: [], unchanged: [others])
        return Scene.everyForm(["list", "purge", "Garden", "-y"], .purgeLists, gone)
            + ["y\n", "n\n"].map {
                Scene(
                    arguments: ["list", "purge", "Garden"],
                    answers: [.purgeLists: [.reply(gone)]],
                    isTerminal: true,
                    input: $0
                )
            }
            + [["Garden"], ["--older", "2w", "-n"]].map {
                Scene(arguments: ["list", "purge"] + $0, answers: [.purgeLists: [.reply(gone)]])
            }
            + [
                Scene(arguments: ["list", "purge", "--older", "30d"], answers: [.purgeLists: [.reply(nothing)]]),
                Scene(arguments: ["list", "purge", "--older", "30d", "-y"], answers: [.purgeLists: [.reply(kept)]]),
                Scene(arguments: ["list", "purge", "--older", "30d"], answers: [.purgeLists: [.reply(keptAlone)]]),
                Scene(arguments: ["list", "purge"]), Scene(arguments: ["list", "purge", "--older", "soon"]),
            ]
    }

    private static var listCopy: [Scene] {
        let copy = ListReply(list: .shopping.with { $0.title = "Shopping (copy)" })
        let from = ListView.garden.with { $0.isTrashed = true }
        var merged = MergeListsReply(list: .shopping, from: from, moved: [.weed], joined: [.milk, .bread])
        merged.newViewers = ["ben"]
        merged.formerViewers = ["cleo", "the house"]
        let plain = MergeListsReply(list: .garden, from: .shopping, moved: [], joined: [])
        let cleared = ClearDoneReply(list: .shopping, cleared: [.milk, .bread])
        return Scene.everyForm(["list", "copy", "Shopping"], .copyList, copy)
            + Scene.everyForm(["list", "merge", "Garden", "Shopping"], .mergeLists, merged)
            + Scene.everyForm(["list", "clear-done", "Shopping"], .clearDone, cleared)
            + purge
            + Scene.everyForm(["list", "default", "Shopping"], .setDefaultList, DefaultListReply(list: .shopping))
            + ownView
            + [
                Scene(
                    arguments: ["list", "copy", "Shopping", "Next", "--reset"],
                    answers: [.copyList: [.reply(copy)]]
                ),
                Scene(arguments: ["list", "merge", "Shopping", "Garden"], answers: [.mergeLists: [.reply(plain)]]),
                Scene(
                    arguments: ["list", "clear-done", "Shopping"],
                    answers: [.clearDone: [.reply(ClearDoneReply(list: .shopping, cleared: []))]]
                ),
                Scene(
                    arguments: ["list", "default", "none"],
                    answers: [.setDefaultList: [.reply(DefaultListReply(list: nil))]]
                ),
                Scene(arguments: ["list", "merge", "Shopping"]),
            ] + Scene.refused(["list", "merge", "Gardn", "Shopping"], .mergeLists, noList)
    }

    private static var ownView: [Scene] {
        let own = ListView.shopping.with { $0.ownView = ListView.View(sort: .name, showsDone: true) }
        let words = ["list", "view", "Shopping"]
        return Scene.everyForm(
            words + ["--mine", "--sort", "name"],
            .setOwnView,
            OwnViewReply(list: own, isChanged: true)
        )
            + [
                Scene(
                    arguments: words + ["--reset"],
                    answers: [.setOwnView: [.reply(OwnViewReply(list: .shopping, isChanged: true))]]
                ),
                Scene(arguments: words, answers: [.lists: [.reply(ListsReply(lists: [own]))]]),
                Scene(arguments: ["list", "show", "Shopping"], answers: [.lists: [.reply(ListsReply(lists: [own]))]]),
                Scene(arguments: words + ["--mine"]),
                Scene(arguments: words + ["--reset", "--sort", "name"]),
            ]
    }

    private static var section: [Scene] {
        let both = SectionsReply(sections: [.dairy, .fruit])
        let changed = ChangeSectionsReply(changed: [.dairy, .fruit], unchanged: [])
        let unchanged = ChangeSectionsReply(changed: [], unchanged: [.dairy])
        let answers = [ControlRoute.changeSections: [ScriptedDaemon.Answer.reply(changed)]]
        let none = [ControlRoute.changeSections: [ScriptedDaemon.Answer.reply(unchanged)]]
        let exists = ControlError(.invalid, "Shopping already has the section \"Dairy\"")
        return Scene.everyForm(["section", "ls", "Shopping"], .sections, both)
            + Scene.everyForm(["section", "add", "Shopping", "Dairy", "Fruit"], .addSections, both)
            + Scene.everyForm(["section", "rm", "Shopping/Dairy", "Shopping/Fruit"], .changeSections, changed)
            + [
                Scene(arguments: ["section", "rename", "Shopping/Milk", "Dairy"], answers: answers),
                Scene(arguments: ["section", "rename", "Shopping/Dairy", "Dairy"], answers: none),
                Scene(arguments: ["section", "mv", "Shopping/Dairy", "--top"], answers: answers),
                Scene(arguments: ["section", "mv", "Shopping/Dairy", "--after", "Fruit"], answers: none),
                Scene(arguments: ["section", "mv", "Shopping/Dairy", "--before", "Fruit"], answers: answers),
                Scene(arguments: ["section", "mv", "Shopping/Dairy"]),
                Scene(arguments: ["section", "mv", "Shopping/Dairy", "--top", "--bottom"]),
                Scene(
                    arguments: ["section", "ls", "Shopping"],
                    answers: [.sections: [.reply(SectionsReply(sections: []))]]
                ),
                Scene(arguments: ["section"]),
                Scene(arguments: ["section", "add", "Shopping"]),
            ] + Scene.refused(["section", "add", "Shopping", "dairy"], .addSections, exists)
    }
}
