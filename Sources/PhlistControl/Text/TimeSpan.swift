/// Spans of time in the unit that people use for them: "3 s", "4 min", "7 h", "365 days".
package enum TimeSpan {
    /// Formats a number of seconds.
    package static func text(seconds: some BinaryInteger) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) days"
        }
    }

    /// Formats a number of milliseconds of either sign, such as the difference of two clocks.
    package static func text(milliseconds: Int64) -> String {
        text(seconds: milliseconds.magnitude / 1000)
    }
}
