import PhlistControl
import Testing

/// JSON as it is sent and printed.
struct JSONTextTests {
    /// Every character that is unsafe on terminals, and some of the most usual and unusual others.
    static let scalars = (0...0x2070).compactMap(Unicode.Scalar.init) + ["é", "🥛", "\u{10FFFF}", "\u{FEFF}"]

    @Test func `no unsafe character is printed and every text comes back`() throws {
        for scalar in Self.scalars {
            let request = NewListRequest(title: "a\(scalar)b")
            let json = try JSONText.encode(request)
            let unsafe = json.unicodeScalars.filter(\.isUnsafeOnTerminals)
            #expect(unsafe.isEmpty)
            #expect(try JSONText.decode(NewListRequest.self, from: Array(json.utf8)) == request)
        }
    }

    @Test func `unsafe characters are escaped by number`() throws {
        let json = try JSONText.encode(NewListRequest(title: "\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{2066}"))
        #expect(json == #"{"title":"\u001b[2J\u007f\u009b\u202e\u2066"}"#)
    }

    @Test func `keys are sorted and slashes stay readable`() throws {
        let json = try JSONText.encode(ConflictView(field: "a/b", values: [.init(value: "é", by: nil, at: -1)]))
        #expect(json == #"{"field":"a/b","values":[{"at":-1,"value":"é"}]}"#)
    }

    @Test func `members that are not known are ignored`() throws {
        let json = #"{"title":"x","later":[1]}"#
        #expect(try JSONText.decode(NewListRequest.self, from: Array(json.utf8)).title == "x")
    }
}
