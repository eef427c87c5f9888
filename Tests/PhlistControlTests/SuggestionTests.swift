import Testing

@testable import PhlistControl

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "abc", 3), ("port", "port", 0), ("prot", "port", 1), ("pot", "port", 1),
        ("ports", "port", 1), ("part", "port", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
    func `a distance counts inserted, deleted, replaced and swapped letters`(_ a: String, _ b: String, _ count: Int) {
        #expect(Suggestion.distance(a, b) == count)
        #expect(Suggestion.distance(b, a) == count)
    }

    @Test func `the nearest name is found and a far one is not`() {
        let names = ["port", "peers", "device-name"]
        #expect(Suggestion.nearest(to: "peer", among: names) == "peers")
        #expect(Suggestion.nearest(to: "devicename", among: names) == "device-name")
        #expect(Suggestion.nearest(to: "colour", among: names) == nil)
        #expect(Suggestion.nearest(to: "port", among: []) == nil)
    }

    @Test func `the caller may be stricter`() {
        let names = ["port", "peers", "device-name"]
        #expect(Suggestion.nearest(to: "devicename", among: names, distanceMax: 1) == "device-name")
        #expect(Suggestion.nearest(to: "prts", among: names, distanceMax: 2) == "port")
        #expect(Suggestion.nearest(to: "prts", among: names, distanceMax: 1) == nil)
        #expect(Suggestion.nearest(to: "port", among: [], distanceMax: 9) == nil)
    }
}
