extension StringProtocol {
    /// The first eight of the 32 letters of an id: enough to tell the lists and members of a household apart.
    package var shortened: String { String(prefix(8)) }
}
