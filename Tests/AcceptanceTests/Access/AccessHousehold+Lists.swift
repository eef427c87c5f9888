import Foundation
import PhlistVocabulary
import Testing

@testable import PhlistControl

/// The lists of the cells, made by the owner, and what must have been done before.
extension AccessHousehold {
    /// Makes everything that the roles find when they begin.
    func prepare() throws {
        for name in ["ben", "carl", "dora", "erik", "gail"] { try ann("-q", "member", "add", name).check() }
        for home in [ann, tablet, shared] + others + [dora] { try makeFiles(in: home) }
        let cells = AccessCell.all(Self.roles).filter { $0.row.list != nil && $0.role != .otherLogin }
        let listed = Dictionary(grouping: cells, by: \.list)
        try makeLists(listed)
        try share(listed)
        // What can be done while nobody has to be told goes fast.
        let before = cells.flatMap { cell in cell.before.map { (cell, $0) } } + people()
        let isLater = { (step: (cell: AccessCell, command: String)) in step.cell.before.contains("list rm LIST") }
        try give(before.filter { !isLater($0) }, in: .owner)
        try join()
        try actor(.owner).run(["device", "role", devices["tablet"] ?? "", "admin", "--timeout", "60"]).check()
        try spare.daemon.stop()
        try meetAll()
        try accept(listed)
        try meetAll()
        try writeApart(cells)
        try give(before.filter(isLater), in: .owner)
        try meetAll()
        for role in [AccessRole.owner, .participant, .house, .formerUnaware, .formerAware, .removedUnaware] {
            let own = cells.filter { $0.role == role || role == .removedUnaware && $0.role == .removedAware }
            try give(own.flatMap { cell in cell.actorBefore.map { (cell, $0) } }, in: role)
        }
        try meetAll()
        if Self.isRoot { try openToOthers() }
    }

    func meetAll() throws {
        try meet("ben", "carl", "dora", "erik", "nas", "tablet", "shared")
    }

    /// People are made for cells that have no list.
    private func people() -> [(AccessCell, String)] {
        let cells = AccessCell.all(Self.roles).filter { $0.row.list == nil }
        return cells.flatMap { cell in cell.before.map { (cell, $0) } }
    }

    // MARK: Lists

    /// Makes the lists and forms, each with what all of its cells need.
    private func makeLists(_ lists: [String: [AccessCell]]) throws {
        let client = try client(ann)
        let parts = lists.sorted { $0.key < $1.key }
        let made = parts.filter { $0.value[0].row.list != .form }.map { Self.portable($0.key, $0.value) }
        let request = ImportRequest(lists: made + [PortableList(title: "Common")])
        for list in try client.reply(to: ControlRequest(request)).lists { note(list: list.list.title, list.list.id) }
        for (title, cells) in parts where cells[0].row.list == .form { try makeForm(title, cells, client) }
    }

    private func makeForm(_ title: String, _ cells: [AccessCell], _ client: ControlClient) throws {
        let kind = NewFormField("Kind", .choice, choices: ["cat"])
        let request = NewFormRequest(title: title, fields: [NewFormField("Number", .alphanumeric), kind])
        let form = try client.reply(to: ControlRequest(request)).form
        note(list: title, form.id)
        for cell in cells {
            let values = ["Number": "k\(cell.mark)"]
            _ = try client.reply(to: ControlRequest(SaveRecordRequest(form: form.id, values: values)))
        }
    }

    private static func portable(_ title: String, _ cells: [AccessCell]) -> PortableList {
        var list = PortableList(title: title)
        list.items = cells.flatMap { cell in
            var eggs = PortableItem(title: "eggs-\(cell.mark)")
            eggs.state = .done
            return [PortableItem(title: "bread-\(cell.mark)"), PortableItem(title: "milk-\(cell.mark)"), eggs]
        }
        list.sections = cells.filter { $0.row.command.contains("DAIRY") || $0.row.isRead }.map { cell in
            PortableSection(name: "Dairy-\(cell.mark)")
        }
        let kind = cells[0].row.list
        list.isPrivate = !(kind?.isEverybodys ?? false)
        list.deletion = kind?.allowsRemoval ?? true ? .allowed : .cancelOnly
        return list
    }

