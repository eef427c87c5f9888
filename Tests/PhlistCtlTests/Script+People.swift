import PhlistControl

extension Script {
    static let people = [
        Script(name: "member", scenes: member),
        Script(name: "member-me", scenes: memberMe),
        Script(name: "undo", scenes: undo),
        Script(name: "history", scenes: history),
        Script(name: "conflicts", scenes: conflicts),
        Script(name: "resolve", scenes: resolve),
        Script(name: "config", scenes: config),
    ]

    private static let ann = MemberView(
        id: "nzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx",
        name: "Ann",
        email: "ann@example.org",
        isMe: true
    )
    private static let ben = MemberView(id: "ozzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", name: "Ben \u{1B}[31m")
    private static let twin = MemberView(id: "qzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx", name: "ann")
    private static let gone = MemberView(
        id: "pzzmtlnxkqzmtlnxkqzmtlnxkqzmtlnx",
        name: "Zoe",
        isRemoved: true,
        conflicts: [ConflictView(field: "name", values: [])]
    )
    private static let noZoe = ControlError(
        .personNotFound,
        "no member \"Zoe\"",
        hint: "make the member first: phlistctl member add Zoe"
    )

    private static func members(_ members: [MemberView], _ name: String?, isOut: Bool = false) -> MembersReply {
        MembersReply(members: members, caller: CallerView(login: "ann", member: name, isLoggedOut: isOut))
    }

    private static var member: [Scene] {
        let made = MemberReply(member: ben, isChanged: true)
        let same = MemberReply(member: ann, isChanged: false)
        return Scene.everyForm(["member", "ls", "--all"], .members, members([ann, ben, gone], "Ann"))
            + Scene.everyForm(["member", "add", "Ben", "--email", "b@x"], .addMember, made)
            + [
                Scene(arguments: ["member", "ls"], answers: [.members: [.reply(members([], nil))]]),
                Scene(arguments: ["member", "ls"], answers: [.members: [.reply(members([ann, twin], "Ann"))]]),
                Scene(arguments: ["member", "add"]),
                Scene(arguments: ["member", "rename", "B", "Ben"], answers: [.changeMember: [.reply(made)]]),
                Scene(arguments: ["member", "rename", "Ann", "Ann"], answers: [.changeMember: [.reply(same)]]),
                Scene(
                    arguments: ["member", "edit", "Ann", "--email", "none"],
                    answers: [.changeMember: [.reply(same)]]
                ),
                Scene(arguments: ["member", "edit", "Ben", "--name", "B"], answers: [.changeMember: [.reply(made)]]),
                Scene(arguments: ["member", "edit", "Ann"]),
                Scene(arguments: ["member", "rm", "Ben"], answers: [.changeMember: [.reply(made)]]),
                Scene(arguments: ["member", "rm", "Ben", "-n"], answers: [.changeMember: [.reply(made)]]),
            ] + Scene.refused(["member", "rm", "Zoe"], .changeMember, noZoe)
    }

    private static var memberMe: [Scene] {
        func scene(_ arguments: [String], _ reply: ActAsMemberReply) -> Scene {
            Scene(arguments: ["member", "me"] + arguments, answers: [.actAsMember: [.reply(reply)]])
        }
        var unlisted = ann
        unlisted.isListedHere = false
        let former = FormerMemberView(name: "ann\u{1B}", listCount: 2)
        return Scene.everyForm(["member", "me"], .members, members([ann, ben], "Ann"))
            + [
                Scene(arguments: ["member", "me"], answers: [.members: [.reply(members([], nil))]]),
                Scene(arguments: ["member", "me"], answers: [.members: [.reply(members([], nil, isOut: true))]]),
                scene(["Ann"], ActAsMemberReply(login: "ann", member: ann, isChanged: true)),
                scene(["Ann"], ActAsMemberReply(login: "ann", member: ann, isChanged: false)),
                scene(["Ann"], ActAsMemberReply(login: "ann", member: unlisted, isChanged: true)),
                scene(["Ben"], ActAsMemberReply(login: "ann", member: ben, isChanged: true, formerMember: former)),
                scene(["none"], ActAsMemberReply(login: "ann", member: nil, isChanged: true)),
                scene(["none"], ActAsMemberReply(login: "ann", member: nil, isChanged: false)),
            ] + Scene.refused(["member", "me", "Zoe"], .actAsMember, noZoe)
    }

    // MARK: History

    static func change(
        _ field: String,
        _ value: String?,
        _ previous: String? = nil,
        of title: String = "oat milk",
        _ kind: FieldChangeView.Kind = .item,
        isNew: Bool = false
    ) -> FieldChangeView {
        let id = title == "oat milk" ? ItemView.milk.id : "\(title.first == "b" ? "l" : "m")zzmtlnxkqzmtlnx"
        return FieldChangeView(
            kind: kind,
            id: id,
            title: title,
            field: field,
            value: value,
            previous: previous,
            isNew: isNew
        )
    }

