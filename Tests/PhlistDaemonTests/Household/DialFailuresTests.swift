import PhlistHousehold
import PhlistPresentation
import Testing

@testable import PhlistDaemon

struct DialFailuresTests {
    @Test func `however many addresses fail, a bounded number is remembered, and the newest`() {
        var failures = DialFailures()
        let endpoints = (0..<10_000).map { Endpoint("10.0.0.1:\($0)") }
        for endpoint in endpoints { failures.failed(endpoint, because: .init(.refusal, "refused")) }
        #expect(failures.all.count == DialFailures.countMax)
        #expect(failures.all[endpoints[0]] == nil && failures.all[endpoints[9999]]?.words == "refused")
        failures.failed(endpoints[9999], because: .init(.absence, "no route"))
        #expect(failures.all[endpoints[9999]]?.words == "no route" && failures.all.count == DialFailures.countMax)
        for endpoint in endpoints { failures.reached(endpoint) }
        #expect(failures.all.isEmpty)
    }
}
