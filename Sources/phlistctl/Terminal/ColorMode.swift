/// The use of colour.
enum ColorMode: String, CaseIterable {
    case auto
    case always
    case never

    /// Returns whether to use colour; `auto` depends on the terminal, TERM and NO_COLOR (https://no-color.org).
    func isColored(isTerminal: Bool, environment: [String: String]) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            let terminal = environment["TERM"] ?? "dumb"
            return isTerminal && terminal != "dumb" && environment["NO_COLOR", default: ""].isEmpty
        }
    }
}
