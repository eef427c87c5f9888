package import PhlistModel

/// Why a command was refused; nothing has changed.
package enum CommandError: Error, Hashable, Sendable {
    case listNotFound(String)
    case itemNotFound(String)
    /// Too little of a title to find an item by.
    case textTooShort(String)
    case memberNotFound(String)
    case ambiguousMember(String, candidates: [MemberID])
    case emptyName
    case nameTooLong(bytes: Int)
    case badName(String)
    /// The word stands for something else where a member is named.
    case reservedName(String)
    case nameTaken(String, by: MemberID)
    case badEmail(String)
    /// A login that said that it is nobody wants to change something.
    case nobodyActs
    /// The device is for several people, and the login has not said which of them it is.
    case severalPeople
    /// A hole in the log may have swallowed whom the device is for.
    case peopleUnknown
    /// On a device of the house nobody keeps a list for himself.
    case privateListOfHouse
    /// Somebody uses the device already, so that it cannot join as somebody else's.
    case deviceInUse([MemberID])
    /// Only people whom the household has listed for this device act on it.
    case memberNotListed(MemberID)
    /// Another login of this machine acts as the member.
    case memberInUse(MemberID)
    case memberOwnsLists(MemberID, count: Int)
    case conflictNotFound(String)
    case ambiguousConflict(String, candidates: [EntityReference])
    case fieldNotInConflict(String, conflicting: [String])
    case noSuchCompetitor(Int, count: Int)
    /// Only a value that somebody has written can settle the field.
    case valueNotCompeting(String, field: String)
    case deviceNotFound(String)
    case sectionNotFound(String, in: ScopeID)
    case ambiguousSection(String, candidates: [EntityReference])
    /// A list was named where a section was asked for.
    case sectionMissing(String)
    case sectionExists(String, in: ScopeID)
    case ambiguousList(String, candidates: [ScopeID])
    case ambiguousItem(String, candidates: [EntityReference])
    case emptyTitle
    case titleTooLong(bytes: Int)
    case titleWithControlCharacters
    /// A device of the owner reports that this device no longer has access.
    case listEnded(ScopeID)
    /// The list is not shared with whoever acts.
    case notParticipant(ScopeID)
    /// Others would not count one more word of this device on who sees the list.
    case tooManySharingChanges(ScopeID)
    /// More people than one action may name who see a list.
    case tooManyWords(Int)
    /// Items of these lists are cancelled, not deleted.
    case cancelOnly([EntityReference])
    /// Its owner would purge items of a list where they are only cancelled, or merge it away.
    case itemsAreKept(ScopeID)
    /// Only the owner of a list says who sees it, and whether its items may be removed; only the owner can trash or
    /// restore it, unless everyone can.
    case notListOwner(ScopeID, owner: MemberID?)
    /// A list is its owner's anyway.
    case sharedWithOwner(MemberID)
    /// There is nobody to invite to, and nothing to leave, where everybody in the household sees the list.
    case seenByEverybody(ScopeID)
    case leavesOwnList(ScopeID)
    case invitationNotFound(String)
    /// The caller has said no to it on another device of theirs, and nothing of that has come here.
    case leftElsewhere(ScopeID, title: String)
    case ambiguousInvitation(String, candidates: [ScopeID])
    /// A form, where only a list of items makes sense.
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
    /// Why an item of an import is refused; items are counted from one.
    indirect case importedItem(Int, title: String, CommandError)
    /// Beside or below an item of one list, though another list was named.
    case itemElsewhere(EntityReference)
    case belowItself(EntityReference)
    case nothingToUndo
    case nothingToRedo
    /// Only the daemon's own user acts as somebody else.
    case mayNotActAs(String)
    /// The key came before with another request.
    case requestKeyReused(String)
    /// The household has other devices: leave it first.
    case householdHasOtherDevices(Int)
    /// A backup comes back only where there are no lists.
    case listsInTheWay(Int)
    case alreadyInHousehold
    /// Only a device that is an admin does this.
    case notAdmin
    /// Other people are for an admin device to rename and to remove.
    case mayNotChange(MemberID)
    case tooManyDevices
    /// What would come along with a device that joins fits no frame.
    /// A new device wants to join as them, and nobody has said that it may.
    case unconfirmedMembers([MemberID])
    /// The device was put out of this household: its key never comes back.
    case keyWasRemoved
    /// The device that would let this one in was removed from the household, as this one knows from a backup.
    case hostWasRemoved(String)
    /// This device was put out of its household, and has heard so: what it would change reaches nobody.
    case deviceRemoved
    /// A household that nobody has let this device into yet, or that has put it out.
    case notInHousehold
    case ambiguousDevice(String, candidates: [DeviceID])
    case deviceNameTaken(String)
    case tooManyMembersOfDevice(Int)
    /// Other devices would not take one more change of the household's devices by this one.
    case tooManyHouseholdChanges
    /// Other devices would not take one more list.
    case tooManyLists
    /// Nobody would be left who lets others in and out.
    case lastAdmin
    /// A device that goes by itself leaves.
    case removesItself
    /// There is nobody to part from.
    case aloneInHousehold
    /// Somebody is left who lets others in: the household needs no other beginning.
    case householdHasAdmins([DeviceID])
    /// Nothing is missing.
    case nothingToGiveUp
    /// Devices, by name, that have not said yet what they hold.
    case othersMayHelp([String])
    /// Other devices know the household that this one has lost.
    case householdLost
    case storage(StorageFailure)
    /// The caller's newest action, which no undo takes back, and where it was done.
    case cannotBeUndone(LastingChange, in: ScopeID)
    /// The caller's newest action was done in a list that they no longer see.
    case lastActionUnseen
}
