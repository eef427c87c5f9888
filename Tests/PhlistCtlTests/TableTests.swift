import Testing

@testable import phlistctl

/// Columns of text.
struct TableTests {
    private func lines(_ rows: [[String]]) -> [String] {
        Table.lines(rows.map { $0.map { "\($0)" } }).map(\.string)
    }

    @Test func `cells are aligned, and no line ends in a space`() {
        #expect(lines([["a", "bb", ""], ["ccc", "", "d"]]) == ["a    bb", "ccc      d"])
    }

    @Test func `a cell of more than forty columns moves its own row only`() {
        let long = String(repeating: "x", count: 41)
        #expect(lines([[long, "1"], ["milk", "2"]]) == ["\(long)  1", "milk  2"])
        let fits = String(repeating: "x", count: 40)
        #expect(lines([[fits, "1"], ["milk", "2"]]) == ["\(fits)  1", "milk\(String(repeating: " ", count: 38))2"])
    }
}