    private static func entry(
        _ changes: FieldChangeView...,
        kind: HistoryEntryView.Kind = .ordinary,
        minutes: Int64 = 1
    ) -> HistoryEntryView {
        HistoryEntryView(
            at: .now - minutes * 60_000,
            by: minutes.isMultiple(of: 3) ? nil : "Ann",
            device: "laptop",
            listID: ListView.shopping.id,
            listTitle: "Shopping",
            kind: kind,
            changes: changes
        )
    }

    private static let entries = [
        entry(change("state", "done"), change("state", "done", of: "bread"), minutes: 1),
        entry(change("title", "oat milk", "milk"), kind: .undo, minutes: 2),
        entry(change("title", "milk", "milk"), change("name", "Fruit", "Obst", of: "Fruit", .section), minutes: 3),
        entry(change("due", "2026-11-22T18:00"), change("due", nil, "2026-11-22", of: "bread"), minutes: 4),
        entry(change("assignee", "Ben"), change("assignee", nil, "Ben", of: "bread"), kind: .redo, minutes: 5),
        entry(change("section", "Fruit"), change("section", nil, "Fruit", of: "bread"), minutes: 6),
        entry(change("note", "2 l"), change("note", nil, "x", of: "bread"), change("quantity", "3"), minutes: 7),
        entry(change("life", "removed", "present"), change("life", "present", "removed", of: "bread"), minutes: 8),
        entry(
            change("life", "present", of: "Shopping", .list, isNew: true),
            change("life", "present", isNew: true),
            change("title", "oat milk"),
            minutes: 9
        ),
        entry(change("state", "open", "done"), change("state", "cancelled", of: "bread"), minutes: 10),
        entry(change("life", "present", of: "Zoe", .member, isNew: true), change("purge", nil, of: ""), minutes: 11),
        entry(change("visibility", "participants", of: "Shopping", .list), minutes: 12),
        entry(
            change("participation", "invited", of: "Ben", .member),
            change("participation", "removed", of: "house", .household),
            minutes: 12
        ),
        entry(change("participation", "accepted", of: "Ben", .member), minutes: 12),
        entry(change("participation", "left", of: "Ben", .member), minutes: 12),
        entry(
            change("email", "z@x", of: "Zoe", .member),
            change("Language", "de", "fr", of: "S1", .record),
            minutes: 13
        ),
    ]

    /// An import that brings an item back from the trash writes all of its fields.
    private static let revived = entry(
        change("life", "present", "removed"),
        change("title", "oat milk", "oat milk"),
        change("section", nil),
        change("assignee", nil),
        change("note", nil),
        change("state", "open", "open"),
        change("quantity", "2", "1"),
        change("title", "tea", "tea", of: "tea")
    )

    /// The undo of that import, which writes them once more.
    private static let putBack = entry(
        change("life", "removed", "present"),
        change("title", "oat milk", "oat milk"),
        change("note", nil),
        change("percent", nil, "0"),
        kind: .undo
    )

    private static var history: [Scene] {
        let many = entry(
            change("state", "done"),
            change("state", "done", of: "bread"),
            change("state", "done", of: "butter"),
            change("state", "done", of: "\u{1B}[2Jtea"),
            minutes: 1
        )
        let first = HistoryReply(entries: Array(entries.prefix(2)), next: "kq.3.2")
        let second = HistoryReply(entries: [entries[2]])
        let revived = HistoryReply(entries: [revived, putBack, entry(change("life", "removed", "purged"), kind: .undo)])
        return Scene.everyForm(["history"], .history, HistoryReply(entries: entries))
            + [
                Scene(arguments: ["history", "Shopping"], answers: [.history: [.reply(revived)]]),
                Scene(
                    arguments: ["history", "Shopping"],
                    answers: [.history: [.reply(HistoryReply(entries: [many]))]]
                ),
                Scene(arguments: ["history", "-N", "600"], answers: [.history: [.reply(first), .reply(second)]]),
                Scene(
                    arguments: ["history", "--member", "Ann", "--device", "nas", "--since", "mon", "--limit", "1"],
                    answers: [.history: [.reply(HistoryReply(entries: []))]]
                ),
                Scene(arguments: ["history", "--since", "25 dec"], answers: [.history: [.reply(second)]]),
                Scene(arguments: ["history", "--since", "18:30"], answers: [.history: [.reply(second)]]),
                Scene(arguments: ["history", "--since", "tomorrow"]),
                Scene(arguments: ["history", "--since", "2027-01-01"]),
                Scene(arguments: ["history", "--since", "none"]),
                Scene(arguments: ["history", "--since", "onday"]),
                Scene(arguments: ["history", "-N", "0"]),
            ] + Scene.refused(["history", "--member", "Zoe"], .history, noZoe)
    }

