import PhlistHousehold
import PhlistModel
import PhlistTestKit
import PhlistVocabulary

/// Random commands for a list; few items, fields and words make people's changes collide.
struct RandomCommands {
    var list: ListState
    /// All lists that the user sees, those in the trash included.
    var lists: [ListState]
    var members: [MemberID]
    var offers: [Offer]
    var number: Int
    /// Counts commands, and so makes unused words.
    var count: UInt64
    /// False for the older version, which does not know quantities.
    var knowsQuantities: Bool

    /// Percentage of commands that change who sees a list.
    var sharingPercent: Int

    static let form = "pets"
    private static let house = "house"
    private static let words = ["milk", "bread", "eggs", "tea"]
    private static let sections = ["Dairy", "Bakery"]

    private var name: String { list.scope.description }

    private func word(using random: inout SeededRandom) -> String {
        Self.words.randomElement(using: &random) ?? "milk"
    }

    private func item(using random: inout SeededRandom) -> String {
        let few = Bool.random(using: &random) ? 2 : 6
        return list.items.prefix(few).randomElement(using: &random)?.entity.description ?? "milk"
    }

    private func path(using random: inout SeededRandom) -> String {
        "\(name)/\(Self.sections.randomElement(using: &random) ?? "")"
    }

    func any(using random: inout SeededRandom) -> UserCommand {
        if random.happens(percent: sharingPercent) { return .sharing(say(using: &random)) }
        let (word, item) = (word(using: &random), item(using: &random))
        switch Int.random(in: 0..<30, using: &random) {
        case 0..<4: return .items(.add(NewItems(list: name, titles: [word, "\(word) \(count)"])))
        case 4..<10: return edit(using: &random)
        case 10, 11: return .items(.change([item], otherField(using: &random)))
        case 12: return .items(.change([item], ItemChange(isTrashed: true)))
        case 13: return restore(orElse: item, using: &random)
        case 14: return purge(using: &random)
        case 15, 16: return move(item, using: &random)
        case 17: return moveElsewhere(item, using: &random)
        case 18, 19: return arrange(using: &random)
        case 20: return .undo(list: name)
        case 21: return .redo(list: name)
        case 22: return .records(.save(RecordToSave(form: Self.form, values: ["Name": word])))
        case 23: return .records(.setTrashed(form: Self.form, keys: [word], Bool.random(using: &random)))
        case 24: return .lists(.clearDone(name))
        case 25: return create(using: &random)
        case 26, 27: return changeList(using: &random)
        case 28 where Bool.random(using: &random):
            return .items(.merge([item, self.item(using: &random)]))
        case 28: return merge(using: &random)
        default: return bringIn(using: &random)
        }
    }

