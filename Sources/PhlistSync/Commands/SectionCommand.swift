/// What people do to the sections of a list.
///
/// A section is named as `LIST/SECTION`.
package enum SectionCommand: Sendable {
    case add(list: String, names: [String])
    case rename(String, to: String)
    case move(String, SectionSpot)
    /// Their items stay, without a section.
    case remove([String])
}

/// Where a section comes to stand; others are of the same list, by name.
package enum SectionSpot: Hashable, Sendable {
    case top
    case bottom
    case before(String)
    case after(String)
}
