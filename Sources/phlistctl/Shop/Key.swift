/// A key press or a pasted text, as a terminal reports it.
enum Key: Equatable, Sendable {
    /// One typed character, or a part of one: an accent can arrive after its letter.
    case text(String)
    /// Text that was pasted as a whole.
    case paste(String)
    case enter
    case escape
    case backspace
    /// Ctrl-U, which clears a line.
    case clear
    /// Ctrl-L, which draws everything again.
    case redraw
    case up
    case down
    case home
    case end
    case pageUp
    case pageDown
}
