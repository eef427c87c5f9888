import PhlistControl
import PhlistVocabulary

/// The screen of `shop`: the items of a list, the cursor, and what is typed.
///
/// It changes nothing itself: `press` returns what is to be done.
struct ShopScreen {
    /// Something to do after a key press.
    enum Action: Equatable {
        /// Set the state of the item with this id.
        case set(WorkState, item: String)
        case add(title: String)
        case undo
        case redraw
        case leave
    }

    /// The meaning of keys.
    enum Mode: Equatable {
        case list
        /// A new item is typed.
        case add(TypedLine)
        /// A text to find is typed; Esc leads back to the item on which it began.
        case find(TypedLine, from: String?)
    }

    let look: ItemLook
    var window: WindowSize
    private(set) var title = ""
    /// The words behind the title; empty for an open list.
    private(set) var note: TerminalText = ""
    /// The items shown: those that are open, and those that were open before in this run.
    private(set) var items: [ItemView] = []
    /// The id of the item under the cursor; nil only without items.
    private(set) var cursor: String?
    var mode = Mode.list
    /// The answer to the last key, until the next one.
    var message: TerminalText?
    /// Whether phlistd is away, so that what is shown may be old.
    var isDaemonAway = false

    init(look: ItemLook, window: WindowSize) {
        self.look = look
        self.window = window
    }

    /// The index of the item under the cursor.
    var cursorIndex: Int? {
        cursor.flatMap { id in items.firstIndex { $0.id == id } }
    }

    var doneCount: Int { items.count { $0.state == .done } }
    /// The number of items to get; what somebody cancelled is none of them.
    var totalCount: Int { items.count { $0.state != .cancelled } }

    mutating func moveCursor(to index: Int) {
        guard !items.isEmpty else { return }
        cursor = items[min(max(0, index), items.count - 1)].id
    }

    mutating func returnCursor(to id: String?) {
        if let id, items.contains(where: { $0.id == id }) { cursor = id }
    }

    // MARK: News

    /// Takes the items of the list as they are now, open ones in their order.
    ///
    /// The cursor stays on its item; if that is gone, the next one below gets it.
    mutating func update(title: String, note: TerminalText = "", _ found: [ItemView]) {
        (self.title, self.note) = (title, note)
        let before = items
        items = ShopOrder.merged(before, found)
        let ids = Set(items.map(\.id))
        if let cursor, ids.contains(cursor) { return }
        let old = before.firstIndex { $0.id == cursor } ?? 0
        let next = before[old...].first { ids.contains($0.id) } ?? before[..<old].last { ids.contains($0.id) }
        cursor = next?.id ?? items.first?.id
    }

    /// Marks the list as one that was removed; what stands on the screen may still be read.
    mutating func markRemoved() {
        note = ShopText.isRemoved
        message = ShopText.removed(title)
    }

    // MARK: Results

    /// Takes the answer to a new item: its line is no longer needed.
    mutating func added(_ message: TerminalText) {
        mode = .list
        self.message = message
    }

    /// Takes a failure; what was typed stays.
    mutating func failed(_ error: ControlError) {
        message = look.style.urgent("\(error.message)")
    }
}
