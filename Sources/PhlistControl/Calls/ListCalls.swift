/// `GET /v1/lists`: all lists.
package struct ListsQuery: ControlCall {
    package static let route = ControlRoute.lists
    package typealias Reply = ListsReply

    /// Creates the query.
    package init() {}
}

/// `POST /v1/lists`: makes a list.
package struct NewListRequest: ControlCall {
    package static let route = ControlRoute.newList
    package typealias Reply = ListReply

    package var title: String

    /// Creates the request.
    package init(title: String) {
        self.title = title
    }
}
