package import PhlistModel

/// Why a command was refused; nothing has changed.
package enum CommandError: Error, Hashable, Sendable {
    case listNotFound(String)
    case itemNotFound(String)
    case memberNotFound(String)
    case sectionNotFound(String, in: ScopeID)
    case ambiguousSection(String, candidates: [EntityReference])
    case ambiguousList(String, candidates: [ScopeID])
    case ambiguousItem(String, candidates: [EntityReference])
    case emptyTitle
    case titleTooLong(bytes: Int)
    case nothingToAdd
    case titleForSeveralItems(Int)
    case notInTrash(EntityReference)
    case form(FormError)
    case nothingToUndo
    case nothingToRedo
    /// Only the daemon's own user acts as somebody else.
    case mayNotActAs(String)
    /// The key came before with another request.
    case requestKeyReused(String)
    /// The household has other devices: leave it first.
    case householdHasOtherDevices(Int)
    case alreadyInHousehold
    case notAdmin
    case tooManyDevices
    case storage(StorageFailure)
}
