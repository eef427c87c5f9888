import Glibc

/// How much fits into the window of a terminal.
struct WindowSize: Equatable {
    var columns: Int
    var rows: Int

    /// The size of the first terminals, for those that do not tell theirs.
    static let usual = WindowSize(columns: 80, rows: 24)

    /// Asks for the size whenever it is called; nil when the cursor cannot be moved in this file.
    static func reader(_ descriptor: Int32, environment: [String: String]) -> (@Sendable () -> WindowSize)? {
        let terminal = environment["TERM", default: ""]
        guard isatty(descriptor) == 1, terminal != "", terminal != "dumb" else { return nil }
        return {
            var size = winsize()
            guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
                return .usual
            }
            return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
        }
    }
}
