import PhlistControl
import PhlistVocabulary

extension Script {
    static let items = [
        Script(name: "add", scenes: add),
        Script(name: "ls", scenes: ls),
        Script(name: "show", scenes: show),
        Script(name: "state", scenes: state),
        Script(name: "edit", scenes: edit),
        Script(name: "trash", scenes: trash),
        Script(name: "watch", scenes: watch),
        Script(name: "shop", scenes: shop),
    ]

    private static let noList = ControlError(
        .notFound,
        "no list \"oat\". One item with spaces needs quotes: phlistctl add \"oat milk\""
    )

    private static let ambiguous = ControlError(
        .ambiguous,
        "\"milk\" fits 2 items",
        hint: "name one by its id",
        details: ["kq  oat milk  (Shopping)", "pw  milk \u{1B}[31mfrother  (Kitchen)"]
    )

    private static func added(_ added: [ItemView], existing: [ItemView] = [], isNew: Bool = false) -> AddItemsReply {
        AddItemsReply(list: .shopping, isNewList: isNew, added: added, existing: existing)
    }

    private static let members = MembersReply(
        members: [MemberView(id: "kkkk", name: "anna")],
        caller: CallerView(login: "anna", member: "anna")
    )

    private static var again: AddItemsReply {
        var reply = added([])
        reply.reopened = [.milk]
        return reply
    }

    private static var add: [Scene] {
        let answers = [ControlRoute.addItems: [ScriptedDaemon.Answer.reply(added([.milk]))]]
        return Scene.everyForm(["add", "oat milk"], .addItems, added([.milk]))
            + Scene.everyForm(["add", "Shopping", "oat milk", "bread"], .addItems, added([.milk], existing: [.bread]))
            + [
                Scene(arguments: ["add", "milk"], answers: [.addItems: [.reply(added([.milk], isNew: true))]]),
                Scene(arguments: ["add", "Milk"], answers: [.addItems: [.reply(again)]]),
                Scene(
                    arguments: ["add", "Shopping", "oat milk 2 l #dairy @Anna fri !", "bread", "\"tea 2x\""],
                    answers: [
                        .addItems: [.reply(added([.milk], existing: [.bread]))],
                        .members: [.reply(members)],
                    ]
                ),
                Scene(arguments: ["add", "--due", "sat", "milk fri"], answers: answers),
                Scene(arguments: ["add", "--literal", "milk 2 l @anna"], answers: answers),
                Scene(arguments: ["add", "Milk", "--json"], answers: [.addItems: [.reply(again)]]),
                Scene(arguments: ["add", "-a", "ben", "lamp"], answers: [.addItems: [.reply(added([.hidden]))]]),
                Scene(
                    arguments: ["add", "--rotate", "anna,ben", "--every", "tue", "bins"],
                    answers: [.addItems: [.reply(added([.unshared]))]]
                ),
                Scene(arguments: ["add", "-a", "ben", "-a", "anna", "lamp"]),
                Scene(arguments: ["add", "-"], answers: answers, input: "oat milk\r\n\n  soy  \n"),
                Scene(arguments: ["add", "Shopping", "-"], answers: answers, input: "oat milk"),
                Scene(arguments: ["add", "-"], answers: answers, input: " \n"),
                Scene(arguments: ["add", "--", "--json"], answers: answers),
                Scene(arguments: ["add", "Shopping", "--", "-q"], answers: answers),
                Scene(arguments: ["add"]),
                Scene(arguments: ["add", "milk"]),
                Scene(arguments: ["add", "-"], answers: answers, input: String(repeating: "m", count: 1025)),
                Scene(arguments: ["add", "-"], answers: answers, input: "milk\n\nrye br\u{7}ead\nb\u{1B}[2J\n"),
                Scene(
                    arguments: ["add", "Shopping", "-"],
                    answers: answers,
                    input: "milk\n" + String(repeating: "m", count: 1025)
                ),
                Scene(arguments: ["add", "a"], answers: [.addItems: [.reply(added([.evil]))]], isTerminal: true),
            ] + Scene.refused(["add", "oat", "milk"], .addItems, noList)
    }

    private static var ls: [Scene] {
        let open = ItemsReply(items: [.milk, .bread, .weed.inConflict])
        let all = ItemsReply(items: [
            .milk, .bread.with(state: .done), .weed.with(state: .cancelled), .weed.with(isTrashed: true), .evil,
        ])
        let empty = [ControlRoute.items: [ScriptedDaemon.Answer.reply(ItemsReply(items: []))]]
        return Scene.everyForm(["ls"], .items, open) + Scene.everyForm(["ls", "Shopping", "--all"], .items, all)
            + [["ls"], ["ls", "Shopping"], ["ls", "--all"], ["ls", "-q"], ["ls", "--json"]].map {
                Scene(arguments: $0, answers: empty)
            }
            + [
                Scene(arguments: ["ls", "--color", "always"], answers: [.items: [.reply(all)]]),
                Scene(arguments: ["ls", "--color=never"], answers: [.items: [.reply(all)]], isTerminal: true),
            ] + Scene.refused(["ls", "Shoping"], .items, ControlError(.notFound, "no list \"Shoping\""))
    }

