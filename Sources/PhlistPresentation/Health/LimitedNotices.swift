/// Notices of one kind: the first ones in words, and the number of all.
struct LimitedNotices {
    /// More notices would push the conflicts off the screen.
    private static let linesMax = 20

    /// The number of all things that are to be told.
    let count: Int
    private let first: () -> [String]
    private let things: String

    /// Creates the notices about some things; those for which `words` returns nil are left out.
    ///
    /// The words are made only for `lines`: often just the count is asked for.
    init<Thing>(_ all: [Thing], _ things: String, words: @escaping (Thing) -> String?) {
        first = { all.prefix(Self.linesMax).compactMap(words) }
        (count, self.things) = (all.count, things)
    }

    /// The notices, and how many there are besides.
    var lines: [String] {
        first() + (count > Self.linesMax ? ["\(count - Self.linesMax) more \(things) like these"] : [])
    }
}
