import PhlistControl
import PhlistHousehold
import PhlistModel
import PhlistVocabulary

/// Words for refusals about who sees a list.
extension Presenter {
    func explain(_ error: SharingError) -> ControlError {
        switch error {
        case .notOwner(let scope, let owner): return notOwner(scope, owner)
        case .purgesOthersList(let scope, let owner):
            let (title, name) = (title(of: scope), owner.flatMap { library.memberName($0) } ?? "its owner")
            return ControlError(
                .notPermitted,
                "\(title) belongs to \(name), who alone can permanently remove it",
                hint: "it stays in the trash; to bring it back: phlistctl list restore \(title.asArgument)"
            )
        case .ended(let scope): return ended(scope)
        case .notParticipant(let scope):
            return ControlError(
                .notPermitted,
                "cannot change \(title(of: scope)): it is not shared with whoever you act as",
                hint: "see who takes part: phlistctl list show \(title(of: scope).asArgument)"
            )
        case .tooManyChanges(let scope):
            let title = title(of: scope)
            return ControlError(
                .notPermitted,
                "this device has changed who sees \(title) too often: others would not count one more change",
                hint: "do it on another device of yours, or copy the list: phlistctl list copy \(title.asArgument) NAME"
            )
        case .tooManyWords(let count):
            let limit = PhlistModel.Limits.batchWordsMax
            return ControlError(.invalid, "\(count) people are too many at once; at most \(limit)")
        case .sharedWithOwner(let member):
            return ControlError(.invalid, "\(name(of: member)) owns the list, and sees it anyway")
        case .seenByEverybody(let scope):
            let command = "phlistctl unshare --everyone \(title(of: scope).asArgument)"
            return ControlError(
                .invalid,
                "\(title(of: scope)) is seen by the whole household",
                hint: "its owner shows it to single members with: \(command)"
            )
        case .leavesOwnList(let scope):
            return ControlError(
                .notPermitted,
                "\(title(of: scope)) is your own list",
                hint: "to do without it: phlistctl list rm \(title(of: scope).asArgument)"
            )
        case .invitationNotFound(let name):
            return ControlError(
                .notFound,
                "no invitation to \"\(name)\"",
                hint: "see them with: phlistctl invite ls"
            )
        case .withdrawn(let scope):
            return ControlError(
                .notFound,
                "no invitation to \"\(title(of: scope))\": its owner no longer shares it with you",
                hint: "its owner can share it with you again"
            )
        case .leftElsewhere(_, let title):
            return ControlError(
                .conflict,
                "you said no to \(title) on another device of yours, which this one has not heard from",
                hint: "accept it there, or ask its owner to share it with you again"
            )
        case .ambiguousInvitation(let name, let lists):
            return ambiguous("invitation", name, lists.map { $0.description.shortened })
        }
    }

    private func ended(_ scope: ScopeID) -> ControlError {
        let title = title(of: scope)
        let isForm = library.list(scope)?.form != nil
        return ControlError(
            .notPermitted,
            "cannot change \(title): it is no longer shared with you",
            hint: isForm ? nil : "to keep a private copy: phlistctl list copy \(title.asArgument) NAME"
        )
    }

    /// Names the rights of the owner alone: others may trash a list that everybody sees, if its items may be removed.
    private func notOwner(_ scope: ScopeID, _ owner: MemberID?) -> ControlError {
        let (title, name) = (title(of: scope), owner.flatMap { library.memberName($0) } ?? "its owner")
        let list = library.list(scope)
        let isOpen = list.map { library.isEverybodys($0) && $0.deletionPolicy == .allowed } ?? false
        let rights =
            isOpen
            ? "share it and change what may be removed"
            : "share it, change what may be removed, trash it, and purge its items"
        return ControlError(
            .notPermitted,
            "\(title) belongs to \(name), who alone can \(rights)",
            hint: "to leave it: phlistctl leave \(title.asArgument)"
        )
    }
}
