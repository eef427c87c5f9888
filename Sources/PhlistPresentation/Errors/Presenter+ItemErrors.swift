import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Words for refusals about items.
extension Presenter {
    func explain(_ error: ItemError) -> ControlError {
        switch error {
        case .notFound(let text):
            ControlError(.notFound, "no item \"\(text)\"", hint: "see what there is: phlistctl ls --all")
        case .textTooShort(let text): textTooShort(text)
        case .ambiguous(let text, let candidates):
            ambiguousItem(text, candidates)
        case .nothingToAdd: ControlError(.invalid, "nothing to add")
        case .namesList(let scope): namesList(title(of: scope))
        case .titleForSeveralItems(let count): ControlError(.usage, "one title cannot be given to \(count) items")
        case .tooManyTags(let count):
            ControlError(.invalid, "an item would have \(count) tags; at most \(TextLimits.itemTagsMax)")
        case .percentOutOfRange(let percent):
            ControlError(.invalid, "\(percent) percent is not between 0 and 100")
        case .percentOfParent(let item): percentOfParent(item)
        case .replacedMeanwhile(let item, let field): replacedMeanwhile(item, field)
        case .inTrash(let item):
            ControlError(
                .invalid,
                "\(title(item)) is in the trash",
                hint: "bring it back first: phlistctl restore \(shortID(item))"
            )
        case .notInTrash(let item): notInTrash(views([item]).map { "\"\($0.title)\"" }.joined(), "phlistctl rm")
        case .elsewhere(let item):
            ControlError(
                .invalid,
                "\(title(item)) is in the list \(title(of: item.scope)), not in the one that was named"
            )
        case .belowItself(let item):
            ControlError(.invalid, "\(title(item)) cannot go below itself or one of its own sub-items")
        case .nothingToMerge: ControlError(.usage, "only one item is named; name those that are to become one")
        case .mergeAcrossLists(let item):
            ControlError(
                .invalid,
                "\(title(item)) is in another list than the first item",
                hint: "move it there first: phlistctl mv \(shortID(item)) LIST"
            )
        case .hasCompetingValues(let item): competingValues(item)
        case .tooLongTogether(let item, let kind, let bytes): tooLongTogether(item, kind, bytes)
        case .endsBefore(let first, let last):
            ControlError(
                .invalid,
                "the rule ends on \(last), before its first date, \(first)",
                hint: "name a later end"
            )
        case .rotationWithoutRule:
            ControlError(
                .invalid,
                "only what recurs can be done by turns",
                hint: "say when it comes back, too, as in --every week --rotate ann,ben"
            )
        case .rotationTooShort(let text):
            ControlError(.invalid, "one member cannot take turns: \"\(text)\"", hint: "name two or more: ann,ben")
        case .rotationTooLong(let count):
            ControlError(.invalid, "\(count) members would take turns; at most \(Rotation.membersMax)")
        case .inRotationTwice(let member): ControlError(.invalid, "\(name(of: member)) would be in the rotation twice")
        case .notRecurring(let item):
            ControlError(
                .invalid,
                "\(title(item)) does not recur",
                hint: "to make it come back: phlistctl edit --every week \(shortID(item))"
            )
        case .reminderWithoutDate(let item):
            ControlError(
                .invalid,
                "\(item.map(title) ?? "the item") has no due date to be reminded before",
                hint: "give it one with --due, or say when: --remind \"sat 9:00\""
            )
        }
    }

    private func namesList(_ title: String) -> ControlError {
        let name = title.asArgument
        return ControlError(
            .invalid,
            "\(title) is a list, and nothing is named to add to it",
            hint: "name the item: phlistctl add \(name) ITEM; or its list: phlistctl add LIST \(name)"
        )
    }

    private func textTooShort(_ text: String) -> ControlError {
        ControlError(
            .notFound,
            "no item is called \"\(text)\", and that is too little to find one by a part of its title",
            hint: "type two letters or more, or the id that phlistctl ls shows"
        )
    }

    private func percentOfParent(_ item: EntityReference) -> ControlError {
        ControlError(
            .invalid,
            "the percentage of \(title(item)) comes from its sub-items",
            hint: "see them: phlistctl show \(shortID(item))"
        )
    }

    private func replacedMeanwhile(_ item: EntityReference, _ field: ItemField) -> ControlError {
        let list = library.scopes[item.scope]?.upcomingList
        let value = list?.shown(field.id, of: item.entity)
        let author = value.flatMap { library.memberName($0.act.by) } ?? Self.house
        let text = String(decoding: value?.value ?? [], as: UTF8.self)
        let thing = field == .title ? "the title" : "the \(field.rawValue) of \(title(item))"
        let change = text.isEmpty ? "removed \(thing)" : "changed \(thing) to \"\(text)\""
        return ControlError(
            .conflict,
            "\(author) \(change) in the meantime",
            hint: "nothing was changed; send it again to replace that text"
        )
    }

    private func competingValues(_ item: EntityReference) -> ControlError {
        ControlError(
            .invalid,
            "\(title(item)) has competing values, and only one of them would come along",
            hint: "choose first: phlistctl conflicts \(shortID(item))"
        )
    }

    private func tooLongTogether(_ item: EntityReference, _ kind: TextKind, _ bytes: Int) -> ControlError {
        ControlError(
            .invalid,
            "\(title(item)) would get a \(kind.rawValue) of \(bytes) bytes; at most \(kind.bytesMax)",
            hint: "shorten it first: phlistctl edit \(shortID(item))"
        )
    }

    /// Describes the first items: a word can be in every title of a long list.
    private func ambiguousItem(_ text: String, _ candidates: [EntityReference]) -> ControlError {
        var error = ambiguous("item", text, describe(candidates, named: text), count: candidates.count)
        if let ids = namesakes(in: views(Array(candidates.prefix(HouseholdLimits.candidatesMax)))).first {
            error.hint = "name one by its id, or make one item of them: phlistctl merge \(ids.joined(separator: " "))"
        }
        return error
    }

    private func describe(_ items: [EntityReference], named text: String) -> [String] {
        views(Array(items.prefix(HouseholdLimits.candidatesMax))).map { item in
            // A short id that is also another item's title is shown in full.
            "\(item.shortID == text ? item.id : item.shortID)  \(item.listTitle)/\(item.title)"
        }
    }

    func notInTrash(_ what: String, _ command: String) -> ControlError {
        ControlError(
            .invalid,
            "\(what) is not in the trash",
            hint: "what is in the trash can be removed for good; put it there first: \(command)"
        )
    }

    private func title(_ item: EntityReference) -> String {
        views([item]).first.map { "\"\($0.title)\"" } ?? "the item"
    }

    private func shortID(_ item: EntityReference) -> String {
        views([item]).first?.shortID ?? item.entity.description
    }
}
