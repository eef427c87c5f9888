import PhlistVocabulary

/// `GET /v1/sections`: the sections of a list, in their order.
package struct SectionsQuery: ControlCall {
    package static let route = ControlRoute.sections
    package typealias Reply = SectionsReply

    package var list: String

    package init(list: String) {
        self.list = list
    }
}

/// `POST /v1/sections`: adds sections at the end of a list.
package struct AddSectionsRequest: ControlCall {
    package static let route = ControlRoute.addSections
    package typealias Reply = SectionsReply

    package var list: String
    package var names: [String]

    package init(list: String, names: [String]) {
        self.list = list
        self.names = names
    }

    package func check() throws(ControlError) {
        guard !names.isEmpty else { throw ControlError(.invalid, "field \"names\" is empty") }
    }
}

/// `PATCH /v1/sections`: renames, moves or removes sections; one of these at a time.
package struct ChangeSectionsRequest: ControlCall {
    package static let route = ControlRoute.changeSections
    package typealias Reply = ChangeSectionsReply

    /// Written as `LIST/SECTION`.
    package var sections: [String]
    /// The new name, with exactly one section.
    package var name: String?
    /// The new place, with exactly one section.
    package var move: Move?
    /// True removes; the items stay, without a section.
    package var isTrashed: Bool?

    /// The new place of a section: exactly one member is given; other sections are named within the same list.
    package struct Move: Codable, Sendable, Equatable {
        package var to: End?
        package var before: String?
        package var after: String?

        /// An end of the list.
        package enum End: String, NamedValue {
            case top
            case bottom
        }

        package init(to end: End? = nil, before: String? = nil, after: String? = nil) {
            self.to = end
            self.before = before
            self.after = after
        }

        fileprivate var count: Int {
            [to != nil, before != nil, after != nil].count { $0 }
        }
    }

    package init(sections: [String], name: String? = nil, move: Move? = nil, isTrashed: Bool? = nil) {
        self.sections = sections
        self.name = name
        self.move = move
        self.isTrashed = isTrashed
    }

    package func check() throws(ControlError) {
        try checkReferences(sections, in: "sections")
        guard [name != nil, move != nil, isTrashed != nil].count(where: { $0 }) == 1 else {
            throw ControlError(.invalid, "exactly one of \"name\", \"move\", \"isTrashed\" is needed")
        }
        guard isTrashed ?? true else {
            throw ControlError(.invalid, "a removed section comes back with undo, not with \"isTrashed\"")
        }
        guard isTrashed != nil || sections.count == 1 else {
            throw ControlError(.invalid, "\"name\" and \"move\" need exactly one section, not \(sections.count)")
        }
        guard move.map({ $0.count == 1 }) ?? true else {
            throw ControlError(.invalid, "exactly one of \"to\", \"before\", \"after\" is needed")
        }
    }
}
