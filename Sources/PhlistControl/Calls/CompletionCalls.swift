import PhlistVocabulary

/// `GET /v1/completions`: names that start with a prefix.
package struct CompletionsQuery: ControlCall {
    package static let route = ControlRoute.completions
    package typealias Reply = CompletionsReply

    package var kind: Kind
    /// Nil when nothing is typed yet.
    package var prefix: String?
    /// The form to complete records of; nil for other kinds.
    package var form: String?

    /// The kind of name to complete.
    package enum Kind: String, NamedValue {
        case lists
        case trashedLists = "trashed-lists"
        /// Lists that the caller is invited to.
        case invitations
        /// Open items.
        case items
        /// Open items that come back.
        case recurringItems = "recurring-items"
        /// Items that are done or cancelled.
        case closedItems = "closed-items"
        case trashedItems = "trashed-items"
        /// Lists and items with conflicts.
        case conflicts
        case tags
        case forms
        /// Records of one form, by their keys.
        case records
        case members
        /// Devices of the household.
        case devices
        /// Filters that the caller saved.
        case filters
        /// Written as `LIST/SECTION`.
        case sections
    }

    package init(kind: Kind, prefix: String? = nil, form: String? = nil) {
        self.kind = kind
        self.prefix = prefix
        self.form = form
    }
}

/// The reply to `GET /v1/completions`.
package struct CompletionsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var candidates: [Candidate]

    package struct Candidate: Codable, Sendable, Equatable {
        /// The text to type for this candidate.
        package var text: String
        /// An id prefix that stands for the same thing.
        package var id: String

        package init(text: String, id: String) {
            (self.text, self.id) = (text, id)
        }
    }

    package init(candidates: [Candidate]) {
        self.candidates = candidates
    }
}
