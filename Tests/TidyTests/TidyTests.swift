import Testing

/// The tree as it is keeps the rules.
struct TidyTests {
    private let project = Project.current

    @Test func `the tree was read`() {
        #expect(project["Package.swift"] != nil)
        #expect(project.swiftSources.count > 20)
        #expect(project.contains("Tests/TidyTests"))
    }

    @Test func `every target imports only what it may`() {
        #expect(project.swiftSources.flatMap { ImportRule.findings(in: $0) } == [])
    }

    @Test func `every Swift target has a rule for its imports, and every rule a target`() {
        #expect(Set(project.swiftSources.compactMap(\.target)) == Set(ImportRule.all.keys))
    }

    @Test func `lines, functions and files fit the eye`() {
        #expect(project.swiftFiles.flatMap { LengthRule.findings(in: $0) } == [])
    }

    @Test func `no folder of the sources has too many files`() {
        #expect(FolderRule.findings(in: project.swiftSources) == [])
    }

    @Test func `a switch over an enum of ours has no default`() {
        #expect(project.swiftSources.flatMap { SwitchRule.findings(in: $0) } == [])
    }

    @Test func `no banned word is used`() {
        #expect(project.swiftFiles.flatMap(Self.bannedWords) == [])
    }

    @Test func `system calls are made only in the named files`() {
        #expect(project.swiftSources.flatMap { SyscallRule.findings(in: $0) } == [])
    }

    @Test func `every exception names a file that exists`() {
        let rules = [SyscallRule.files, SwitchRule.files, Limits.longFiles].flatMap(\.keys)
        let named = rules + BannedWord.all.flatMap(\.exceptions)
        #expect(named.filter { !project.contains($0) } == [])
    }

    @Test func `documents name only files that exist`() {
        #expect(project.documents.flatMap { DocumentRule.findings(in: $0, of: project) } == [])
    }

    @Test func `the numbers in the document of limits are those of the sources`() throws {
        let document = try #require(project["docs/limits.md"])
        #expect(document.lines.count { $0.hasSuffix("` |") } > 30)
        #expect(LimitRule.findings(in: document, of: project) == [])
    }

    @Test func `the README has the modules of the package`() throws {
        let manifest = try #require(project["Package.swift"])
        let readme = try #require(project["README.md"])
        #expect(ModuleTableRule.findings(manifest: manifest.text, readme: readme.text) == [])
    }

    @Test func `nothing names a folder of one person's machine`() {
        #expect(project.files.flatMap(WorkplaceRule.findings) == [])
    }

    private static func bannedWords(_ file: SourceFile) -> [String] {
        let source = MaskedSource(file.text)
        return BannedWord.all.flatMap { $0.findings(in: file, source) }
    }
}
