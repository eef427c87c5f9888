/// Commands about the sections of a list.
///
/// A section is named as `LIST/SECTION`.
package enum SectionCommand: Sendable {
    case add(list: String, names: [String])
    case rename(String, to: String)
    case move(String, SectionSpot)
    /// Removes sections; their items stay, without a section.
    case remove([String])
}

/// A position for a section; other sections of the same list are given by name.
package enum SectionSpot: Hashable, Sendable {
    case top
    case bottom
    case before(String)
    case after(String)
}
