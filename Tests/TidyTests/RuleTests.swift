import Testing

/// Each rule finds what it is for, and lets pass what it must.
struct RuleTests {
    @Test(arguments: [
        ("import NIOCore", 1),
        ("@testable import PhlistDaemon", 1),
        ("package import struct NIOCore.ByteBuffer", 1),
        ("import Crypto\nimport PhlistModel", 0),
        ("// import NIOCore", 0),
        ("let text = \"import NIOCore\"", 0),
    ])
    func `an import that is not listed is found`(text: String, count: Int) {
        #expect(ImportRule.findings(in: SourceFile(path: "Sources/PhlistSync/A.swift", text: text)).count == count)
    }

    @Test(arguments: [
        ("import PhlistModel\nimport PhlistVocabulary", 0), ("import PhlistSync", 1), ("import PhlistLog", 1),
        ("import Glibc", 1),
    ])
    func `what users ask and do knows no peer and no file`(text: String, count: Int) {
        let file = SourceFile(path: "Sources/PhlistHousehold/A.swift", text: text)
        #expect(ImportRule.findings(in: file).count == count)
    }

    @Test(arguments: [
        ("import struct PhlistModel.DeviceID", 0),
        ("package import struct PhlistModel.ScopeID", 0),
        ("import struct PhlistModel.Roster", 1),
        ("import PhlistModel", 1),
        ("import PhlistSync", 2),
    ])
    func `the witness may import ids alone`(text: String, count: Int) {
        #expect(ImportRule.findings(in: SourceFile(path: "Sources/PhlistWitness/A.swift", text: text)).count == count)
    }

    @Test func `a target without a rule may import nothing`() {
        let file = SourceFile(path: "Sources/Newcomer/A.swift", text: "import PhlistModel")
        #expect(ImportRule.findings(in: file).count == 1)
    }

    @Test(arguments: BannedWord.all)
    func `a banned word is found`(_ banned: BannedWord) throws {
        let scope = try #require(banned.scope.first)
        let text = banned.isInComments ? "// \(banned.word): later" : "let x = 1; \(banned.word) y"
        #expect(Self.findings(banned, path: scope + "A.swift", text: text) == 1)
    }

    @Test(arguments: BannedWord.all)
    func `a banned word inside a text or another name is not meant`(_ banned: BannedWord) throws {
        let scope = try #require(banned.scope.first)
        let text =
            banned.isInComments ? "let x = 1 // MY\(banned.word)S" : "let x = \"\(banned.word)\" // \(banned.word)"
        #expect(Self.findings(banned, path: scope + "A.swift", text: text) == 0)
    }

    @Test func `a banned word inside an interpolation is found`() throws {
        let banned = try #require(BannedWord.all.first { $0.word == "UUID()" })
        #expect(Self.findings(banned, path: "Sources/A/A.swift", text: #"let x = "id \(UUID()) \(a(")"))""#) == 1)
    }

    @Test func `an exception holds for its file alone`() throws {
        let banned = try #require(BannedWord.all.first { $0.word == "fatalError" })
        #expect(Self.findings(banned, path: "Sources/PhlistModel/Invariant.swift", text: "fatalError(\"x\")") == 0)
        #expect(Self.findings(banned, path: "Sources/PhlistModel/Other.swift", text: "fatalError(\"x\")") == 1)
    }

    @Test func `a reason in the line above excuses only what may be excused`() {
        let counts = BannedWord.all.filter { !$0.isInComments }.map { banned in
            Self.findings(
                banned,
                path: (banned.scope.first ?? "") + "A.swift",
                text: "// The reason.\nlet x = 1; \(banned.word) y"
            )
        }
        #expect(counts == BannedWord.all.filter { !$0.isInComments }.map { $0.isExcusedByComment ? 0 : 1 })
    }

    @Test func `a line over the limit is found, one at the limit is not`() {
        let line = String(repeating: "x", count: Limits.lineLengthMax)
        #expect(LengthRule.findings(in: SourceFile(path: "A.swift", text: line)) == [])
        #expect(LengthRule.findings(in: SourceFile(path: "A.swift", text: line + "x")).count == 1)
    }

