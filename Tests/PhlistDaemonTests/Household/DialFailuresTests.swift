import PhlistSync
import Testing

@testable import PhlistDaemon

struct DialFailuresTests {
    @Test func `however many addresses fail, a bounded number is remembered, and the newest`() {
        var failures = DialFailures()
        let endpoints = (0..<10_000).map { Endpoint("10.0.0.1:\($0)") }
        for endpoint in endpoints { failures.failed(endpoint, because: "refused") }
        #expect(failures.words.count == DialFailures.countMax)
        #expect(failures.words[endpoints[0]] == nil && failures.words[endpoints[9999]] == "refused")
        failures.failed(endpoints[9999], because: "no route")
        #expect(failures.words[endpoints[9999]] == "no route" && failures.words.count == DialFailures.countMax)
        for endpoint in endpoints { failures.reached(endpoint) }
        #expect(failures.words.count == 0)
    }
}
