/// Commands of users about their lists and the contents of these.
package enum UserCommand: Sendable {
    case lists(ListCommand)
    case sections(SectionCommand)
    case items(ItemCommand)
    case members(MemberCommand)
    case forms(FormCommand)
    case records(RecordCommand)
    case devices(DeviceCommand)
    case household(HouseholdCommand)
    case sharing(SharingCommand)
    case importLists(ImportCommand)
    case filters(FilterCommand)
    /// Takes back the caller's newest action, in the given list or anywhere.
    case undo(list: String?)
    /// Takes back the caller's newest undo.
    case redo(list: String?)
    /// Settles a field for which several values compete.
    case resolve(Resolution)
}

/// Options of a command.
package struct CommandOptions: Hashable, Sendable {
    /// The key by which a repetition of the command is recognised.
    package var request: RequestKey?
    /// Whether only to report the result, and change nothing.
    package var isDryRun: Bool

    /// Creates options.
    package init(request: RequestKey? = nil, isDryRun: Bool = false) {
        self.request = request
        self.isDryRun = isDryRun
    }
}
