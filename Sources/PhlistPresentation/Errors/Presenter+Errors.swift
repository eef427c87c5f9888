package import PhlistControl
import PhlistModel
package import PhlistSync

/// Words for refusals: the failure, its value, and advice.
extension Presenter {
    package func explain(_ error: CommandError) -> ControlError {
        switch error {
        case .listNotFound(let name): noList(name)
        case .itemNotFound(let text):
            ControlError(.notFound, "no item \"\(text)\"", hint: "see what there is: phlistctl ls --all")
        case .textTooShort(let text): textTooShort(text)
        case .memberNotFound(let name):
            ControlError(.personNotFound, "no member \"\(name)\"", hint: "see all with: phlistctl member ls")
        case .ambiguousMember, .emptyName, .nameTooLong, .badName, .reservedName, .nameTaken, .badEmail, .nobodyActs,
            .severalPeople, .peopleUnknown, .privateListOfHouse, .deviceInUse, .memberNotListed, .memberInUse,
            .memberOwnsLists:
            explainMember(error)
        case .conflictNotFound, .ambiguousConflict, .fieldNotInConflict, .noSuchCompetitor, .valueNotCompeting:
            explainConflict(error)
        case .deviceNotFound, .ambiguousDevice, .deviceNameTaken, .tooManyMembersOfDevice, .lastAdmin, .removesItself,
            .tooManyHouseholdChanges, .aloneInHousehold, .notInHousehold, .deviceRemoved, .householdHasAdmins,
            .keyWasRemoved, .hostWasRemoved, .unconfirmedMembers, .notAdmin, .mayNotChange:
            explainDevice(error)
        case .sectionNotFound(let name, let scope):
            ControlError(
                .notFound,
                "no section \"\(name)\" in \(title(of: scope))",
                hint: "see all with: phlistctl section ls \"\(title(of: scope))\""
            )
        case .ambiguousSection(let name, let candidates):
            ambiguous("section", name, candidates.map(\.entity.description))
        case .sectionMissing(let name): sectionMissing(name)
        case .sectionExists(let name, let scope): sectionExists(name, in: scope)
        case .cancelOnly(let items): cancelOnly(items)
        case .itemsAreKept(let scope): itemsAreKept(scope)
        case .notChecklist(let scope): notChecklist(scope)
        case .mergedWithItself(let scope): mergedWithItself(scope)
        case .notListOwner, .listEnded, .notParticipant, .tooManySharingChanges, .tooManyWords, .sharedWithOwner,
            .seenByEverybody, .leavesOwnList, .invitationNotFound, .ambiguousInvitation, .leftElsewhere:
            explainSharing(error)
        case .requestKeyReused(let key):
            ControlError(.conflict, "the Idempotency-Key \"\(key)\" came with another request before")
        case .ambiguousList(let name, let candidates):
            ambiguousList(name, candidates)
        case .ambiguousItem(let text, let candidates):
            ambiguous("item", text, describe(candidates, named: text), count: candidates.count)
        case .emptyTitle: ControlError(.invalid, "the title is empty; it needs at least one character")
        case .titleTooLong(let bytes):
            ControlError(.invalid, "a title of \(bytes) bytes is too long; at most \(PhlistModel.Limits.titleBytesMax)")
        case .titleWithControlCharacters: ControlError(.invalid, "a title is one line, without control characters")
        case .nothingToAdd: ControlError(.invalid, "nothing to add")
        case .titleForSeveralItems(let count): ControlError(.usage, "one title cannot go to \(count) items")
        case .notInTrash(let item): notInTrash(views([item]).map { "\"\($0.title)\"" }.joined(), "phlistctl rm")
        case .listNotInTrash(let scope): notInTrash(title(of: scope), "phlistctl list rm")
        case .form(let error): explain(error)
        case .importedItem(let number, let title, let cause): importedItem(number, title, cause)
        case .textTooLong, .controlCharacter, .notATag, .tooManyTags, .percentOutOfRange, .inTrash, .itemElsewhere,
            .belowItself:
            explainItem(error)
        case .nothingToUndo: ControlError(.notFound, "nothing to undo")
        case .nothingToRedo:
            ControlError(.notFound, "nothing to redo; only an undo can be taken back, until the next change")
        case .cannotBeUndone(let change, let scope): cannotBeUndone(change, in: scope)
        case .lastActionUnseen: lastActionUnseen
        case .householdHasOtherDevices, .listsInTheWay, .alreadyInHousehold, .tooManyDevices, .tooManyLists,
            .mayNotActAs:
            explainHousehold(error)
        case .nothingToGiveUp, .othersMayHelp, .householdLost: explainGivingUp(error)
        case .storage(let failure): storage(failure)
        }
    }

    private func notInTrash(_ what: String, _ command: String) -> ControlError {
        ControlError(
            .invalid,
            "\(what) is not in the trash",
            hint: "what is in the trash can be removed for good; put it there first: \(command)"
        )
    }

