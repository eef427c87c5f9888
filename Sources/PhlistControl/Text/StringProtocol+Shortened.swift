extension StringProtocol {
    /// The first eight of an id's 32 letters: enough to tell the lists and members of a household apart.
    package var shortened: String { String(prefix(8)) }
}
