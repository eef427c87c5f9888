import Foundation
import PhlistControl
import PhlistVocabulary
import Testing

@testable import PhlistFormats

/// Five files of each program that people come from, in the shapes that `Corpus/corpus.json` gives the origin of.
///
/// What is expected was counted by reading the files.
struct CorpusTests {
    private struct Entry: Decodable {
        var file: String
        var program: String
        var origin: String
        /// The titles of the lists; one without a title is called after the file.
        var lists: [String]
        var items: Int
        var done: Int
        /// How many stand below another one.
        var subitems: Int
        /// How many rows or lines cannot be understood.
        var faults: Int
        /// The due dates of the items, in order of time.
        var dues: [String]
        /// What no item can hold, by the names in the report.
        var reported: [String]
        /// The words of what was reported and left out.
        var leftOutWords: [String]?
    }

    /// The words of each program's format, by folder: names of fields, of values that have a field here, and of units.
    private static func formatWords() throws -> [String: [String]] {
        let data = try Data(contentsOf: directory.appending(path: "words.json"))
        return try JSONDecoder().decode([String: [String]].self, from: data)
    }

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

    private static func entries() throws -> [Entry] {
        let data = try Data(contentsOf: directory.appending(path: "corpus.json"))
        return try JSONDecoder().decode([Entry].self, from: data)
    }

    private static func read(_ entry: Entry) throws -> PortableFile {
        let bytes = Array(try Data(contentsOf: directory.appending(path: entry.file)))
        let source = try SourceText(bytes)
        let format = try #require(FileFormat(recognising: source, named: entry.file), "\(entry.file)")
        return try PortableFile(source, as: format) { RoundTripTests.local($0 + 3_600_000) }
    }

    @Test func `every file of the corpus comes in, and what does not is reported`() throws {
        for entry in try Self.entries() {
            let file = try Self.read(entry)
            let items = file.lists.flatMap(\.groups).flatMap(\.items)
            let found: [String: String] = [
                "lists": "\(file.lists.map(\.title))", "items": "\(items.count)",
                "done": "\(items.count { $0.state == .done })", "subitems": "\(items.count { $0.depth > 0 })",
                "dues": "\(items.compactMap(\.due?.description).sorted())", "faults": "\(file.faults.count)",
                "reported": "\(Set(file.leftOut.keys).union(file.keptInNotes.keys).sorted())",
            ]
            let wanted: [String: String] = [
                "lists": "\(entry.lists)", "items": "\(entry.items)", "done": "\(entry.done)",
                "subitems": "\(entry.subitems)", "dues": "\(entry.dues)", "faults": "\(entry.faults)",
                "reported": "\(entry.reported.sorted())",
            ]
            for (what, value) in wanted.sorted(by: { $0.key < $1.key }) {
                #expect(found[what] == value, "\(what) of \(entry.file)")
            }
        }
    }

    /// Judges neither numbers nor how often a word occurs; due dates have a check of their own.
    @Test func `each word of a file came in, was reported or is one of its format`() throws {
        let formatWords = try Self.formatWords()
        for entry in try Self.entries() {
            let file = try Self.read(entry)
            var known = Self.words(of: Self.texts(in: (file.lists, file.faults)).joined(separator: " "))
            known.formUnion(formatWords[String(entry.file.prefix { $0 != "/" })] ?? [])
            known.formUnion(entry.leftOutWords ?? [])
            let data = try Data(contentsOf: Self.directory.appending(path: entry.file))
            var text = Self.text(data)
            // Lines of calendars are folded within words.
            if entry.file.hasSuffix(".ics") { text = text.replacing("\r\n ", with: "").replacing("\n ", with: "") }
            #expect(Self.words(of: text).subtracting(known).sorted() == [], "\(entry.file)")
        }
    }

    /// Returns the texts in a value, at any depth.
    private static func texts(in value: Any) -> [String] {
        if let text = value as? String { return [text] }
        return Mirror(reflecting: value).children.flatMap { texts(in: $0.value) }
    }

    /// Returns the words of at least three letters, in small letters; the ends of lines may be written as escapes.
    private static func words(of text: String) -> Set<String> {
        let plain = text.lowercased().replacing(#/\\[rnt]/#, with: " ")
        return Set(plain.split { !$0.isLetter }.map(String.init).filter { $0.count > 2 })
    }

    /// Decodes a file with other means than the reader: by its byte order mark, as UTF-8, else as Windows-1252.
    private static func text(_ data: Data) -> String {
        let isWide = data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF])
        if isWide { return String(data: data, encoding: .utf16) ?? "" }
        return String(data: data, encoding: .utf8) ?? String(data: data, encoding: .windowsCP1252) ?? ""
    }

    @Test func `the corpus has five files of each program, and the origin of each`() throws {
        let entries = try Self.entries()
        let programs = Dictionary(grouping: entries) { $0.file.prefix { $0 != "/" } }
        #expect(programs.count == 8 && programs.values.allSatisfy { $0.count == 5 })
        #expect(entries.allSatisfy { !$0.origin.isEmpty && !$0.program.isEmpty })
    }
}
