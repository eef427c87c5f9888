import PhlistVocabulary

/// The stored text of a choice.
///
/// ```
/// display = { word = value }…, a line each: "sort=due", "reverse=yes", "show-done=yes", "flat=yes", "long=no"
/// ```
extension ItemDisplay {
    private enum Word: String {
        case sort
        case reverse
        case showDone = "show-done"
        case flat
        case long
    }

    /// Reads a choice from lines; lines of later versions are ignored.
    init(decoding text: String) {
        self.init()
        for line in text.lines { _ = take(line) }
    }

    /// Takes a line; returns whether it is a setting with a value of this version.
    mutating func take(_ line: String) -> Bool {
        guard let (name, value) = line.halves(at: "="), let word = Word(rawValue: name) else { return false }
        if word == .sort {
            guard let sort = ItemSort(name: value) else { return false }
            self.sort = sort
            return true
        }
        guard let answer = Self.answer(value) else { return false }
        switch word {
        case .sort: break
        case .reverse: isReversed = answer
        case .showDone: showsDone = answer
        case .flat: isFlat = answer
        case .long: isLong = answer
        }
        return true
    }

    /// The lines, in one order.
    var lines: [String] {
        let values: [(Word, String?)] = [
            (.sort, sort?.name), (.reverse, isReversed.map(Self.text)), (.showDone, showsDone.map(Self.text)),
            (.flat, isFlat.map(Self.text)), (.long, isLong.map(Self.text)),
        ]
        return values.compactMap { word, value in value.map { "\(word.rawValue)=\($0)" } }
    }

    private static func answer(_ text: String) -> Bool? {
        text == "yes" ? true : text == "no" ? false : nil
    }

    private static func text(_ answer: Bool) -> String {
        answer ? "yes" : "no"
    }
}
