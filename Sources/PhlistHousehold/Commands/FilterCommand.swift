package import PhlistVocabulary

/// Commands about saved filters and a login's view of all lists, which stay on this device.
///
/// A filter is named by its name.
package enum FilterCommand: Sendable {
    /// Saves a filter of the acting member; a filter of that name is replaced only if that was asked for.
    case save(NewFilter, isReplacing: Bool)
    case rename(String, to: String)
    case remove(String)
    /// Changes the caller's own view of all lists together; nil clears it.
    case setOverallView(ItemDisplay?)
}

/// A filter to save, in the words of the person.
package struct NewFilter: Hashable, Sendable {
    package var name: String
    /// Lists, and sections as `LIST/SECTION`.
    package var lists: [String] = []
    package var state: WorkState?
    /// Whether to show closed items and the trash as well.
    package var includesAll = false
    /// Whether to show only items of the person who uses the filter; excludes `assignee`.
    package var isMine = false
    /// A member, or `none`.
    package var assignee: String?
    /// The date in the words of the person, so that `week` is the week of each use.
    package var due: String?
    package var tags: [String] = []
    /// The lowest priority to show.
    package var priority: Priority?
    package var display = ItemDisplay()

    /// Creates a filter without conditions.
    package init(name: String) {
        self.name = name
    }
}
