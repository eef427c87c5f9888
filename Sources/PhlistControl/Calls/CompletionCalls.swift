/// `GET /v1/completions`: names that begin as somebody has begun to type one.
package struct CompletionsQuery: ControlCall {
    package static let route = ControlRoute.completions
    package typealias Reply = CompletionsReply

    package var kind: Kind
    /// Nil for nothing typed yet.
    package var prefix: String?
    /// The form whose records are named; nil for other kinds.
    package var form: String?

    /// What is named.
    package enum Kind: String, Codable, Sendable, CaseIterable {
        case lists
        case trashedLists = "trashed-lists"
        /// Lists that the caller is invited to.
        case invitations
        /// Open items.
        case items
        /// Items that are done or cancelled.
        case closedItems = "closed-items"
        case trashedItems = "trashed-items"
        /// Lists and items for which values compete.
        case conflicts
        case tags
        case forms
        /// Records of one form, by their keys.
        case records
        case members
        /// Devices of the household.
        case devices
        /// As `LIST/SECTION`.
        case sections
    }

    /// Creates the query.
    package init(kind: Kind, prefix: String? = nil, form: String? = nil) {
        self.kind = kind
        self.prefix = prefix
        self.form = form
    }
}

/// The reply of `GET /v1/completions`.
package struct CompletionsReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var candidates: [Candidate]

    /// One name.
    package struct Candidate: Codable, Sendable, Equatable {
        /// As it can be typed where such a name is asked for.
        package var text: String
        /// The beginning of an id that stands for the same.
        package var id: String

        /// Creates a candidate.
        package init(text: String, id: String) {
            (self.text, self.id) = (text, id)
        }
    }

    /// Creates the reply.
    package init(candidates: [Candidate]) {
        self.candidates = candidates
    }
}
