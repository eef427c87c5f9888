/// Decides when to read from a connection and when to deliver a frame to the caller.
struct InboundFlow {
    private let unconsumedCostMax: Int
    private var unconsumedCost = 0
    private(set) var isAuthenticated = false

    init(limits: TransportLimits) {
        unconsumedCostMax = limits.unconsumedCostMax
    }

    /// Whether to read more from the socket.
    var mayRead: Bool {
        isAuthenticated ? unconsumedCost <= unconsumedCostMax : unconsumedCost == 0
    }

    /// Whether to deliver the next of the frames that were read.
    ///
    /// A stranger's frames are delivered one at a time, so that the frames after a greeting, however fast they came,
    /// meet the limits that hold once the caller has judged the greeting.
    var mayDeliver: Bool {
        isAuthenticated || unconsumedCost == 0
    }

    /// Counts a delivered frame.
    mutating func delivered(cost: Int) {
        unconsumedCost += cost
    }

    /// Uncounts frames that the caller has finished with.
    mutating func consumed(cost: Int) {
        unconsumedCost = max(0, unconsumedCost - cost)
    }

    /// Switches to the limits of an authenticated peer.
    mutating func authenticated() {
        isAuthenticated = true
    }
}
