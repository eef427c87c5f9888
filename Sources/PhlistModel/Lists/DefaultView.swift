package import PhlistVocabulary

/// The sorting and filtering of a list when nothing else is asked for.
///
/// ```
/// view = { word = word }…, a blank between them: "sort=name reverse=yes show-done=yes"
/// ```
///
/// Usual values are left out. Words of later versions are ignored, but kept when the view is rewritten.
package struct DefaultView: Hashable, Sendable {
    package var sort: ItemSort
    package var isReversed: Bool
    /// Whether items that are done or cancelled are shown among the others.
    package var showsDone: Bool
    private var others: [String] = []

    /// A limit above the size of every current view, in bytes.
    package static let bytesMax = 256

    private enum Word: String {
        case sort
        case reverse
        case showDone = "show-done"
    }

    /// Creates a view; the defaults make the usual one.
    package init(sort: ItemSort = .manual, isReversed: Bool = false, showsDone: Bool = false) {
        self.sort = sort
        self.isReversed = isReversed
        self.showsDone = showsDone
    }

    /// The view without the words of later versions.
    package var ofThisVersion: DefaultView {
        DefaultView(sort: sort, isReversed: isReversed, showsDone: showsDone)
    }

    /// Reads a view from any text; unknown words are kept, unknown values ignored.
    package init(decoding text: String) {
        self.init()
        for word in text.split(separator: " ") {
            let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (Word(rawValue: halves[0]), halves.count == 2 ? halves[1] : "") {
            case (.sort?, let value) where ItemSort(rawValue: value) != nil: sort = ItemSort(rawValue: value) ?? .manual
            case (.reverse?, let value): isReversed = value == Self.yes
            case (.showDone?, let value): showsDone = value == Self.yes
            case (.sort?, _): break
            case (nil, _): others.append(String(word))
            }
        }
    }

    package var encoded: String {
        let words: [(Word, String?)] = [
            (.sort, sort == .manual ? nil : sort.rawValue),
            (.reverse, isReversed ? Self.yes : nil),
            (.showDone, showsDone ? Self.yes : nil),
        ]
        let known = words.compactMap { word, value in value.map { "\(word.rawValue)=\($0)" } }
        return (known + others).joined(separator: " ")
    }

    private static let yes = "yes"
}