    /// Returns a change of one of a few items.
    func edit(using random: inout SeededRandom) -> UserCommand {
        let (word, item) = (word(using: &random), item(using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return .items(.change([item], ItemChange(state: .done)))
        case 1: return close(item, using: &random)
        case 2: return .items(.change([item], ItemChange(state: .open)))
        case 3..<6: return .items(.change([item], ItemChange(title: "\(word) \(number)!")))
        case 6: return .items(.change([item], ItemChange(note: "\(word) \(count)")))
        case 7: return .items(.move([item], ItemTarget(anchor: number.isMultiple(of: 2) ? .top : .bottom)))
        case 8: return .items(.change([item], ItemChange(isTrashed: true)))
        default: return purge(using: &random)
        }
    }

    /// Returns a command that completes an item, or skips it if it recurs.
    private func close(_ item: String, using random: inout SeededRandom) -> UserCommand {
        let recurring = list.items.first { $0.recurrence != nil && $0.state == .open && !$0.isTrashed }
        guard let recurring else { return .items(.change([item], ItemChange(state: .done))) }
        var change = ItemChange()
        (change.occurrence, change.today) = (.skip, CivilDate(year: 2030, month: 1, day: 1 + Int(count) % 31))
        if Bool.random(using: &random) { (change.occurrence, change.state) = (nil, .done) }
        return .items(.change([recurring.entity.description], change))
    }

    /// Returns a command that renames an item, in the trash or not.
    func rename(_ item: EntityID) -> UserCommand {
        .items(.change([item.description], ItemChange(title: "kept by \(number)")))
    }

    private func otherField(using random: inout SeededRandom) -> ItemChange {
        let tag = Self.words.randomElement(using: &random) ?? "milk"
        switch Int.random(in: 0..<11, using: &random) {
        case 0:
            let day = CivilDate(year: 2030, month: 1 + Int(count) % 12, day: 1 + Int(count) % 28)
            return ItemChange(due: day.map { .on($0) } ?? .never)
        case 1: return ItemChange(assignee: members.randomElement(using: &random)?.description ?? "")
        case 2: return ItemChange(percent: Int(count) % 101)
        case 3: return ItemChange(tagsAdded: [tag])
        case 4: return ItemChange(tagsRemoved: [tag])
        case 5: return ItemChange(priority: Bool.random(using: &random) ? .high : .low)
        case 6:
            // The only text that is valid in each of them.
            let field = ItemTextField.searched.randomElement(using: &random)?.field ?? .note
            return ItemChange(field, "https://example.org/\(count)")
        case 7:
            let rule = "DTSTART=20300101;FREQ=DAILY;INTERVAL=\(2 + count % 8)"
            let names = members.shuffled(using: &random).prefix(3).map(\.description)
            return ItemChange(recurrence: rule, rotation: names.count > 1 ? names.joined(separator: ",") : nil)
        case 8: return ItemChange(recurrence: "")
        case 9: return ItemChange(reminder: "203001\(10 + count % 20)T0\(count % 10)3000")
        default: return knowsQuantities ? ItemChange(quantity: "\(count) l") : ItemChange(due: .never)
        }
    }

    private func restore(orElse item: String, using random: inout SeededRandom) -> UserCommand {
        let trashed = list.trash.randomElement(using: &random)?.entity.description
        return .items(.change([trashed ?? item], ItemChange(isTrashed: false)))
    }

    private func purge(using random: inout SeededRandom) -> UserCommand {
        guard let item = list.trash.randomElement(using: &random) else { return .undo(list: nil) }
        return .items(.purge([item.entity.description]))
    }

    private func move(_ item: String, using random: inout SeededRandom) -> UserCommand {
        let other = self.item(using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .items(.move([item], ItemTarget(anchor: .top)))
        case 1: return .items(.move([item], ItemTarget(anchor: .after(other))))
        case 2: return .items(.move([item], ItemTarget(under: other)))
        default: return .items(.move([item], ItemTarget(list: path(using: &random))))
        }
    }

    private func moveElsewhere(_ item: String, using random: inout SeededRandom) -> UserCommand {
        let others = lists.filter { $0.scope != list.scope && !$0.isTrashed }
        guard let other = others.randomElement(using: &random) else { return move(item, using: &random) }
        return .items(.move([item], ItemTarget(list: other.scope.description)))
    }

    private func arrange(using random: inout SeededRandom) -> UserCommand {
        let path = path(using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .sections(.rename(path, to: "Shelf"))
        case 1: return .sections(.move(path, .top))
        case 2: return .sections(.remove([path]))
        default: return .sections(.add(list: name, names: [Self.sections.randomElement(using: &random) ?? ""]))
        }
    }

    /// Merges a list into another one.
    private func merge(using random: inout SeededRandom) -> UserCommand {
        let others = lists.filter { $0.scope != list.scope && !$0.isTrashed }
        guard let other = others.randomElement(using: &random), Bool.random(using: &random) else {
            return .lists(.copy(name, title: nil, isReset: Bool.random(using: &random)))
        }
        return .lists(.merge(other.scope.description, into: name))
    }

    /// Imports a list from a file: into an existing one, or as a new one, which may be private.
    private func bringIn(using random: inout SeededRandom) -> UserCommand {
        let items = Self.words.map { ImportedItem(ItemRecord(title: "\($0) of \(count)")) }
        let section = ImportedSection(name: Self.sections.randomElement(using: &random), items: items)
        let isPrivate = random.happens(percent: 30)
        let imported = ImportedList(title: "brought \(count)", isPrivate: isPrivate, sections: [section])
        let isNew = isPrivate || Bool.random(using: &random)
        return .importLists(ImportCommand(lists: [imported], into: isNew ? nil : name))
    }

    private func create(using random: inout SeededRandom) -> UserCommand {
        let title = "\(word(using: &random)) list"
        guard Bool.random(using: &random) else { return .lists(.create(NewList(title: title))) }
        let guests = [guest(using: &random)].filter { !$0.isEmpty }
        return .lists(
            .create(NewList(title: title, isPrivate: true, guests: random.happens(percent: 60) ? guests : []))
        )
    }

    private func changeList(using random: inout SeededRandom) -> UserCommand {
        var change = ListChange()
        switch Int.random(in: 0..<5, using: &random) {
        case 0: change.title = "\(word(using: &random)) list \(count)"
        case 1: change.description = "about \(count)"
        case 2: change.state = Bool.random(using: &random) ? .done : .open
        case 3: change.isTrashed = true
        default:
            change.isTrashed = false
            let trashed = lists.filter(\.isTrashed).randomElement(using: &random)
            return .lists(.change([trashed?.scope.description ?? name], change))
        }
        return .lists(.change([name], change))
    }

    /// Returns a member who may be invited to a list, occasionally the house.
    private func guest(using random: inout SeededRandom) -> String {
        guard !random.happens(percent: 15) else { return Self.house }
        return members.randomElement(using: &random)?.description ?? ""
    }

    /// Returns a change of who sees a list, by its owner or an invited member.
    private func say(using random: inout SeededRandom) -> SharingCommand {
        if let offer = offers.randomElement(using: &random), random.happens(percent: 60) {
            let isAccepted = offer.isRefused || random.happens(percent: 70)
            return .answer(offer.invitation.list.description, isAccepted: isAccepted)
        }
        let guest = guest(using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return .show(name, toEverybody: random.happens(percent: 30))
        case 1: return .unshare(name, with: [guest])
        case 2: return .leave(name)
        default: return .share(name, with: [guest])
        }
    }
}
