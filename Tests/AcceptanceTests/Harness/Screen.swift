/// What a terminal shows: as much of ECMA-48 as phlistctl uses, one column for each character.
struct Screen {
    private var columns: Int
    private var rows: Int
    private var lines: [[Character]] = [[]]
    private var row = 0
    private var column = 0
    /// The usual screen while the alternate one is shown.
    private var usual: (lines: [[Character]], row: Int, column: Int)?
    /// The control sequence that has begun, without its escape character.
    private var sequence: String?

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The lines without blanks at their ends and without empty lines at the end.
    var text: String {
        let trimmed = lines.map { line in
            String(line[..<(line.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0)])
        }
        return trimmed[..<(trimmed.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0)].joined(separator: "\n")
    }

    /// Where the next character goes, counted from zero.
    var cursor: (row: Int, column: Int) { (row, column) }

    mutating func resize(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        lines.removeFirst(max(0, row - rows + 1))
        lines = lines.prefix(rows).map { Array($0.prefix(columns)) }
        (row, column) = (min(row, rows - 1), min(column, columns))
    }

    mutating func write(_ text: String) {
        for scalar in text.unicodeScalars {
            if sequence != nil {
                continueSequence(scalar)
            } else {
                write(scalar)
            }
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\u{1B}": sequence = ""
        case "\r": column = 0
        case "\n": lineFeed()
        case "\u{8}": column = max(0, column - 1)
        case "\u{7}": break
        default: put(Character(scalar), isCombining: scalar.properties.generalCategory == .nonspacingMark)
        }
    }

    private mutating func put(_ character: Character, isCombining: Bool) {
        if isCombining, column > 0 {
            lines[row][column - 1] = Character("\(lines[row][column - 1])\(character)")
            return
        }
        if column == columns {
            column = 0
            lineFeed()
        }
        let missing = column + 1 - lines[row].count
        lines[row] += Array(repeating: " ", count: max(0, missing))
        lines[row][column] = character
        column += 1
    }

    private mutating func lineFeed() {
        row += 1
        if row == lines.count { lines.append([]) }
        if row == rows {
            lines.removeFirst()
            row -= 1
        }
    }

    private mutating func continueSequence(_ scalar: Unicode.Scalar) {
        let text = (sequence ?? "") + String(scalar)
        sequence = text
        guard text != "[", ("@"..."~").contains(scalar) else { return }
        sequence = nil
        guard !text.hasPrefix("[?") else { return setMode(text) }
        let numbers = text.dropFirst().dropLast().split(separator: ";").map { Int($0) ?? 0 }
        perform(scalar, numbers)
    }

    /// Whether the alternate screen is shown.
    var isAlternate: Bool { usual != nil }

    /// Of the private modes of xterm only the alternate screen, which keeps what is on the usual one.
    private mutating func setMode(_ text: String) {
        if text == "[?1049h", usual == nil {
            usual = (lines, row, column)
            (lines, row, column) = ([[]], 0, 0)
        } else if text == "[?1049l", let former = usual {
            (lines, row, column) = former
            usual = nil
        }
    }

    private mutating func perform(_ command: Unicode.Scalar, _ numbers: [Int]) {
        let count = max(1, numbers.first ?? 1)
        switch command {
        case "A": row = max(0, row - count)
        case "B": row = min(lines.count - 1, row + count)
        case "G": column = min(count, columns) - 1
        case "H": (row, column) = (min(count, lines.count) - 1, 0)
        case "J": eraseScreen(numbers.first ?? 0)
        case "K": eraseLine(numbers.first ?? 0)
        default: break
        }
    }

    /// 0 erases from the cursor to the end, 2 everything.
    private mutating func eraseScreen(_ mode: Int) {
        eraseLine(mode)
        for index in lines.indices where mode == 2 || index > row { lines[index] = [] }
    }

    /// 0 erases from the cursor to the end, 2 the whole line.
    private mutating func eraseLine(_ mode: Int) {
        if mode == 2 {
            lines[row] = []
        } else {
            lines[row] = Array(lines[row].prefix(column))
        }
    }
}