    private func textTooShort(_ text: String) -> ControlError {
        ControlError(
            .notFound,
            "no item is called \"\(text)\", and that is too little to find one by a part of its title",
            hint: "type two letters or more, or the id that phlistctl ls shows"
        )
    }

    /// Words for refusals about the permissions of this device or of the caller.
    private func explainHousehold(_ error: CommandError) -> ControlError {
        switch error {
        case .mayNotActAs(let name):
            ControlError(
                .notPermitted,
                "only the user that phlistd runs as, or root, may act as \(name)",
                hint: "say who you are with: phlistctl member me"
            )
        case .householdHasOtherDevices(let count):
            ControlError(
                .notPermitted,
                "this device is in a household with \(count == 1 ? "another device" : "\(count) other devices")",
                hint: "to part from them: phlistctl household leave"
            )
        case .listsInTheWay(let count):
            ControlError(
                .notPermitted,
                "this device has \(count) list\(count == 1 ? "" : "s"); a backup comes back where there are none",
                hint: "stop phlistd, move \(stateDirectory) away, and start it again"
            )
        case .alreadyInHousehold:
            ControlError(.notPermitted, "this device is in that household already")
        case .tooManyDevices:
            ControlError(.notPermitted, "the household has \(SyncLimits.devicesMax) devices; no more fit")
        case .tooManyLists:
            ControlError(
                .notPermitted,
                "there are \(SyncLimits.scopesMax) lists; no more fit",
                hint: "copy what you need to another list; the trash counts, too"
            )
        default: .unexpected
        }
    }

    private func ambiguousList(_ name: String, _ candidates: [ScopeID]) -> ControlError {
        var error = ambiguous("list", name, candidates.compactMap(describe))
        let lists = candidates.compactMap { library.list($0) }
        let open = lists.filter { !$0.isTrashed && library.isEverybodys($0) }
        let ids = open.prefix(2).map(\.scope.description.shortened)
        let merge = "or make one list of them: phlistctl list merge \(ids.joined(separator: " "))"
        error.hint = ids.count > 1 ? "name one by its id, \(merge)" : "name one by its id"
        return error
    }

    private func noList(_ name: String) -> ControlError {
        ControlError(
            .notFound,
            "no list \"\(name)\"",
            hint: "see phlistctl list ls, or make it: phlistctl list new \"\(name)\""
        )
    }

    /// Words for a missing list; two arguments are usually one item that needs quotes.
    func noList(_ name: String, forAdding arguments: [String]) -> ControlError {
        let words = arguments.joined(separator: " ")
        return ControlError(
            .notFound,
            "no list \"\(name)\". One item with spaces needs quotes: phlistctl add \"\(words)\"",
            hint: "or make the list: phlistctl list new \"\(name)\""
        )
    }

    func ambiguous(
        _ kind: String,
        _ text: String,
        _ candidates: [String],
        count: Int? = nil
    ) -> ControlError {
        let more = (count ?? 0) - candidates.count
        return ControlError(
            .ambiguous,
            "\"\(text)\" matches \(count ?? candidates.count) \(kind)s",
            hint: "name one by its id",
            details: candidates + (more > 0 ? ["and \(more) more"] : [])
        )
    }

    /// Describes the first items: a word can be in every title of a long list.
    private func describe(_ items: [EntityReference], named text: String) -> [String] {
        views(Array(items.prefix(SyncLimits.candidatesMax))).map { item in
            // A short id that is also another item's title is shown in full.
            "\(item.shortID == text ? item.id : item.shortID)  \(item.listTitle)/\(item.title)"
        }
    }

    func describe(_ scope: ScopeID) -> String? {
        library.list(scope).map { list in
            let owner = list.owner.flatMap { library.memberName($0) }.map { ", made by \($0)" } ?? ""
            let audience = library.isEverybodys(list) ? "everybody's" : "not everybody's"
            let trash = list.isTrashed ? ", in the trash" : ""
            let state = "\(audience), \(list.counts.open) open\(trash)"
            return "\(scope.description.shortened)  \(list.title)\(owner), \(state)"
        }
    }

    private func storage(_ failure: StorageFailure) -> ControlError {
        let cause = lastFailure ?? "the disk refused"
        switch failure {
        case .diskFull:
            return ControlError(.diskFull, "nothing was changed: \(cause)", hint: "make room and try again")
        case .tooLarge:
            return ControlError(.tooLarge, "that is too much for one change; nothing was changed")
        case .readOnly, .failed:
            return ControlError(.inputOutput, "nothing was changed: \(cause)", hint: "see phlistctl status")
        }
    }

    private func importedItem(_ number: Int, _ title: String, _ cause: CommandError) -> ControlError {
        var error = explain(cause)
        error.message = "item \(number), \"\(title.prefix(Self.titleShownMax))\": \(error.message)"
        return error
    }

    /// Enough of a title to recognise it; a refused one may have any length.
    private static let titleShownMax = 60
}
