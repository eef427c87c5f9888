import Foundation
import PhlistTestKit
import PhlistVocabulary
import Testing

@testable import PhlistHousehold
@testable import PhlistModel

/// The worked example of docs/protocol.md.
struct ProtocolExampleTests {
    @Test func `the example of the document is the frame of a tick`() throws {
        let wanted = try Self.example()
        if ProcessInfo.processInfo.environment["PHLIST_UPDATE"] == "1" {
            try Self.parts(of: try Self.text, with: wanted).joined().write(
                to: Self.document,
                atomically: true,
                encoding: .utf8
            )
        }
        #expect(Self.parts(of: try Self.text)[1] == wanted, "after a look rewrite it with PHLIST_UPDATE=1")
    }

    /// The document before the last block of code, the block, and what is behind it.
    private static func parts(of text: String, with block: String? = nil) -> [String] {
        let pieces = text.components(separatedBy: "```\n")
        let (before, after) = (pieces.dropLast(2), pieces.suffix(1))
        return [
            before.joined(separator: "```\n") + "```\n", block ?? pieces[pieces.count - 2], "```\n" + after.joined(),
        ]
    }

    private static var text: String {
        get throws { try String(contentsOf: document, encoding: .utf8) }
    }

    /// The second change in a row, so that its context has nothing new.
    private static func example() throws -> String {
        let home = Home(try Device("ann"), try Device("ben"))
        let ann = home.devices[0]
        ann.give(ann.add("milk"))
        try home.join(1, to: 0)
        home.connect(0, 1)
        ann.give(ann.add("bread"))
        home.settle()
        let before = home.frames.count
        var tick = ItemChange()
        tick.state = .done
        ann.give(ann.change("milk", tick))
        home.settle()
        let frame = try #require(home.frames[before...].first { $0.from == 0 })
        var golden = GoldenText()
        golden.add("batches", [frame.type] + frame.body, parts)
        return golden.text
    }

    private static let parts: [(String, GoldenText.Form)] = [
        ("type: Batches", .fixed(1)), ("scope: the list", .fixed(16)),
        ("content, complete", .fixed(1)), ("Ann's vector, then", .fixed(16)),
        ("devices", .varint), ("device", .fixed(32)), ("batches", .varint), ("index of device", .varint),
        ("length of batch", .varint), ("length of header", .varint),
        ("version", .fixed(1)), ("flags", .fixed(1)), ("by: Ann", .fixed(16)), ("number", .varint),
        ("predecessor", .fixed(16)), ("ops", .varint), ("stamp", .fixed(8)), ("action", .fixed(8)),
        ("context, what is new", .varint),
        ("kind of op: write", .varint), ("length of op", .varint), ("entity: milk", .fixed(8)),
        ("field: state", .varint),
        ("value: done", .counted), ("heads", .varint), ("index of device", .varint), ("number", .varint),
        ("name", .fixed(16)), ("signature", .counted),
    ]

    private static var document: URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/protocol.md").standardized
    }
}
