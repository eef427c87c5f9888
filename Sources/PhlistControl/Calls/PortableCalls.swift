import PhlistVocabulary

/// `GET /v1/export`: the content of a list.
package struct ExportQuery: ControlCall {
    package static let route = ControlRoute.exportList
    package typealias Reply = ExportReply

    /// A title or an id prefix.
    package var list: String

    package init(list: String) {
        self.list = list
    }
}

/// The reply to `GET /v1/export`.
package struct ExportReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var list: PortableList
    /// The number of items with a photo; photos are not exported.
    package var photoCount: Int

    package init(list: PortableList, photoCount: Int = 0) {
        (self.list, self.photoCount) = (list, photoCount)
    }
}

/// `POST /v1/import`: imports lists as one action, all or none.
package struct ImportRequest: ControlCall {
    package static let route = ControlRoute.importLists
    package static let bodySizeMax = Limits.importSizeMax
    package static let patience = Duration.seconds(Limits.importSecondsMax)
    package typealias Reply = ImportReply

    package var lists: [PortableList]
    /// The list to import the items of exactly one list into; nil for the one with its id, else with its title, else a
    /// new one.
    package var into: String?

    package init(lists: [PortableList], into: String? = nil) {
        (self.lists, self.into) = (lists, into)
    }

    package func check() throws(ControlError) {
        guard !lists.isEmpty else { throw ControlError(.invalid, "field \"lists\" is empty") }
        guard into == nil || lists.count == 1 else {
            throw ControlError(.invalid, "field \"into\" goes with exactly one list, not with \(lists.count)")
        }
        let count = lists.reduce(0) { $0 + $1.itemCount }
        guard count <= Limits.importItemsMax else {
            throw ControlError(.tooLarge, "an import has \(count) items; at most \(Limits.importItemsMax)")
        }
        for list in lists { try check(list) }
    }

    private func check(_ list: PortableList) throws(ControlError) {
        var ids: Set<String> = []
        for group in list.groups {
            var below = -1
            for item in group.items {
                guard (0...below + 1).contains(item.depth) else {
                    throw ControlError(
                        .invalid,
                        "\"\(item.title)\" has the depth \(item.depth); at most \(below + 1) fits"
                    )
                }
                below = item.depth
            }
            for id in [group.section?.id].compactMap(\.self) + group.items.compactMap(\.id) {
                guard ids.insert(id).inserted else {
                    throw ControlError(.invalid, "the id \(id) stands twice in the list \"\(list.title)\"")
                }
            }
        }
    }
}

/// The reply to `POST /v1/import`.
package struct ImportReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var lists: [Imported]

    /// The outcome for one list.
    package struct Imported: Codable, Sendable, Equatable {
        package var list: ListView
        /// Whether this request made the list.
        package var isNew: Bool
        /// Items that were added or restored from the trash.
        package var addedCount: Int
        /// The items of `addedCount` that were restored from the trash; nil for none.
        package var restoredCount: Int?
        /// Items that existed already and stay unchanged.
        package var existingCount: Int

        package init(list: ListView, isNew: Bool, addedCount: Int, restoredCount: Int? = nil, existingCount: Int) {
            (self.list, self.isNew) = (list, isNew)
            (self.addedCount, self.restoredCount, self.existingCount) = (addedCount, restoredCount, existingCount)
        }
    }

    package init(lists: [Imported]) {
        self.lists = lists
    }
}
