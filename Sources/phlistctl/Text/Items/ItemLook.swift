import PhlistControl
import PhlistVocabulary

/// The layout of lines about items.
struct ItemLook {
    var style: Style
    var clock: Clock
    /// Whether to show all fields, and the members who added and changed an item, with times.
    var isLong = false
    /// Whether to show notes below their items.
    var showsNotes = false
    /// The sort keys of the lists, by id; items that are sorted by a time are shown with its day.
    var sorts: [String: ItemSort] = [:]
    /// Whether to show the list and the section after each item.
    var showsPlace = false
    /// Whether the items of all lists are in one table, with a column for the list.
    var isTable = false
    /// The width for wrapped text, in columns.
    var columns: Int
}

extension ItemLook {
    /// Creates the usual layout for a context.
    init(_ context: Context) {
        let columns = min(context.window?().columns ?? Limits.columnsMax, Limits.columnsMax)
        self.init(style: context.style, clock: context.clock, columns: columns)
    }

    /// Takes over the orders of a reply.
    mutating func takeOrders(of reply: ItemsReply) {
        for order in reply.orders ?? [] { sorts[order.listID] = order.sort }
    }
}
