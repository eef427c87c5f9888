import PhlistControl
import PhlistVocabulary

@testable import phlistctl

extension Script {
    static let itemVerbs = [
        Script(name: "add-fields", scenes: addFields),
        Script(name: "ls-fields", scenes: lsFields),
        Script(name: "show-fields", scenes: showFields),
        Script(name: "edit-fields", scenes: editFields),
        Script(name: "mv", scenes: move),
        Script(name: "due", scenes: due),
        Script(name: "mine", scenes: mine),
        Script(name: "find", scenes: find),
        Script(name: "trash-verbs", scenes: trash),
        Script(name: "merge", scenes: merge),
        Script(name: "purge", scenes: purge),
    ]

    private static let allFields = [
        "-d", "tomorrow 18:00", "-a", "ann", "-t", "Three layers.", "--tag", "birthday,sweet", "--qty", "2 tins",
        "--url", "https://example.org/tins", "--location", "corner shop", "--prio", "high", "--every", "year",
    ]

    private static func added(_ items: [ItemView], existing: [ItemView] = []) -> [ControlRoute: [ScriptedDaemon.Answer]]
    {
        [.addItems: [.reply(AddItemsReply(list: .shopping, isNewList: false, added: items, existing: existing))]]
    }

    private static func items(_ items: [ItemView], _ sort: ItemSort = .manual) -> ItemsReply {
        let lists = Set(items.map(\.listID)).sorted()
        return ItemsReply(
            items: items,
            orders: lists.map { ItemsReply.Order(listID: $0, sort: sort, isReversed: false) }
        )
    }

    private static func changed(_ items: [ItemView], unchanged: [ItemView] = []) -> ChangeItemsReply {
        ChangeItemsReply(changed: items, unchanged: unchanged)
    }

    private static var addFields: [Scene] {
        Scene.everyForm(
            ["add", "Shopping/Kitchen", "birthday cake"] + allFields,
            .addItems,
            AddItemsReply(list: .shopping, isNewList: false, added: [.cake], existing: [.bread])
        )
            + [
                Scene(arguments: ["add", "candles", "--under", "kq", "--top"], answers: added([.candles])),
                Scene(arguments: ["add", "candles", "--after", "Shopping/cake"], answers: added([.candles])),
                Scene(arguments: ["add", "cake", "-t", "-"], answers: added([.cake]), input: "Three\nlayers\n"),
                Scene(
                    arguments: ["add", "x", "--tag", "+a", "--tag", "b", "-d", "none", "-a", "none"],
                    answers: added([.milk])
                ),
                Scene(arguments: ["add", "x", "-d", "someday"]),
                Scene(arguments: ["add", "x", "--prio", "urgent"]),
                Scene(arguments: ["add", "x", "--top", "--after", "kq"]),
                Scene(arguments: ["add", "-", "-t", "-"]),
                Scene(arguments: ["add", "x", "-t", "-"], input: String(repeating: "n", count: 32_769)),
            ]
            + Scene.refused(
                ["add", "Shopping/Dairy", "milk"],
                .addItems,
                ControlError(
                    .notFound,
                    "no section \"Dairy\" in Shopping",
                    hint: "make it with: phlistctl section add Shopping Dairy"
                )
            )
    }

    private static var lsFields: [Scene] {
        let all = items([.cake, .candles, .milk] + ItemView.closed)
        return Scene.everyForm(["ls", "--all"], .items, all)
            + [
                Scene(arguments: ["ls", "--expand"], answers: [.items: [.reply(items([.cake, .candles]))]]),
                Scene(arguments: ["ls", "Shopping"], answers: [.items: [.reply(items([.unshared]))]]),
                Scene(arguments: ["ls", "--long"], answers: [.items: [.reply(items([.milk, .tax]))]]),
                Scene(arguments: ["ls", "--sort", "name"], answers: [.items: [.reply(items([.milk, .tax], .name))]]),
                Scene(arguments: ["ls", "--sort", "created"], answers: [.items: [.reply(items([.milk], .created))]]),
                Scene(arguments: ["ls", "--sort", "updated"], answers: [.items: [.reply(items([.milk], .updated))]]),
                Scene(arguments: ["ls"], answers: [.items: [.reply(items([.tax], .due))]], isTerminal: true),
                Scene(
                    arguments: ["ls", "Shopping/Kitchen", "--state", "done", "--mine", "--tag", "#sweet", "--reverse"],
                    answers: [.items: [.reply(items([]))]]
                ),
            ]
            + lsTable
            + ["today", "Overdue", "week", "fri", "none", "soonish"].map {
                Scene(arguments: ["ls", "--due", $0], answers: [.items: [.reply(items([.tax]))]])
            }
            + [["--assign", "none"], ["--mine", "--assign", "ann"], ["--sort", "size"], ["--state", "finished"]].map {
                Scene(arguments: ["ls"] + $0, answers: [.items: [.reply(items([.tax]))]])
            }
    }

