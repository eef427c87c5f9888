package import PhlistVocabulary

/// The reasons why a command is refused; nothing has changed.
package enum CommandError: Error, Hashable, Sendable {
    case list(ListError)
    case item(ItemError)
    case text(TextFault)
    case section(SectionError)
    case member(MemberError)
    case login(LoginError)
    case device(DeviceError)
    case household(HouseholdError)
    case sharing(SharingError)
    case conflict(ConflictError)
    case history(HistoryError)
    case loss(LossError)
    case form(FormError)
    case filter(FilterError)
    /// The reason why an item of an import is refused; items are counted from 1.
    indirect case importedItem(Int, title: String, CommandError)
    /// The key was used before with another request.
    case requestKeyReused(String)
    case storage(StorageFailure)
}
