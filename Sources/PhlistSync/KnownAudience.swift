import PhlistModel

/// Who may see a list, kept until a word is said in it or anything changes in the household: it is asked for at every
/// comparison, and to judge the words takes a while.
struct KnownAudience {
    let audience: Audience
    private let wordCount: Int
    private let home: ScopeSlot?
    private let homeCount: Int

    /// Judges what a list says by what its household is.
    init(of list: ScopeSlot, owner: MemberID, in home: ScopeSlot?) {
        audience = Audience(list.state.sharing, owner: owner, in: home?.state.roster ?? Roster())
        wordCount = list.state.sharing.wordCount
        (self.home, homeCount) = (home, home?.foldedCount ?? 0)
    }

    /// Whether nothing has changed since.
    func isUpToDate(for list: ScopeSlot, in home: ScopeSlot?) -> Bool {
        wordCount == list.state.sharing.wordCount && self.home === home && homeCount == home?.foldedCount ?? 0
    }
}
