package import PhlistModel
package import PhlistVocabulary

/// Changes to items; nil leaves a field as it is.
package struct ItemChange: Hashable, Sendable {
    package var state: WorkState?
    package var title: String?
    package var isTrashed: Bool?
    /// All other fields, but for the photo.
    package var fields: ItemPatch
    package var photo: Photo?
    /// Concerns recurring items.
    package var occurrence: OccurrenceChange?
    /// The caller's day, from which recurring items are planned; nil is the day in UTC.
    package var today: CivilDate?
    /// The texts that the caller saw before replacing them; nil for what may be replaced unseen.
    package var seen = Seen()

    /// The title and the other texts of an item as a person saw them.
    package struct Seen: Hashable, Sendable {
        package var title: String?
        package var fields = ItemPatch()

        package init() {}
    }

    /// The photo to set, whose bytes are stored already, or none.
    package enum Photo: Hashable, Sendable {
        case none
        case reference(PhotoReference)
    }

    package init(
        state: WorkState? = nil,
        title: String? = nil,
        isTrashed: Bool? = nil,
        fields: ItemPatch = ItemPatch(),
        photo: Photo? = nil
    ) {
        self.state = state
        self.title = title
        self.isTrashed = isTrashed
        self.fields = fields
        self.photo = photo
    }
}
