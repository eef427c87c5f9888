/// Decides when a connection may be read and when a frame may be handed to the caller.
struct InboundFlow {
    private let unconsumedCostMax: Int
    private var unconsumedCost = 0
    private(set) var isAuthenticated = false

    init(limits: TransportLimits) {
        unconsumedCostMax = limits.unconsumedCostMax
    }

    /// Whether more is to be taken from the socket.
    var mayRead: Bool {
        isAuthenticated ? unconsumedCost <= unconsumedCostMax : unconsumedCost == 0
    }

    /// Whether the next frame of those that were read is to be handed over.
    ///
    /// A stranger's frames go one by one: what follows a greeting is judged by the limits that hold after the caller
    /// has made up its mind about the greeting, however fast it came.
    var mayDeliver: Bool {
        isAuthenticated || unconsumedCost == 0
    }

    /// A frame was handed over.
    mutating func delivered(cost: Int) {
        unconsumedCost += cost
    }

    /// The caller is done with frames of this cost.
    mutating func consumed(cost: Int) {
        unconsumedCost = max(0, unconsumedCost - cost)
    }

    /// The peer is who it says.
    mutating func authenticated() {
        isAuthenticated = true
    }
}
