package import PhlistModel

/// The reasons why a command is refused; nothing has changed.
package enum CommandError: Error, Hashable, Sendable {
    case listNotFound(String)
    case itemNotFound(String)
    /// The text is too short to find an item by its title.
    case textTooShort(String)
    case memberNotFound(String)
    case ambiguousMember(String, candidates: [MemberID])
    case emptyName
    case nameTooLong(bytes: Int)
    case badName(String)
    /// The word has a special meaning where a member is named.
    case reservedName(String)
    case nameTaken(String, by: MemberID)
    case badEmail(String)
    /// A login bound to nobody wants to change something.
    case nobodyActs
    /// The device has several users, and the login has not chosen one of them.
    case severalPeople
    /// The users of the device may be lost in a hole of the log.
    case peopleUnknown
    /// A device of the house cannot have private lists.
    case privateListOfHouse
    /// The device is already used by these members, so it cannot join as somebody else's.
    case deviceInUse([MemberID])
    /// Only members whom the household has listed for this device can act on it.
    case memberNotListed(MemberID)
    /// Another login of this machine acts as the member.
    case memberInUse(MemberID)
    case memberOwnsLists(MemberID, count: Int)
    case conflictNotFound(String)
    case ambiguousConflict(String, candidates: [EntityReference])
    case fieldNotInConflict(String, conflicting: [String])
    case noSuchCompetitor(Int, count: Int)
    /// Only one of the competing values can settle the field.
    case valueNotCompeting(String, field: String)
    case deviceNotFound(String)
    case sectionNotFound(String, in: ScopeID)
    case ambiguousSection(String, candidates: [EntityReference])
    /// A list was named where a section is required.
    case sectionMissing(String)
    case sectionExists(String, in: ScopeID)
    case ambiguousList(String, candidates: [ScopeID])
    case ambiguousItem(String, candidates: [EntityReference])
    case emptyTitle
    case titleTooLong(bytes: Int)
    case titleWithControlCharacters
    /// A device of the owner reports that this device no longer has access.
    case listEnded(ScopeID)
    /// The list is not shared with the acting member.
    case notParticipant(ScopeID)
    /// Others would not count another sharing word of this device in the list.
    case tooManySharingChanges(ScopeID)
    /// More members than one action may name in sharing words.
    case tooManyWords(Int)
    /// Items of these lists can be cancelled, but not deleted.
    case cancelOnly([EntityReference])
    /// The owner cannot purge items of a list where they can only be cancelled, or merge it away.
    case itemsAreKept(ScopeID)
    /// Only the owner of a list decides who sees it and whether its items may be removed; only the owner can trash or
    /// restore it, unless everyone can.
    case notListOwner(ScopeID, owner: MemberID?)
    /// The owner has the list anyway.
    case sharedWithOwner(MemberID)
    /// In a list that everybody sees, there is nobody to invite and nothing to leave.
    case seenByEverybody(ScopeID)
    case leavesOwnList(ScopeID)
    case invitationNotFound(String)
    /// The caller declined or left the list on another device of theirs, and that has not come here.
    case leftElsewhere(ScopeID, title: String)
    case ambiguousInvitation(String, candidates: [ScopeID])
    /// A form was named where a list of items is required.
    case notChecklist(ScopeID)
    case mergedWithItself(ScopeID)
    case nothingToAdd
    case titleForSeveralItems(Int)
    case textTooLong(TextKind, bytes: Int, bytesMax: Int)
    case controlCharacter(UInt32, in: TextKind)
    case notATag(String)
    case tooManyTags(Int)
    case percentOutOfRange(Int)
    case inTrash(EntityReference)
    case notInTrash(EntityReference)
    case listNotInTrash(ScopeID)
    case form(FormError)
    /// The reason why an item of an import is refused; items are counted from 1.
    indirect case importedItem(Int, title: String, CommandError)
    /// The neighbour or parent item is in another list than the one named.
    case itemElsewhere(EntityReference)
    case belowItself(EntityReference)
    case nothingToUndo
    case nothingToRedo
    /// Only the daemon's own user can act as another member.
    case mayNotActAs(String)
    /// The key was used before with another request.
    case requestKeyReused(String)
    /// The household has other devices: leave it first.
    case householdHasOtherDevices(Int)
    /// A backup can only be restored where there are no lists.
    case listsInTheWay(Int)
    case alreadyInHousehold
    /// Only an admin device can do this.
    case notAdmin
    /// Only an admin device can rename or remove other people.
    case mayNotChange(MemberID)
    case tooManyDevices
    /// A new device wants to join as these members, and nobody has confirmed it.
    case unconfirmedMembers([MemberID])
    /// The device was removed from this household: its key is never admitted again.
    case keyWasRemoved
    /// The admitting device was removed from the household, as this one knows from a backup.
    case hostWasRemoved(String)
    /// This device learned that it was removed from its household: its changes would reach nobody.
    case deviceRemoved
    /// The household has not admitted this device yet, or has removed it.
    case notInHousehold
    case ambiguousDevice(String, candidates: [DeviceID])
    case deviceNameTaken(String)
    case tooManyMembersOfDevice(Int)
    /// Other devices would not accept another change to the household's devices by this one.
    case tooManyHouseholdChanges
    /// Other devices would not accept another list.
    case tooManyLists
    /// No admin device would be left.
    case lastAdmin
    /// A device cannot remove itself; it leaves.
    case removesItself
    /// There is no other device to leave.
    case aloneInHousehold
    /// An admin device is left, so the household need not be founded again.
    case householdHasAdmins([DeviceID])
    /// Nothing is missing.
    case nothingToGiveUp
    /// Devices, by name, that have not yet sent a summary.
    case othersMayHelp([String])
    /// Other devices know the household that this one has lost.
    case householdLost
    case storage(StorageFailure)
    /// The caller's newest action cannot be undone; with the scope in which it was done.
    case cannotBeUndone(LastingChange, in: ScopeID)
    /// The caller's newest action was done in a list that they no longer see.
    case lastActionUnseen
}
