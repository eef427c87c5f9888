/// Finds the name that a misspelt word was meant to be.
package enum Suggestion {
    /// Returns the name nearest to a word, if at most a third of its letters or two differ.
    ///
    /// The time grows with the length of the word, which the caller must limit.
    package static func nearest(to word: String, among names: [String]) -> String? {
        guard let best = best(for: word, among: names) else { return nil }
        return best.distance <= max(2, best.name.count / 3) ? best.name : nil
    }

    /// Returns the name nearest to a word, if at most `distanceMax` letters differ.
    package static func nearest(to word: String, among names: [String], distanceMax: Int) -> String? {
        guard let best = best(for: word, among: names), best.distance <= distanceMax else { return nil }
        return best.name
    }

    private static func best(for word: String, among names: [String]) -> (name: String, distance: Int)? {
        names.map { ($0, distance(word, $0)) }.min { $0.1 < $1.1 }
    }

    /// Returns the number of letters to insert, delete, replace or swap with their neighbour.
    ///
    /// This is the optimal string alignment distance: Wagner and Fischer's table, with a third row for the swap.
    static func distance(_ first: String, _ second: String) -> Int {
        let first = Array(first.utf8)
        let second = Array(second.utf8)
        var before: [Int] = []
        var last = Array(0...second.count)
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    best = min(best, before[column - 1] + 1)
                }
                current.append(best)
            }
            (before, last) = (last, current)
        }
        return last[second.count]
    }
}
