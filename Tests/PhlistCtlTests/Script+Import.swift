import PhlistControl
import PhlistVocabulary

/// Files that come in by the standard input, which has no name that could say what they are.
extension Script {
    static var imports: [Scene] {
        let texts = [
            "{\"lists\":[{\"title\":\"Shopping\",\"items\":[{\"title\":\"milk\"}]}]}",
            "list;title;qty\nShopping;milk;2\n",
            "# Shopping\n\n- [ ] milk\n",
            "(A) milk list:Shopping\n",
        ]
        return texts.map { scene($0) } + faulty + [
            scene("milk list:Shopping\n", ["--format", "todotxt"]),
            scene("Dear Ann,\nwe arrive on Monday.\n"),
            scene("\u{0}\u{1}"),
            scene(" \n"),
            scene("milk", ["--format", "xml"]),
            Scene(arguments: ["import", "csv", "list.csv"]),
            Scene(arguments: ["import", "a.md", "b.md", "c.md"]),
        ]
    }

    /// Lists that go out, in formats of which most have no place for all that they say.
    static var exports: [Scene] {
        var camping = PortableList(title: "Camping", items: [PortableItem(title: "tent")])
        camping.sections = [PortableSection(name: "Food"), PortableSection(name: "Games")]
        (camping.description, camping.due) = ("for the summer", CivilDate("2027-07-01"))
        (camping.id, camping.isPrivate) = (ListView.shopping.id, true)
        let replies = [ExportReply(list: camping, photoCount: 1), ExportReply(list: PortableList(title: "Attic"))]
        return ["csv", "md", "todotxt", "ics"].map { format in
            Scene(
                arguments: ["export", "--format", format, "Camping", "Attic"],
                answers: [.exportList: replies.map { .reply($0) }]
            )
        }
    }

    private static var faulty: [Scene] {
        let one = "list,title,due\nShopping,milk,soon\nShopping,bread,\n"
        let many = "list,title,due\nShopping,milk,2026-12-25\n" + (1...22).map { "Shopping,\($0),soon\n" }.joined()
        return [[], ["--skip-invalid"]].flatMap { options in [one, many].map { scene($0, options) } } + [
            scene("title,due\nmilk,soon\n", ["--skip-invalid"]), scene("title,due\nmilk,soon\n"),
            scene("# Shopping\n- [ ] milk [due:: soon]\n"),
            scene("list,title\nShopping,milk\n", listCount: 23),
            scene("(A) milk \((10...32).map { "key\($0):v" }.joined(separator: " ")) list:Shopping\n"),
        ]
    }

    private static func scene(_ input: String, _ options: [String] = [], listCount: Int = 1) -> Scene {
        let caller = CallerView(login: "ann", member: "ann", isLoggedOut: false)
        let shopping = ImportReply.Imported(list: .shopping, isNew: true, addedCount: 1, existingCount: 0)
        return Scene(
            arguments: ["import", "-"] + options,
            answers: [
                .members: [.reply(MembersReply(members: [MemberView(id: "kkkk", name: "ann")], caller: caller))],
                .importLists: [.reply(ImportReply(lists: Array(repeating: shopping, count: listCount)))],
            ],
            input: input
        )
    }
}
