import PhlistControl

/// Files that come in by the standard input, which has no name that could say what they are.
extension Script {
    static var imports: [Scene] {
        let texts = [
            "{\"lists\":[{\"title\":\"Shopping\",\"items\":[{\"title\":\"milk\"}]}]}",
            "list;title;qty\nShopping;milk;2\n",
            "# Shopping\n\n- [ ] milk\n",
            "(A) milk list:Shopping\n",
        ]
        return texts.map { scene($0) } + [
            scene("milk list:Shopping\n", ["--format", "todotxt"]),
            scene("Dear Ann,\nwe arrive on Monday.\n"),
            scene("\u{0}\u{1}"),
            scene(" \n"),
            scene("milk", ["--format", "xml"]),
            Scene(arguments: ["import", "csv", "list.csv"]),
            Scene(arguments: ["import", "a.md", "b.md", "c.md"]),
        ]
    }

    private static func scene(_ input: String, _ options: [String] = []) -> Scene {
        let caller = CallerView(login: "ann", member: "ann", isLoggedOut: false)
        let shopping = ImportReply.Imported(list: .shopping, isNew: true, addedCount: 1, existingCount: 0)
        return Scene(
            arguments: ["import", "-"] + options,
            answers: [
                .members: [.reply(MembersReply(members: [MemberView(id: "kkkk", name: "ann")], caller: caller))],
                .importLists: [.reply(ImportReply(lists: [shopping]))],
            ],
            input: input
        )
    }
}
