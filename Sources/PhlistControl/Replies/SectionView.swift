/// A section of a list as a client sees it.
package struct SectionView: Codable, Sendable, Equatable {
    /// The section's id: 16 letters from k to z.
    package var id: String
    package var name: String
    package var listID: String
    package var listTitle: String
    /// The number of open items in it, at any depth.
    package var openCount: Int

    package init(id: String, name: String, listID: String, listTitle: String, openCount: Int) {
        self.id = id
        self.name = name
        self.listID = listID
        self.listTitle = listTitle
        self.openCount = openCount
    }
}

/// The reply to `GET /v1/sections` and, with the new ones only, `POST /v1/sections`.
package struct SectionsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var sections: [SectionView]

    package init(sections: [SectionView]) {
        self.sections = sections
    }
}

/// The reply to `PATCH /v1/sections`.
package struct ChangeSectionsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// Removed sections are as they were before.
    package var changed: [SectionView]
    /// Sections that needed no change.
    package var unchanged: [SectionView]

    package init(changed: [SectionView], unchanged: [SectionView]) {
        self.changed = changed
        self.unchanged = unchanged
    }
}
