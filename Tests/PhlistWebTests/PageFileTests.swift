import Foundation
import PhlistWeb
import Testing

/// The files of the page, which are part of the program.
@Suite struct PageFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/PhlistWeb/Page")

    @Test func `each file of the folder is served as it is`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
        let paths = names.map { $0 == "index.html" ? "/" : "/\($0)" }
        #expect(Set(paths) == Set(PageFile.all.keys))
        for (name, path) in zip(names, paths) {
            let bytes = Array(try Data(contentsOf: Self.folder.appending(path: name)))
            #expect(PageFile.all[path]?.bytes == bytes, "\(name)")
        }
    }

    @Test func `compressed files hold the same, by another program's reading`() throws {
        for file in PageFile.all.values {
            guard let compressed = file.compressed else { continue }
            #expect(compressed.count < file.bytes.count)
            #expect(try Self.gunzip(compressed) == file.bytes, "\(file.path)")
        }
    }

    @Test func `tags differ with the bytes`() {
        let tags = PageFile.all.values.flatMap { [$0.tag, $0.compressedTag] }
        #expect(Set(tags).count == tags.count)
    }

    @Test func `what a browser loads first has at most 60 kB, compressed`() throws {
        let html = try #require(PageFile.all["/"])
        let paths = Set(Self.references(in: html.bytes[...]))
        #expect(paths.count > 20)
        #expect(try Self.compressedSize(paths) + (html.compressed?.count ?? 0) <= 60_000)
    }

    // A server sends ten packets of 1,448 bytes before the first of them is acknowledged (RFC 6928).
    @Test func `what getting in needs comes first, and fits into the first packets`() throws {
        let html = try #require(PageFile.all["/"])
        let text = String(decoding: html.bytes, as: UTF8.self)
        let end = try #require(text.range(of: "main.js\"")).upperBound
        let paths = Set(Self.references(in: Array(text[..<end].utf8)[...]))
        #expect(paths.isSuperset(of: try Self.imports(of: "/main.js")))
        #expect(try Self.compressedSize(paths) <= 10 * 1_448)
    }

    private static func references(in html: ArraySlice<UInt8>) -> [String] {
        String(decoding: html, as: UTF8.self).matches(of: /(?:href|src)="(\/[a-z0-9.-]+)"/).map { String($0.output.1) }
    }

    /// The modules that a module needs before it runs, itself among them.
    private static func imports(of path: String, besides known: Set<String> = []) throws -> Set<String> {
        let file = try #require(PageFile.all[path], "\(path)")
        let direct = String(decoding: file.bytes, as: UTF8.self).matches(of: /from '\.(\/[a-z]+\.js)'/)
        return try direct.map { String($0.output.1) }
            .reduce(into: known.union([path])) { found, next in
                if !found.contains(next) { found.formUnion(try imports(of: next, besides: found)) }
            }
    }

    private static func compressedSize(_ paths: Set<String>) throws -> Int {
        try paths.reduce(0) { size, path in
            let file = try #require(PageFile.all[path], "\(path)")
            return size + (file.compressed ?? file.bytes).count
        }
    }

    @Test func `the whole page has at most 230 kB, uncompressed`() {
        let size = PageFile.all.values.reduce(0) { $0 + $1.bytes.count }
        #expect(size <= 230_000)
    }

    private static func gunzip(_ bytes: [UInt8]) throws -> [UInt8] {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/gzip")
        process.arguments = ["-dc"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let result = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(result)
    }
}
