package import PhlistModel
package import PhlistVocabulary

extension Audience {
    /// Whether the list is visible to the household or to participants only, as one value.
    package var visibility: Visibility { isEverybodys ? .household : .participants }
}

extension ListState {
    /// The visibility by what was said in the owner's name, on any device.
    package var visibility: Visibility {
        owner.map { Audience(sharing, owner: $0, in: Roster()).visibility } ?? .participants
    }
}
