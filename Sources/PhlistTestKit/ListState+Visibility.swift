package import PhlistModel

extension Audience {
    /// Whether everybody in the household may see the list, as one value.
    package var visibility: Visibility { isEverybodys ? .household : .participants }
}

extension ListState {
    /// Who may see the list by what was said in its owner's name, on whatever device.
    package var visibility: Visibility {
        owner.map { Audience(sharing, owner: $0, in: Roster()).visibility } ?? .participants
    }
}
