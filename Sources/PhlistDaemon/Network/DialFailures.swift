import PhlistSync

/// The last dial failures of addresses, in words; beyond a limit the oldest are dropped.
struct DialFailures {
    /// More than the addresses of the largest household.
    static let countMax = 1024

    private(set) var words: [Endpoint: String] = [:]
    /// The endpoints in the order of their first failure.
    private var order: [Endpoint] = []

    mutating func failed(_ endpoint: Endpoint, because reason: String) {
        guard words.updateValue(reason, forKey: endpoint) == nil else { return }
        order.append(endpoint)
        if order.count > Self.countMax { words[order.removeFirst()] = nil }
    }

    mutating func reached(_ endpoint: Endpoint) {
        guard words.removeValue(forKey: endpoint) != nil else { return }
        order.removeAll { $0 == endpoint }
    }
}
