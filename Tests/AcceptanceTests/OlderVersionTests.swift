import Foundation
import PhlistTestKit
import Testing

/// Later versions read the stores of each released one: `Stores` has a backup of each, and what a person sees of it.
@Suite struct OlderVersionTests {
    private static let stores = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Stores")

    private static let versions = (try? FileManager.default.contentsOfDirectory(atPath: stores.path())) ?? []

    @Test func `there is a store of a version`() {
        #expect(!Self.versions.isEmpty)
    }

    @Test(arguments: versions)
    func `the store of an older version shows what it showed`(version: String) throws {
        let store = Self.stores.appending(path: version).path() + "/"
        let home = try Home()
        let checked = try home("store", "check", "\(store)backup")
        #expect(checked.status == 0, "\(checked.messages)")
        let restored = try home("restore-backup", "\(store)backup")
        #expect(restored.status == 0, "\(restored.messages)")
        try home("member", "me", "ann")
        let words = [
            "list ls", "ls --all", "trash", "form ls", "record ls Pets", "history Groceries", "history Chores",
        ]
        let seen = try home.shell(
            "{ \(words.map { "phlistctl --json \($0)" }.joined(separator: " && ")); } > shown"
                + " && phlistctl photo save 'oat milk' photo && sha256sum < photo >> shown"
        )
        #expect(seen.status == 0, "\(seen.messages)")
        // The file has the ids and times of then, which the output of a test hides.
        let shown = try String(contentsOfFile: "\(home.directory)/shown", encoding: .utf8)
        try GoldenFile(published: "Tests/AcceptanceTests/Stores/\(version)/shown.json").expect(shown)
    }
}
