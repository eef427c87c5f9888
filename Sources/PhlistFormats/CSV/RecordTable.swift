import PhlistControl
import PhlistVocabulary

/// The records of a form as a table (RFC 4180): the field names are the headings, each record is a row.
package struct RecordTable: Sendable {
    /// The records, in the order of the file.
    package private(set) var rows: [Row] = []

    /// A record.
    package struct Row: Sendable {
        /// The position where it begins.
        package var position: Position
        /// The texts by field name; an empty cell is an empty text.
        package var values: [String: String]
    }

    /// Reads a table.
    ///
    /// - Parameter source: The file.
    /// - Throws: An error in the table itself, independent of the fields.
    package init(_ source: SourceText) throws(FormatError) {
        var cells = try CSVTable(source).rows[...]
        guard let head = cells.popFirst() else { throw FormatError(Position(line: 1), "the file is empty") }
        var names: [String] = []
        for cell in head {
            let name = FormulaGuard.unguarded(cell.text).trimmed
            guard !names.contains(name) else { throw FormatError(cell.position, "two columns are called \"\(name)\"") }
            names.append(name)
        }
        rows = try cells.map { row throws(FormatError) in try Self.row(row, names) }
    }

    private static func row(_ cells: [CSVTable.Cell], _ names: [String]) throws(FormatError) -> Row {
        let texts = cells.map { FormulaGuard.unguarded($0.text).trimmed }
        if let extra = zip(cells, texts).dropFirst(names.count).first(where: { !$1.isEmpty }) {
            throw FormatError(extra.0.position, "this row has \(cells.count) cells, the headings are \(names.count)")
        }
        let pairs = zip(names, texts).filter { !$0.0.isEmpty || !$0.1.isEmpty }
        return Row(
            position: cells.first?.position ?? Position(line: 1),
            values: Dictionary(pairs) { first, _ in first }
        )
    }

    /// Prints a table.
    ///
    /// - Parameters:
    ///   - fields: The field names.
    ///   - records: The texts of all fields, for each record.
    /// - Returns: The text, ending with a line break.
    package static func printed(_ fields: [String], _ records: [[String]]) -> String {
        ([fields] + records).map { $0.map(CSVPrinter.cell).joined(separator: ",") + "\r\n" }.joined()
    }
}
