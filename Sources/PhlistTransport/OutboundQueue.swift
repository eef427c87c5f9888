/// Counts the bytes sent on a connection that the system has not taken yet.
struct OutboundQueue {
    private let sizeMax: Int
    private let sizeLow: Int
    private(set) var size = 0
    private var isAboveLow = false

    init(limits: TransportLimits) {
        sizeMax = limits.outboundQueueSizeMax
        sizeLow = limits.outboundQueueSizeLow
    }

    /// Adds bytes to send and returns the new size, or nil if they do not fit.
    mutating func add(_ count: Int) -> Int? {
        guard size + count <= sizeMax else { return nil }
        size += count
        isAboveLow = isAboveLow || size > sizeLow
        return size
    }

    /// Removes bytes that were taken, and returns whether the queue has just fallen to its low mark.
    mutating func remove(_ count: Int) -> Bool {
        size -= count
        guard isAboveLow, size <= sizeLow else { return false }
        isAboveLow = false
        return true
    }
}
