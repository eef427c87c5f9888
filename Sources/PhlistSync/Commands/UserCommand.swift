/// What people do to their lists and to what is in them.
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
    /// Takes back the caller's newest action in a list, or in the list where it was.
    case undo(list: String?)
    /// Takes back the caller's newest undo.
    case redo(list: String?)
    /// Settles for which of several values a field has been written apart.
    case resolve(Resolution)
}

/// How a command is meant.
package struct CommandOptions: Hashable, Sendable {
    /// What makes a repetition of the command known as one.
    package var request: RequestKey?
    /// Tells what would happen, and changes nothing.
    package var isDryRun: Bool

    /// Creates options.
    package init(request: RequestKey? = nil, isDryRun: Bool = false) {
        self.request = request
        self.isDryRun = isDryRun
    }
}
