import Foundation

/// `docs/access.md`: what came of every command, as tables.
struct AccessDocument {
    private let outcomes: [AccessCell: AccessOutcome]

    /// The roles that were not taken stand for what is expected of them.
    init(_ outcomes: [AccessCell: AccessOutcome]) {
        self.outcomes = outcomes
    }

    /// What differs from the file.
    ///
    /// With PHLIST_UPDATE=1 it is written instead.
    func difference() throws -> String? {
        if ProcessInfo.processInfo.environment["PHLIST_UPDATE"] == "1" {
            try Data(text.utf8).write(to: Self.file)
        }
        let kept = try String(contentsOf: Self.file, encoding: .utf8)
        guard kept != text else { return nil }
        let lines = zip(kept.split(separator: "\n"), text.split(separator: "\n")).first { $0 != $1 }
        let words = "docs/access.md differs; after a look rewrite it with PHLIST_UPDATE=1"
        return "\(words)\n- \(lines?.0 ?? "")\n+ \(lines?.1 ?? "")"
    }

    private static var file: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/access.md").standardized
    }

    private var text: String {
        var number = 0
        let parts = AccessRow.all.map { part in
            let rows = part.rows.map { row in
                defer { number += 1 }
                return line(row, number)
            }
            return (["## \(part.title)", "", Self.heading, Self.ruler] + rows).joined(separator: "\n") + "\n"
        }
        return ([Self.preface] + parts + [Self.leftOut]).joined(separator: "\n")
    }

    private static var heading: String {
        "| `phlistctl …` | in a list that is | " + AccessRole.allCases.map(\.heading).joined(separator: " | ") + " |"
    }

    private static var ruler: String {
        "|" + String(repeating: " --- |", count: AccessRole.allCases.count + 2)
    }

    private func line(_ row: AccessRow, _ number: Int) -> String {
        let cells = AccessRole.allCases.map { role in
            let cell = AccessCell(number: number, role: role)
            return "\(outcomes[cell] ?? cell.expected)"
        }
        return "| `\(row.title)` | \(row.list?.heading ?? "") | " + cells.joined(separator: " | ") + " |"
    }

    private static let preface = """
        # Who may do what

        Every command that asks a daemon, in every role. A test runs each cell on real daemons: `every command does in
        every role what the page on access says`. It compares what came of it with rules that are written down beside
        it, and with this page. With `PHLIST_UPDATE=1` it writes the page. Only root can be another user: elsewhere
        the last two columns are not run.

        ## The words

        - **owner**: Ann, at an admin device. A list is shared with single people unless the second column says that
          it is everybody's.
        - **participant**: Ben, who accepted. **Invited**: Carl, who has not answered. **Other person**: Erik, with
          whom nothing is shared. Everybody is a participant of everybody's lists.
        - **former participant**: Dora, with whom Ann stopped sharing while Dora's device was off. **Removed device**:
          a second one of Ben's, an admin, removed while it was off. *Before hearing* it is switched on alone and acts,
          then meets Ann's; *after*, it acts again, and keeps all as it is until it goes on alone or elsewhere.
        - **house device**: for nobody. The house takes part in all lists.
        - **other login**: another user of Ann's machine, at her phlistd. **Other uid of a system service**: a user of
          the group `phlist` at a second device of hers, who has not said who they are.

        What came of it:

        - **yes**: done, and Ann's device shows it, where it would.
        - **yes, and kept** or **yes, then dropped**: done before hearing; Ann's device took it afterwards, or did not.
        - **yes, here alone**: done on the device that acts; reaches nobody.
        - **no**: refused for the reason given, and nothing changed.
        - **not found**, **not shown**: as if there were no such thing.

        """

    private static let leftOut = """
        ## What is not in the tables

        `record fill`, `photo show`, `watch` and `shop` need a terminal, and ask for nothing but what `record show`,
        `record save`, `photo save`, `ls`, `add`, `done`, `undone` and `undo` ask for. `batch` runs commands as if
        each had been typed. `completion`, `version` and `config path` ask no daemon. `household leave` and
        `household reform` are run with `--dry-run`: what they do would end the household of the other cells.
        `device remove` as the owner removes a device that nobody sits at.

        """
}

extension AccessRow {
    /// The command as a person would write it.
    var title: String {
        let words = [
            ("BREAD", "LIST/bread"), ("MILK", "LIST/milk"), ("EGGS", "LIST/eggs"), ("DAIRY", "LIST/Dairy"),
            ("NUMBERx", "KEY"), ("-NUMBER", ""), ("TAG", "NAME"), (" STATE", " DIRECTORY"), (" THIS", " OWN-DEVICE"),
            ("BACKUP", "FILE"),
        ]
        return words.reduce(command) { $0.replacing($1.0, with: $1.1) }
    }
}