    @Test(arguments: [
        "func f() {", "init(a: Int = { 1 }()) {", "var size: Int {", "deinit {",
        "package static func f(\n    a: Int\n) {", "    @Test(arguments: [1]) mutating func `a b`() {",
        "private(set) var size: Int {", "subscript(a: Int) -> Int {", "@available(*, noasync) init?(a: Int) {",
    ])
    func `a function over the limit is found, one at the limit is not`(head: String) {
        let headLines = head.split(separator: "\n").count
        func file(_ lines: Int) -> SourceFile {
            let body = Array(repeating: "    if \"{\" == x { y() } // {", count: lines - headLines - 1)
            return SourceFile(path: "A.swift", text: ([head] + body + ["}"]).joined(separator: "\n"))
        }
        #expect(LengthRule.findings(in: file(Limits.functionLinesMax)) == [])
        #expect(LengthRule.findings(in: file(Limits.functionLinesMax + 1)).count == 1)
    }

    @Test func `a requirement without a body is not a function`() {
        let text = "protocol P {\n    func a()\n    var b: Int { get }\n    init()\n}\nfunc c() {\n}\n"
        #expect(FunctionLengths.functions(in: text).map(\.name) == ["b", "c"])
    }

    @Test(arguments: [
        ("    package static func a(b: Int) {\n}", ["a"]), ("init(from reader: Int) {\n}", ["init"]),
        ("init<A>() {\n}", ["init"]), ("deinit {\n}", ["deinit"]), ("@Test func `a b`() {\n}", [""]),
        ("initialise {\n}", []), ("return function {\n}", []), ("x.var {\n}", []),
        ("static let a: Int = {\n}()", ["a"]),
    ])
    func `what a line declares is found behind modifiers and attributes`(text: String, names: [String]) {
        #expect(FunctionLengths.functions(in: text).map(\.name) == names)
    }

    @Test func `a file over the limit is found unless it has a reason`() {
        let file = SourceFile(path: "A.swift", text: String(repeating: "\n", count: Limits.fileLinesMax))
        #expect(LengthRule.findings(in: file).count == 1)
        #expect(LengthRule.findings(in: file, longFiles: ["A.swift": "a table"]) == [])
    }

    @Test(arguments: [(0, 0), (Limits.folderFilesMax, 0), (Limits.folderFilesMax + 1, 1)])
    func `a folder with too many files is found, and the files below it do not count`(number: Int, count: Int) {
        let files = (0..<number).map { SourceFile(path: "Sources/A/\($0).swift", text: "") }
        let below = SourceFile(path: "Sources/A/B/0.swift", text: "")
        #expect(FolderRule.findings(in: files + [below]).count == count)
    }

    @Test(arguments: [
        ("case .a: 1\n    default: 2", 1), ("case .a(let b) where b: 1\n    default: 2", 1),
        ("case (1, .a): 1\n    default: 2", 1), ("case A.B.c?: 1\n    case _: 2", 1),
        ("case .a:\n        f(.b) { c in\n            d\n        }\n\n    default: 2", 1),
        ("case .a: 1\n    case .b: 2", 0), ("case .a: 1\n    @unknown default: 2", 0),
        ("case 1, 2: .a\n    default: .b", 0), ("case ..<1: x.y\n    default: 2", 0),
        ("case is A.Type: 1\n    default: 2", 0), ("case AF_INET: 1\n    default: 2", 0),
        ("case \"a\":\n        switch y {\n        case .a: 1\n        case .b: 2\n        }\n    default: 2", 0),
    ])
    func `a default after a case of an enum is found`(cases: String, count: Int) {
        let text = "func f() -> Int {\n    return switch x {\n    \(cases)\n    }\n}\n"
        let file = SourceFile(path: "Sources/PhlistDaemon/A.swift", text: text)
        #expect(SwitchRule.findings(in: file).count == count)
        #expect(SwitchRule.findings(in: file, files: [file.path: "a reason"]) == [])
        #expect(SwitchRule.findings(in: SourceFile(path: "Sources/PhlistLog/A.swift", text: text)) == [])
    }