    /// Items of all lists in one table.
    private static var lsTable: [Scene] {
        let all = items([.tax, .cake, .bread.with(state: .done), .gone, .evil], .due)
        return Scene.everyForm(["ls", "--all", "--flat"], .items, all)
            + [["--sort", "name", "--reverse", "--expand"], ["--sort", "created", "--long"]].map {
                Scene(arguments: ["ls", "--flat"] + $0, answers: [.items: [.reply(items([.cake, .tax], .created))]])
            }
            + [Scene(arguments: ["ls", "--flat", "--due", "today"], answers: [.items: [.reply(items([]))]])]
    }

    private static var showFields: [Scene] {
        let family = ItemsReply(items: [.cake], family: [.candles])
        return Scene.everyForm(["show", "cake"], .items, family)
            + [
                Scene(
                    arguments: ["show", "candles"],
                    answers: [.items: [.reply(ItemsReply(items: [.candles], family: [.cake]))]]
                ),
                Scene(arguments: ["show", "tax"], answers: [.items: [.reply(ItemsReply(items: [.tax]))]]),
                Scene(
                    arguments: ["show", "kq"],
                    answers: [.items: [.reply(ItemsReply(items: [.kept]))]],
                    isTerminal: true
                ),
                Scene(arguments: ["show", "hose"], answers: [.items: [.reply(ItemsReply(items: [.gone]))]]),
            ]
    }

    private static var editFields: [Scene] {
        let shown = ItemsReply(items: [.cake])
        func editor(_ text: String?, meanwhile: ItemView = .cake) -> Scene {
            let answers: [ControlRoute: [ScriptedDaemon.Answer]] = [
                .items: [.reply(shown), .reply(ItemsReply(items: [meanwhile]))],
                .changeItems: [.reply(changed([.cake]))],
            ]
            return Scene(arguments: ["edit", "cake"], answers: answers, edited: text)
        }
        func removed(_ answer: ScriptedDaemon.Answer) -> Scene {
            Scene(arguments: ["edit", "cake"], answers: [.items: [.reply(shown), answer]], edited: "wedding cake\n")
        }
        return Scene.everyForm(
            ["edit", "kq", "lzz", "--percent", "40"] + allFields,
            .changeItems,
            changed([.cake], unchanged: [.bread])
        )
            + [
                Scene(
                    arguments: [
                        "edit", "kq", "-d", "none", "-a", "none", "-t", "", "--qty", "", "--url", "", "--location", "",
                        "--every", "none", "--prio", "none", "--tag=-sweet",
                    ],
                    answers: [.changeItems: [.reply(changed([.milk]))]]
                ),
                Scene(arguments: ["edit", "kq", "-d", ""], answers: [.changeItems: [.reply(changed([.milk]))]]),
                editor(nil), editor("birthday cake\n\nTwo layers.\n"), editor("wedding cake\n"), editor("\n"),
                editor("wedding cake\n", meanwhile: .cake.with(title: "nut cake")),
                removed(.error(.refused(ControlError(.notFound, "no item \"kq\"")))),
                removed(.reply(ItemsReply(items: []))),
                Scene(arguments: ["edit", "kq", "lzz"]),
                Scene(arguments: ["edit", "kq", "lzz", "--title", "x"]),
                Scene(arguments: ["edit", "kq", "--percent", "many"]),
            ]
            + Scene.refused(
                ["edit", "kq", "--percent", "101"],
                .changeItems,
                ControlError(.invalid, "101 percent is not between 0 and 100")
            )
    }

    private static var move: [Scene] {
        var moved = ItemView.cake
        (moved.listTitle, moved.section) = ("Garden", "Shed")
        let reply = changed([moved, .candles], unchanged: [.milk])
        return Scene.everyForm(["mv", "cake", "milk", "Garden/Shed"], .moveItems, reply)
            + [["--top"], ["--bottom"], ["--out"], ["--before", "lzz"], ["--after", "lzz"], ["--under", "lzz"]].map {
                Scene(arguments: ["mv", "cake"] + $0, answers: [.moveItems: [.reply(changed([.cake]))]])
            }
            + [["cake"], [], ["cake", "--top", "--out"]].map { Scene(arguments: ["mv"] + $0) }
            + Scene.refused(
                ["mv", "cake", "--under", "candles"],
                .moveItems,
                ControlError(.invalid, "\"birthday cake\" cannot go below itself or one of its own sub-items")
            )
    }

