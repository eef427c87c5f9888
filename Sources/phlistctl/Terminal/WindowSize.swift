import Glibc

/// The size of a terminal window.
struct WindowSize: Equatable {
    var columns: Int
    var rows: Int

    /// The size assumed for a terminal that does not report one.
    static let usual = WindowSize(columns: 80, rows: 24)

    /// Returns a function that reads the current size; nil if the file is not a terminal with a movable cursor.
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