    @Test(arguments: [
        ("import Glibc", 1), ("import Foundation", 1), ("fdatasync(fd)", 1), ("Glibc.flock(fd, 2)", 1),
        ("file.pwrite(a)", 0),
        ("func fsync(_ fd: Int32)", 0), ("// fsync(fd)", 0),
    ])
    func `a system call outside the named files is found`(text: String, count: Int) {
        let file = SourceFile(path: "Sources/PhlistLog/A.swift", text: text)
        #expect(SyscallRule.findings(in: file).count == count)
        #expect(SyscallRule.findings(in: file, files: ["Sources/PhlistLog/A.swift": "a reason"]) == [])
    }

    @Test(arguments: [
        ("see `docs/gone.md`", 1), ("see `Gone.swift`", 1), ("run `./gone`", 1), ("see [it](gone.md)", 1),
        ("see [it](../README.md) and [that](store.md#open)", 0), ("see `docs/store.md`, `store.md`, `../README.md`", 0),
        ("see `/etc/phlist/gone.md`, `phlist.log`, `LIST/text`, `./dev run`, <https://example.org/gone.md>", 0),
    ])
    func `a document that names a missing file is found`(text: String, count: Int) {
        let document = SourceFile(path: "docs/guide.md", text: text)
        let project = Project(files: [document, .named("README.md"), .named("docs/store.md"), .named("dev")])
        #expect(DocumentRule.findings(in: document, of: project).count == count)
    }

    @Test func `a module table with one row too few and one too many is found`() {
        let manifest = ".target(name: \"A\"),\n.executableTarget(\n    name: \"B\",\n), .testTarget(name: \"ATests\")"
        let readme = "## Modules\n| target | what |\n| --- | --- |\n| `A` + `C` | `B` |\n## Next\n| `B` | |\n"
        #expect(ModuleTableRule.targets(in: manifest) == ["A", "B"])
        #expect(ModuleTableRule.rows(in: readme) == ["A", "C"])
        #expect(ModuleTableRule.findings(manifest: manifest, readme: readme).count == 2)
    }

    @Test(arguments: [
        ("| a | 1,024 | b | `S.swift` `aMax` |", 0), ("| a | 3,145,728 | b | `S.swift` `bMax` |", 0),
        ("| a | 60,000 | b | `S.swift` `cMax` |", 0), ("| a | 1,025 | b | `S.swift` `aMax` |", 1),
        ("| a | 1 | b | `S.swift` `dMax` |", 1), ("| a | 1 | b | `T.swift` `aMax` |", 1), ("| --- | --- |", 0),
    ])
    func `a number that is not that of its constant is found`(row: String, count: Int) {
        let source = """
            package static let aMax = 1 << 10
                static let bMax: Int64 = 3 * 1024 * 1024
            static let cMax = 60_000
            """
        let project = Project(files: [SourceFile(path: "S.swift", text: source)])
        #expect(LimitRule.findings(in: SourceFile(path: "L.md", text: row), of: project).count == count)
    }

    @Test(arguments: [
        ("cd /wo" + "rk/main", 1), ("\"/ro" + "ot/.cache\"", 1), ("Sources/wo" + "rk/a", 0), ("${a}/wo" + "rk/", 0),
    ])
    func `a folder of one person's machine is found`(text: String, count: Int) {
        #expect(WorkplaceRule.findings(in: SourceFile(path: "A.md", text: text)).count == count)
    }

    @Test(arguments: [
        ("a /* b /* c */ d */ e", "a                   e"),
        ("\"a\\\"b\" c", "       c"),
        ("#\"a\"b\"# c", "        c"),
        ("\"\"\"\na \"\n\"\"\" b", "   \n   \n    b"),
        ("\"\\(a + \"b\")c\" d", "   a +    )   d"),
        ("/[^\"]/ a\nb", "/[^     \nb"),
    ])
    func `texts and comments are blanked out of the code`(text: String, code: String) {
        #expect(MaskedSource(text).codeLines.joined(separator: "\n") == code)
    }

    private static func findings(_ banned: BannedWord, path: String, text: String) -> Int {
        banned.findings(in: SourceFile(path: path, text: text), MaskedSource(text)).count
    }
}

extension SourceFile {
    /// A file that only has to be there.
    fileprivate static func named(_ path: String) -> SourceFile {
        SourceFile(path: path, text: "")
    }
}
