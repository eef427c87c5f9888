/// `GET /v1/history`: past actions, the newest first.
package struct HistoryQuery: ControlCall {
    package static let route = ControlRoute.history
    package typealias Reply = HistoryReply

    /// A list, an item, or `LIST/text`; nil for everything that the caller sees.
    package var of: String?
    /// A member's name or id prefix.
    package var member: String?
    /// A device's name or id prefix.
    package var device: String?
    /// Milliseconds since 1970; older actions are left out.
    package var since: Int64?
    /// At most `Limits.historyCountMax`; nil for 20.
    package var limit: Int?
    /// The `next` of the previous page.
    package var after: String?

    package init(
        of: String? = nil,
        member: String? = nil,
        device: String? = nil,
        since: Int64? = nil,
        limit: Int? = nil,
        after: String? = nil
    ) {
        (self.of, self.member, self.device) = (of, member, device)
        (self.since, self.limit, self.after) = (since, limit, after)
    }

    package func check() throws(ControlError) {
        guard (1...Limits.historyCountMax).contains(limit ?? 1) else {
            throw ControlError(.invalid, "parameter \"limit\" must be 1 to \(Limits.historyCountMax)")
        }
    }
}

/// The reply to `GET /v1/history`.
package struct HistoryReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    package var entries: [HistoryEntryView]
    /// The cursor of the next page, with older entries, for `after` of the same query; nil when there are none.
    package var next: String?
    /// For an item that comes back, the occurrence before it, which has a history of its own; nil for none.
    package var previous: ItemView?

    package init(entries: [HistoryEntryView], next: String? = nil) {
        self.entries = entries
        self.next = next
    }
}

/// `POST /v1/history/undo`: takes back the caller's newest action.
package struct UndoRequest: ControlCall {
    package static let route = ControlRoute.undo
    package typealias Reply = TakenBackReply

    /// A list's title or id prefix; nil for the newest action anywhere.
    package var list: String?

    package init(list: String? = nil) {
        self.list = list
    }
}

/// `POST /v1/history/redo`: takes back the caller's newest undo.
package struct RedoRequest: ControlCall {
    package static let route = ControlRoute.redo
    package typealias Reply = TakenBackReply

    /// A list's title or id prefix; nil for the newest undo anywhere.
    package var list: String?

    package init(list: String? = nil) {
        self.list = list
    }
}

/// The reply to `POST /v1/history/undo` and `POST /v1/history/redo`.
package struct TakenBackReply: Codable, Sendable, Equatable {
    package var schemaVersion = PhlistControl.schemaVersion
    /// The changes that were written, list by list.
    package var entries: [HistoryEntryView]
    /// Changes that stay because somebody has changed the field since or it has a conflict.
    package var leftAlone: [FieldChangeView]

    package init(entries: [HistoryEntryView], leftAlone: [FieldChangeView] = []) {
        self.entries = entries
        self.leftAlone = leftAlone
    }
}
