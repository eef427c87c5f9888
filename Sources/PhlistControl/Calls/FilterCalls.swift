package import PhlistVocabulary

/// `GET /v1/filters`: the filters that the caller's member saved on this device, by name.
package struct FiltersQuery: ControlCall {
    package static let route = ControlRoute.filters
    package typealias Reply = FiltersReply

    /// The name of the only filter to return; nil for all.
    package var filter: String?

    package init(filter: String? = nil) {
        self.filter = filter
    }
}

/// `POST /v1/filters`: saves the conditions and the order of `GET /v1/items` under a name.
package struct SaveFilterRequest: ControlCall {
    package static let route = ControlRoute.saveFilter
    package typealias Reply = FilterReply

    package var name: String
    /// Whether a filter of that name is replaced; nil means no.
    package var isReplacing: Bool?
    /// `LIST` or `LIST/SECTION`, by title or id prefix; nil for every list.
    package var lists: [String]?
    package var state: WorkState?
    /// Whether to include items that are done, cancelled or in the trash.
    package var all: Bool?
    /// Only items assigned to the person who uses the filter.
    package var mine: Bool?
    /// Only items assigned to this member; `none` for those assigned to nobody.
    package var assignee: String?
    /// A due date in words, which mean the day of each use; `none` for items without one.
    package var due: String?
    /// Tags that an item must all have.
    package var tags: [String]?
    /// The lowest priority.
    package var priority: Priority?
    package var sort: ItemSort?
    package var isReversed: Bool?
    /// Whether the items of all lists are in one sequence.
    package var isFlat: Bool?
    /// Whether to show all fields.
    package var isLong: Bool?

    package init(name: String) {
        self.name = name
    }

    package func check() throws(ControlError) {
        var bare = SaveFilterRequest(name: name)
        bare.isReplacing = isReplacing
        guard self != bare else {
            throw ControlError(.invalid, "nothing to save: a field besides \"name\" and \"isReplacing\" is needed")
        }
        guard mine != true || assignee == nil else {
            throw ControlError(.invalid, "either \"mine\" or \"assignee\" can be given")
        }
        try Self.check(count: lists?.count, of: "lists", atMost: TextLimits.filterPlacesMax)
        try Self.check(count: tags?.count, of: "tags", atMost: TextLimits.filterTagsMax)
        guard priority != Priority.none else {
            throw ControlError(.invalid, "field \"priority\" is one of low, medium, high, not \"none\"")
        }
        guard let due else { return }
        guard due.utf8.count <= Limits.filterDueBytesMax, due.isOneLine, !due.isBlank else {
            throw ControlError(.invalid, "field \"due\" must be one line of 1 to \(Limits.filterDueBytesMax) bytes")
        }
    }

    private static func check(count: Int?, of field: String, atMost countMax: Int) throws(ControlError) {
        guard let count, count > countMax else { return }
        throw ControlError(.tooLarge, "field \"\(field)\" has \(count) names; at most \(countMax)")
    }
}

/// `PATCH /v1/filters`: gives a filter another name.
package struct RenameFilterRequest: ControlCall {
    package static let route = ControlRoute.renameFilter
    package typealias Reply = FilterReply

    package var filter: String
    package var name: String

    package init(filter: String, name: String) {
        (self.filter, self.name) = (filter, name)
    }
}

/// `DELETE /v1/filters`: removes a filter.
package struct RemoveFilterRequest: ControlCall {
    package static let route = ControlRoute.removeFilter
    package typealias Reply = FilterReply

    package var filter: String

    package init(filter: String) {
        self.filter = filter
    }
}

/// `GET /v1/items/view`: how the items of all lists together are shown to the caller's login here.
package struct OverallViewQuery: ControlCall {
    package static let route = ControlRoute.overallView
    package typealias Reply = OverallViewReply

    package init() {}
}

/// `PUT /v1/items/view`: sets how the caller's login here sees all lists together; nil leaves a setting unchanged.
package struct OverallViewRequest: ControlCall {
    package static let route = ControlRoute.setOverallView
    package typealias Reply = OverallViewReply

    package var sort: ItemSort?
    package var isReversed: Bool?
    package var showsDone: Bool?
    package var isFlat: Bool?
    package var isLong: Bool?
    /// Clears all settings; excludes the others.
    package var isReset: Bool?

    package init() {}

    package func check() throws(ControlError) {
        var bare = OverallViewRequest()
        bare.isReset = isReset
        guard (self != bare) != (isReset ?? false) else {
            let choices = "\"sort\", \"isReversed\", \"showsDone\", \"isFlat\" and \"isLong\""
            throw ControlError(.invalid, "either \"isReset\" or one of \(choices) is needed")
        }
    }
}
