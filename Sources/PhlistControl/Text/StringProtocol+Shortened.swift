extension StringProtocol {
    /// The first eight letters of an id, for display: enough to tell the lists and members of a household apart.
    package var shortened: String { String(prefix(8)) }
}
