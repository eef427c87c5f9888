import Foundation
import PhlistControl
import Testing

@testable import phlistctl

/// Scripts in the place of editors.
struct EditorTests {
    @Test func `what the editor leaves is the new text`() throws {
        #expect(
            try edit("milk\n", with: #"f() { printf 'oat ' | cat - "$1" > "$1.new" && mv "$1.new" "$1"; }; f"#)
                == "oat milk\n"
        )
        #expect(try edit("milk\n", with: "true") == nil)
        #expect(try edit("", with: "true") == nil)
    }

    @Test func `the file is private, named for what it is, and goes`() throws {
        let folder = try Folder()
        let report = "\(folder.path)/report"
        let script = "f() { stat -c '%a %n' \"$1\" > \(report); }; f"
        _ = try Editor(environment: folder.environment(editor: script)).edit("x", named: "note.txt")
        let line = try String(contentsOfFile: report, encoding: .utf8)
        #expect(line.hasPrefix("600 \(folder.path)/phlist-"))
        #expect(line.hasSuffix("/note.txt\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["report"])
    }

    @Test(arguments: [
        ("false", ErrorCode.unavailable), ("/no/such/editor", .unavailable), ("rm", .inputOutput),
        (#"f() { printf '\377' > "$1"; }; f"#, .invalid), (#"f() { rm "$1"; mkdir "$1"; }; f"#, .inputOutput),
        (#"f() { head -c 1048577 /dev/zero > "$1"; }; f"#, .tooLarge),
    ])
    func `an editor that fails changes nothing`(editor: String, code: ErrorCode) {
        let error = #expect(throws: ControlError.self) { try edit("x", with: editor) }
        #expect(error?.code == code)
    }

    @Test func `without a terminal no editor is opened that nobody has chosen`() throws {
        let folder = try Folder()
        let editor = Editor(environment: folder.environment(editor: ""), isOnTerminal: false)
        let error = #expect(throws: ControlError.self) { try editor.edit("x", named: "note.txt") }
        #expect(error?.code == .usage)
    }

    private func edit(_ text: String, with editor: String) throws -> String? {
        let folder = try Folder()
        return try Editor(environment: folder.environment(editor: editor)).edit(text, named: "note.txt")
    }
}

/// A directory for private files.
private final class Folder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "phlist-editor-\(UInt64.random(in: 0...(.max)))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func environment(editor: String) -> [String: String] {
        ["EDITOR": editor, "PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": path]
    }
}