    private static var undo: [Scene] {
        let reply = TakenBackReply(
            entries: entries,
            leftAlone: [change("due", "2026-11-22"), change("life", "present")]
        )
        let nothing = ControlError(.notFound, "nothing to undo")
        let lasting = ControlError(
            .notFound,
            "the last thing you did, a new role for ben, cannot be undone: use \"phlistctl device role\"",
            hint: "to undo what you did in one list: phlistctl undo LIST"
        )
        let words = TakenBackReply(
            entries: [
                entry(
                    change("participation", "removed", of: "Ben", .member),
                    change("participation", "invited", of: "Zoe", .member),
                    change("participation", "invited", of: "house", .household),
                    change("visibility", "participants", of: "Shopping", .list),
                    change("visibility", "household", of: "Shopping", .list),
                    kind: .undo
                )
            ],
            leftAlone: [change("participation", "removed", of: "Ben", .member)]
        )
        let purge = TakenBackReply(entries: [entry(change("life", "removed", "purged", of: "Gone", .list), kind: .undo)]
        )
        let cleared = TakenBackReply(entries: [
            entry(
                change("deletion", nil, "cancel-only", of: "Groceries", .list),
                change("deletion", "cancel-only", "allowed", of: "Shopping", .list),
                change("recurrence", nil, "FREQ=WEEKLY", of: "call mum"),
                change("rotation", nil, "Ann, Ben", of: "bins"),
                change("reminder", nil, "1d", of: "bread"),
                kind: .undo
            )
        ])
        let many = (1...11).map { change("life", "removed", "present", of: "item \($0)") }
        let much = HistoryEntryView(
            at: .now,
            by: "Ann",
            device: "laptop",
            listID: ListView.shopping.id,
            listTitle: "Shopping",
            kind: .undo,
            changes: many + [change("due", nil, "2026-11-22", of: "bread")]
        )
        return Scene.everyForm(["undo"], .undo, reply)
            + [
                Scene(
                    arguments: ["undo", "Shopping", "-n"],
                    answers: [.undo: [.reply(TakenBackReply(entries: [entries[0]]))]]
                ),
                Scene(arguments: ["undo"], answers: [.undo: [.reply(TakenBackReply(entries: []))]]),
                Scene(arguments: ["undo"], answers: [.undo: [.reply(words)]]),
                Scene(arguments: ["undo", "--plain"], answers: [.undo: [.reply(words)]]),
                Scene(arguments: ["undo"], answers: [.undo: [.reply(purge)]]),
                Scene(arguments: ["undo"], answers: [.undo: [.reply(cleared)]]),
                Scene(arguments: ["redo"], answers: [.redo: [.reply(TakenBackReply(entries: [revived]))]]),
                Scene(arguments: ["undo"], answers: [.undo: [.reply(TakenBackReply(entries: [much]))]]),
                Scene(arguments: ["redo"], answers: [.redo: [.reply(TakenBackReply(entries: [entries[1]]))]]),
                Scene(arguments: ["redo"], answers: [.redo: [.reply(TakenBackReply(entries: [much]))]]),
                Scene(arguments: ["undo", "a", "b"]),
            ] + Scene.refused(["undo"], .undo, nothing) + Scene.refused(["undo"], .undo, lasting)
    }

    // MARK: Configuration

    private static func setting(_ key: String, _ value: String, _ source: String, restart: Bool = false) -> SettingView
    {
        SettingView(
            key: key,
            value: value,
            source: source,
            expectation: "anything",
            isLive: !restart,
            needsRestart: restart
        )
    }

    private static var config: [Scene] {
        let file = "/home/anna/.config/phlist/phlist.yaml"
        let reply = ConfigurationReply(
            file: file,
            settings: [
                setting("port", "7999", file, restart: true), setting("peers", "", "default"),
                setting("log-level", "info", "PHLIST_LOG_LEVEL"),
            ]
        )
        var name = setting("device-name", "kitchen", file)
        name.remark =
            "device-name is for the first start alone; to change it: phlistctl device rename vm kitchen"
        func changed(_ setting: SettingView) -> [ControlRoute: [ScriptedDaemon.Answer]] {
            [.changeConfiguration: [.reply(ChangeConfigurationReply(file: file, setting: setting))]]
        }
        return Scene.everyForm(["config", "ls"], .configuration, reply)
            + Scene.everyForm(["config", "get", "port"], .configuration, reply)
            + [
                Scene(arguments: ["config", "get", "prot"], answers: [.configuration: [.reply(reply)]]),
                Scene(arguments: ["config", "get", "zzz"], answers: [.configuration: [.reply(reply)]]),
                Scene(arguments: ["config", "set", "port", "7999"], answers: changed(reply.settings[0])),
                Scene(
                    arguments: ["config", "set", "log-level", "debug"],
                    answers: changed(setting("log-level", "debug", file))
                ),
                Scene(arguments: ["config", "set", "log-level", "debug"], answers: changed(reply.settings[2])),
                Scene(arguments: ["config", "set", "device-name", "kitchen"], answers: changed(name)),
                Scene(
                    arguments: ["config", "ls"],
                    answers: [.configuration: [.reply(ConfigurationReply(file: file, settings: [name]))]]
                ),
                Scene(arguments: ["config", "set", "port"]),
                Scene(arguments: ["config"]),
            ]
            + Scene.refused(
                ["config", "set", "port", "x"],
                .changeConfiguration,
                ControlError(.invalid, "port must be a whole number from 0 to 65535, not \"x\"")
            )
    }
}
