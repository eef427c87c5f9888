import PhlistControl

/// How lines about items look.
struct ItemLook {
    var style: Style
    var clock: Clock
    /// Whether to tell all that an item has, and who added and changed it, and when.
    var isLong = false
    /// Whether notes stand below their items.
    var showsNotes = false
    /// The lists whose items are shown with the day on which they were added.
    var datedLists: Set<String> = []
    /// Whether the list and the section stand behind each item.
    var showsPlace = false
    /// The columns that text of several lines may take.
    var columns: Int

    /// The usual look of a context.
    init(_ context: Context) {
        style = context.style
        clock = context.clock
        columns = min(context.window?().columns ?? Limits.columnsMax, Limits.columnsMax)
    }
}