    // MARK: Who sees them

    /// Shares each list with the house and with whom its role needs: a device is told of so many invitations alone.
    private func share(_ lists: [String: [AccessCell]]) throws {
        let client = try client(ann)
        for (title, cells) in lists where cells[0].row.list?.isEverybodys == false {
            let request = ChangeSharingRequest(list: self.lists[title] ?? "", invite: ["house"] + guests(of: cells))
            _ = try client.reply(to: ControlRequest(request))
        }
    }

    private func guests(of cells: [AccessCell]) -> [String] {
        let guest: String? =
            switch cells[0].role {
            case .participant, .removedUnaware, .removedAware: "ben"
            case .invited: "carl"
            case .formerUnaware, .formerAware: "dora"
            case .owner, .other, .house, .otherLogin, .serviceUser: nil
            }
        return Set([guest, cells.contains(where: \.row.isWrittenApart) ? "ben" : nil].compactMap(\.self)).sorted()
    }

    private func accept(_ lists: [String: [AccessCell]]) throws {
        for (title, cells) in lists where cells[0].row.list?.isEverybodys == false {
            let answer = AnswerInvitationRequest(list: self.lists[title] ?? "", isAccepted: true)
            for guest in guests(of: cells) where guest != "carl" {
                try Self.give(answer, to: try client(guest == "ben" ? ben : dora))
            }
        }
    }

    /// Answers an invitation once it has come.
    private static func give(_ answer: AnswerInvitationRequest, to client: ControlClient) throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while true {
            do {
                _ = try client.reply(to: ControlRequest(answer))
                return
            } catch {
                guard ContinuousClock.now < deadline else { throw error }
            }
        }
    }

    // MARK: What was done before

    /// Gives commands in a role, all of which must work.
    private func give(_ commands: [(AccessCell, String)], in role: AccessRole) throws {
        guard !commands.isEmpty else { return }
        let lines = commands.map { $0.words($1).joined(separator: " ") }
        let path = "\(home(of: role).directory)/commands"
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: path))
        let done = try actor(role).run(["--quiet", "--yes", "batch", "--keep-going", "commands"])
        #expect(done.status == 0, "\(role): \(done.messages)")
    }

    /// The owner and the participant each say which bread, neither having heard of the other.
    private func writeApart(_ cells: [AccessCell]) throws {
        let apart = cells.filter(\.row.isWrittenApart)
        for home in others + [dora, tablet, shared] { try home.daemon.stop() }
        try give(apart.map { ($0, "edit BREAD --title bread-NUMBER-white") }, in: .owner)
        try ann.daemon.stop()
        try ben.daemon.start()
        try give(apart.map { ($0, "edit BREAD --title bread-NUMBER-rye") }, in: .participant)
        for home in [ann, dora, tablet, shared] + others where home !== ben { try home.daemon.start() }
        try meetAll()
    }

    private func makeFiles(in home: Home) throws {
        try home.shell(
            """
            vips black cow.jpg 64 64 --bands 3
            echo '{"schemaVersion":1,"lists":[{"title":"any","items":[{"title":"rope"}]}]}' >rope.json
            echo '{"schemaVersion":1,"lists":[{"title":"new on '$$'","items":[{"title":"tent"}]}]}' >new.json
            echo '{"fields":[{"name":"Number"}]}' >form.json
            """
        ).check()
    }

    /// Lets another user come as far as the sockets, with a copy of the program that everybody can reach.
    private func openToOthers() throws {
        try ann.shell("chmod 755 . && chmod 666 control.sock").check()
        let shell = Shell(environment: shared.environment, directory: shared.directory)
        try AccessActor(role: .owner, shell: shell).run(["member", "me", "ann"]).check()
        try shared.daemon.stop()
        service = try SystemService(of: shared)
        try meet("shared")
        for home in [ann, shared] {
            try home.shell("mkdir guest && cp *.jpg *.json '\(Program.path("phlistctl"))' guest && chmod 777 guest")
                .check()
        }
    }
}
