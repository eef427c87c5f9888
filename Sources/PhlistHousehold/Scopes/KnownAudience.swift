package import PhlistModel

/// The audience of a list, cached because it is needed at every comparison and takes a while to judge; it is valid
/// until a sharing word is said in the list or anything changes in the household.
package struct KnownAudience {
    package let audience: Audience
    private let wordCount: Int
    private let home: ScopeSlot?
    private let homeCount: Int

    /// Judges the sharing words of a list by its household.
    init(of list: ScopeSlot, owner: MemberID, in home: ScopeSlot?) {
        audience = Audience(list.state.sharing, owner: owner, in: home?.state.roster ?? Roster())
        wordCount = list.state.sharing.wordCount
        (self.home, homeCount) = (home, home?.foldedCount ?? 0)
    }

    /// Whether neither the words on who may see the list nor the household have changed since.
    func isUpToDate(for list: ScopeSlot, in home: ScopeSlot?) -> Bool {
        wordCount == list.state.sharing.wordCount && self.home === home && homeCount == home?.foldedCount ?? 0
    }
}
