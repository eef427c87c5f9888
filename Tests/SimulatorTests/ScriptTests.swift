import PhlistSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Histories as text, one for each behaviour; `PHLIST_UPDATE=1` writes again what is printed.
struct ScriptTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts")

    private static var scripts: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path())) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted()
    }

    @Test(arguments: scripts)
    func `a script comes to what it says`(name: String) throws {
        let file = Self.directory.appending(path: name)
        let text = try String(contentsOf: file, encoding: .utf8)
        let played = try Script.play(text)
        if ProcessInfo.processInfo.environment["PHLIST_UPDATE"] == "1" {
            try played.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(played == text)
        }
    }

    @Test func `there is a script for each behaviour`() {
        #expect(Self.scripts.count >= 11)
    }
}