    private static var show: [Scene] {
        Scene.everyForm(["show", "kq"], .items, ItemsReply(items: [.milk.inConflict]))
            + [
                Scene(
                    arguments: ["show", "Shopping/milk"],
                    answers: [.items: [.reply(ItemsReply(items: [.milk.with(state: .done, isTrashed: true)]))]]
                ),
                Scene(arguments: ["show", "kq"], answers: [.items: [.reply(ItemsReply(items: []))]]),
                Scene(arguments: ["show"]),
                Scene(arguments: ["show", "kq", "lz"]),
            ] + Scene.refused(["show", "milk"], .items, ambiguous)
    }

    private static var state: [Scene] {
        let done = ChangeItemsReply(changed: [.milk.with(state: .done)], unchanged: [.bread.with(state: .done)])
        let open = ChangeItemsReply(changed: [.milk], unchanged: [.bread])
        let cancelled = ChangeItemsReply(
            changed: [.milk.with(state: .cancelled)],
            unchanged: [.bread.with(state: .cancelled)]
        )
        return Scene.everyForm(["done", "milk", "lz"], .changeItems, done)
            + [
                Scene(arguments: ["undone", "milk", "lz"], answers: [.changeItems: [.reply(open)]]),
                Scene(arguments: ["cancel", "milk", "lz"], answers: [.changeItems: [.reply(cancelled)]]),
                Scene(arguments: ["done"]),
            ] + recurring + Scene.refused(["done", "milk"], .changeItems, ambiguous)
    }

    /// Of items that recur, the next one is told as well.
    private static var recurring: [Scene] {
        let (bins, next) = (ItemView.bins(due: 24), ItemView.bins(due: 28))
        func reply(_ items: ItemView...) -> [ControlRoute: [ScriptedDaemon.Answer]] {
            [.changeItems: [.reply(ChangeItemsReply(changed: items, unchanged: []))]]
        }
        var past = ChangeItemsReply(changed: [bins.with(state: .cancelled)], unchanged: [])
        past.next = [bins.id: next]
        var reopened = ChangeItemsReply(changed: [bins], unchanged: [])
        reopened.next = [bins.id: next]
        return [
            Scene(arguments: ["done", "bins"], answers: reply(bins.with(state: .done), next)),
            Scene(arguments: ["done", "bins"], answers: reply(ItemView.bins(due: 24, count: 1).with(state: .done))),
            Scene(arguments: ["undone", "bins"], answers: reply(bins, next.with(isTrashed: true))),
            Scene(arguments: ["undone", "bins"], answers: [.changeItems: [.reply(reopened)]]),
            Scene(arguments: ["skip", "bins"], answers: reply(bins.with(state: .cancelled), next)),
            Scene(arguments: ["cancel", "bins"], answers: reply(bins.with(state: .cancelled))),
            Scene(arguments: ["cancel", bins.shortID], answers: [.changeItems: [.reply(past)]]),
            Scene(arguments: ["edit", "bins", "--once", "-d", "tomorrow"], answers: reply(.milk, next)),
            Scene(arguments: ["edit", "bins", "--once"]),
            Scene(arguments: ["edit", "bins", "--once", "--every", "week"]),
            Scene(arguments: ["edit", "bins", "--every", "blue moon"]),
        ]
    }

    private static var edit: [Scene] {
        let changed = ChangeItemsReply(changed: [.milk.with(title: "soy milk")], unchanged: [])
        return Scene.everyForm(["edit", "kq", "--title", "soy milk"], .changeItems, changed)
            + [
                Scene(
                    arguments: ["edit", "kq", "--title", "oat milk"],
                    answers: [.changeItems: [.reply(ChangeItemsReply(changed: [], unchanged: [.milk]))]]
                ),
                Scene(arguments: ["edit", "kq"]),
                Scene(arguments: ["edit", "kq", "lz", "--title", "x"]),
            ] + Scene.refused(["edit", "kq", "--title", ""], .changeItems, ControlError(.invalid, "a title is empty"))
    }

    private static var trash: [Scene] {
        let gone = ChangeItemsReply(changed: [.milk.with(isTrashed: true)], unchanged: [.bread.with(isTrashed: true)])
        let back = ChangeItemsReply(changed: [.milk], unchanged: [.bread])
        return Scene.everyForm(["rm", "milk", "lz"], .changeItems, gone)
            + Scene.everyForm(["restore", "kq", "lz"], .changeItems, back)
    }
}
