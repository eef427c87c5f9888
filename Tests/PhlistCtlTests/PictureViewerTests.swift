import Foundation
import PhlistControl
import Testing

@testable import phlistctl

/// Which pictures are handed to another program, and when.
struct PictureViewerTests {
    @Sendable private static func window() -> WindowSize {
        WindowSize(columns: 80, rows: 2)
    }

    /// Calls the body with the folder of a program that stands for chafa and notes that it was run.
    private static func withProgram(_ body: (String, [String: String]) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "phlist-viewer-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = "#!/bin/sh\necho \"$*\" >>\(folder)/runs\n"
        let isMade = FileManager.default.createFile(
            atPath: "\(folder)/chafa",
            contents: Data(script.utf8),
            attributes: [.posixPermissions: 0o700]
        )
        try #require(isMade)
        try body(folder, ["PATH": "\(folder):/usr/bin:/bin", "TMPDIR": folder])
    }

    @Test func `without a terminal, and without the program, nothing is drawn`() throws {
        try Self.withProgram { folder, environment in
            #expect(PictureViewer.drawing(in: nil, environment: environment) == nil)
            #expect(PictureViewer.drawing(in: Self.window, environment: ["PATH": "/none:\(folder)/none"]) == nil)
            #expect(PictureViewer.drawing(in: Self.window, environment: environment) != nil)
        }
    }

    @Test func `a picture takes few rows in a listing, and never more than the window has`() {
        let listing = PictureViewer.Room.listing
        #expect(listing.size(in: WindowSize(columns: 80, rows: 40)) == WindowSize(columns: 24, rows: 6))
        #expect(listing.size(in: WindowSize(columns: 10, rows: 5)) == WindowSize(columns: 10, rows: 2))
        #expect(PictureViewer.Room.window.size(in: Self.window()) == WindowSize(columns: 80, rows: 1))
    }

    @Test func `what is no JPEG is drawn by nobody`() throws {
        try Self.withProgram { folder, environment in
            let draw = try #require(PictureViewer.drawing(in: Self.window, environment: environment))
            for text in ["<svg/>", "GIF89a", "\u{89}PNG", "", "push graphic-context"] {
                #expect(throws: ControlError.self) { try draw(Array(text.utf8), .window) }
            }
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/runs"))
            try draw([0xFF, 0xD8, 0xFF, 0xE0], .window)
            let runs = try String(contentsOfFile: "\(folder)/runs", encoding: .utf8)
            #expect(runs.hasPrefix("--animate=off --size=80x1 -- \(folder)/phlist-"), "\(runs)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["chafa", "runs"])
        }
    }
}
