import PhlistHousehold
import PhlistPresentation

/// The last dial failures of addresses; beyond a limit the oldest are dropped.
struct DialFailures {
    /// More than the addresses of the largest household.
    static let countMax = 1024

    private(set) var all: [Endpoint: DialFailure] = [:]
    /// The endpoints in the order of their first failure.
    private var order: [Endpoint] = []

    mutating func failed(_ endpoint: Endpoint, because reason: DialFailure) {
        guard all.updateValue(reason, forKey: endpoint) == nil else { return }
        order.append(endpoint)
        if order.count > Self.countMax { all[order.removeFirst()] = nil }
    }

    mutating func reached(_ endpoint: Endpoint) {
        guard all.removeValue(forKey: endpoint) != nil else { return }
        order.removeAll { $0 == endpoint }
    }
}
