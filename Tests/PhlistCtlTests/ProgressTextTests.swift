import Testing

@testable import phlistctl

/// How far a long piece of work is, in words.
struct ProgressTextTests {
    private static func line(done: Int64, of total: Int64?, after seconds: Int64) -> String {
        ProgressText(work: "restoring", done: done, total: total).line(after: .seconds(seconds)).string
    }

    @Test func `a share, a rate and the time that is left are told as far as they are known`() {
        #expect(Self.line(done: 0, of: nil, after: 3) == "restoring: 3 s")
        #expect(Self.line(done: 0, of: 40_000_000, after: 3) == "restoring: 3 s")
        #expect(Self.line(done: 12_000_000, of: nil, after: 3) == "restoring: 12.0 MB, 4.0 MB/s, 3 s")
        #expect(
            Self.line(done: 12_000_000, of: 40_000_000, after: 3)
                == "restoring: 30 %, 12.0 MB of 40.0 MB, 4.0 MB/s, 7 s left"
        )
        #expect(
            Self.line(done: 1_000_000, of: 400_000_000, after: 2)
                == "restoring: 0 %, 1.0 MB of 400.0 MB, 500.0 kB/s, 13 min left"
        )
        #expect(
            Self.line(done: 40_000_000, of: 40_000_000, after: 130)
                == "restoring: 100 %, 40.0 MB of 40.0 MB, 307.7 kB/s, 2 min"
        )
    }

    @Test func `things are counted by their name, with what else there is to say`() {
        let lists = ProgressText(work: "reading", unit: .things("list"), done: 1, total: 2)
        #expect(lists.line(after: .seconds(1)).string == "reading: 50 %, 1 list of 2 lists, 1 list/s, 1 s left")
        let items = ProgressText(work: "synchronising", unit: .things("open item"), done: 40, detail: "3 lists")
        #expect(items.line(after: .seconds(4)).string == "synchronising: 40 open items, 10 open items/s, 3 lists, 4 s")
    }
}
