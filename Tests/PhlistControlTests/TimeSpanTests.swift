import PhlistControl
import Testing

/// Spans of time in words.
struct TimeSpanTests {
    @Test(
        arguments: [
            (0, "0 s"), (-119_999, "119 s"), (120_000, "2 min"), (-7_199_000, "119 min"), (7_200_000, "2 h"),
            (172_799_000, "47 h"), (172_800_000, "2 days"), (34_560_000_000, "400 days"), (-34_560_000_000, "400 days"),
        ] as [(Int64, String)]
    )
    func `a span is told in the unit that people use for it`(milliseconds: Int64, words: String) {
        #expect(TimeSpan.text(milliseconds: milliseconds) == words)
    }
}