    private static var due: [Scene] {
        var later = ItemView.bread
        later.due = CivilDate(year: 2026, month: 11, day: 22)
        return Scene.everyForm(["due"], .items, items([.tax, .cake, later], .due))
            + [
                Scene(arguments: ["due", "fri"], answers: [.items: [.reply(items([]))]]),
                Scene(arguments: ["due", "week"], answers: [.items: [.reply(items([.cake]))]]),
                Scene(arguments: ["due", "sometime"]),
            ]
            + ["next week", "next month"].map {
                Scene(arguments: ["due", $0], answers: [.items: [.reply(items([.cake], .due))]])
            }
            + [["--flat"], ["--sort", "name"], ["--reverse"]].map {
                Scene(arguments: ["due"] + $0, answers: [.items: [.reply(items([.cake, .tax], .due))]])
            }
            + [Scene(arguments: ["ls", "--due", "next week"], answers: [.items: [.reply(items([.cake]))]])]
    }

    private static var mine: [Scene] {
        Scene.everyForm(["mine"], .items, items([.cake]))
            + [
                Scene(arguments: ["mine", "--flat"], answers: [.items: [.reply(items([.tax, .cake], .due))]]),
                Scene(arguments: ["mine", "--sort", "name"], answers: [.items: [.reply(items([.cake], .name))]]),
                Scene(arguments: ["mine", "--as", "ben"], answers: [.items: [.reply(items([]))]]),
            ]
            + Scene.refused(
                ["mine"],
                .items,
                ControlError(.personNotFound, "eve is not yet a member of this household", hint: "say who you are")
            )
    }

    private static var find: [Scene] {
        Scene.everyForm(["find", "apfel"], .items, items([.milk.with(title: "Äpfel"), .tax]))
            + [["find", "zebra"], ["find", "zebra", "--all"]].map {
                Scene(arguments: $0, answers: [.items: [.reply(items([]))]])
            } + [["find", " "], ["find"]].map { Scene(arguments: $0) }
    }

    private static var trash: [Scene] {
        let family = changed([.cake, .candles], unchanged: [.gone])
        let lists = [ListView.shopping, ListView.garden.with { $0.isTrashed = true }]
        let others: [ControlRoute: [ScriptedDaemon.Answer]] = [.lists: [.reply(ListsReply(lists: lists))]]
        return Scene.everyForm(["trash"], .items, items([.gone]), then: others)
            + [
                Scene(arguments: ["trash", "Garden"], answers: [.items: [.reply(items([]))]]),
                Scene(arguments: ["rm", "cake", "hose"], answers: [.changeItems: [.reply(family)]]),
                Scene(arguments: ["restore", "cake"], answers: [.changeItems: [.reply(family)]]),
            ]
    }

    private static var merge: [Scene] {
        let unchanged = changed([.milk], unchanged: [.gone])
        var twins = items([.milk, .milk.with(title: "Oat Milk")])
        twins.twins = [[ItemView.milk.shortID, "pw"], ["lzz", "lx", "lw", "lv", "lu", "lt"]]
        return Scene.everyForm(["merge", "kq", "pw"], .mergeItems, changed([.cake, .gone]))
            + [
                Scene(arguments: ["merge", "kq", "pw"], answers: [.mergeItems: [.reply(unchanged)]]),
                Scene(arguments: ["merge", "kq"]),
                Scene(arguments: ["ls", "Shopping"], answers: [.items: [.reply(twins)]]),
            ]
    }

    private static var purge: [Scene] {
        let answers = [ControlRoute.purgeItems: [ScriptedDaemon.Answer.reply(changed([.gone]))]]
        let nothing = [ControlRoute.purgeItems: [ScriptedDaemon.Answer.reply(changed([]))]]
        let others = changed([.gone], unchanged: [.milk, .bread])
        let kept = [ControlRoute.purgeItems: [ScriptedDaemon.Answer.reply(others)]]
        let keptAlone = [ControlRoute.purgeItems: [ScriptedDaemon.Answer.reply(changed([], unchanged: [.bread]))]]
        return ["y\n", "n\n", ""].map {
            Scene(arguments: ["purge", "hose"], answers: answers, isTerminal: true, input: $0)
        }
            + [["hose"], ["hose", "-y"], ["--older", "30d", "--yes"], ["--older", "2w", "-n"]].map {
                Scene(arguments: ["purge"] + $0, answers: answers)
            }
            + [
                Scene(arguments: ["purge", "--older", "30d"], answers: nothing),
                Scene(arguments: ["purge", "--older", "30d", "--yes"], answers: nothing),
                Scene(arguments: ["purge", "--older", "30d", "--yes"], answers: kept),
                Scene(arguments: ["purge", "--older", "30d"], answers: kept),
                Scene(arguments: ["purge", "--older", "30d", "--yes", "--plain"], answers: keptAlone),
                Scene(arguments: ["purge"]), Scene(arguments: ["purge", "hose", "--older", "1d"]),
                Scene(arguments: ["purge", "--older", "soon"]), Scene(arguments: ["purge", "--older", "1y"]),
            ]
    }
}
