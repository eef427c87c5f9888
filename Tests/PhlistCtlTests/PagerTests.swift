import Foundation
import Testing

@testable import phlistctl

/// Which text is handed to a pager, and to which one.
struct PagerTests {
    @Sendable private static func window() -> WindowSize {
        WindowSize(columns: 10, rows: 4)
    }

    private static func pager(
        _ environment: [String: String],
        isTyped: Bool = true
    ) -> (([TerminalText]) throws -> Bool)? {
        Pager.showing(in: window, isTyped: isTyped, environment: environment)
    }

    @Test func `without a terminal, a person or a program nothing is paged`() {
        let environment = ["PAGER": "true"]
        #expect(Pager.showing(in: nil, isTyped: true, environment: environment) == nil)
        #expect(Self.pager(environment, isTyped: false) == nil)
        #expect(Self.pager(["PATH": "/none"]) == nil)
        for none in ["", "cat"] {
            #expect(Self.pager(["PAGER": none]) == nil)
            #expect(Self.pager(["PHLIST_PAGER": none, "PAGER": "true"]) == nil)
        }
        #expect(Self.pager(["PHLIST_PAGER": "true", "PAGER": "cat"]) != nil)
    }

    @Test func `only what is longer than the window is paged, and long lines count as often as they wrap`() throws {
        let show = try #require(Self.pager(["PAGER": "cat >/dev/null", "PATH": "/usr/bin:/bin"]))
        #expect(try !show(["a", "b", "c"]))
        #expect(try show(["a", "b", "c", "d"]))
        #expect(try !show(["0123456789", "b"]))
        #expect(try show(["0123456789012345678901234567890"]))
    }

    @Test func `the pager gets every line, and less gets the options that git gives it`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "phlist-pager-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = ["PATH": "/usr/bin:/bin", "TMPDIR": folder]
        for (less, options) in [(nil, "FRX"), ("S", "S")] {
            let pager = "{ echo $LESS; cat; } >\(folder)/shown"
            var own = environment.merging(["PAGER": pager]) { $1 }
            own["LESS"] = less
            let show = try #require(Self.pager(own))
            #expect(try show(["a", "b", "\u{1B}c", "d"]))
            let shown = try String(contentsOfFile: "\(folder)/shown", encoding: .utf8)
            #expect(shown == "\(options)\na\nb\n\u{1B}c\nd\n")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shown"])
    }

    @Test func `a pager that cannot be run has shown nothing`() throws {
        let show = try #require(Self.pager(["PAGER": "/none/less 2>/dev/null", "PATH": "/usr/bin:/bin"]))
        #expect(try !show(["a", "b", "c", "d"]))
    }
}
