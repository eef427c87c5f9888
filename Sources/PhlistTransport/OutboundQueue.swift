/// Counts the bytes that were sent on a connection and that the system has not taken yet.
struct OutboundQueue {
    private let sizeMax: Int
    private let sizeLow: Int
    private(set) var size = 0
    private var isAboveLow = false

    init(limits: TransportLimits) {
        sizeMax = limits.outboundQueueSizeMax
        sizeLow = limits.outboundQueueSizeLow
    }

    /// Bytes are to be sent: the size after them, or nil when they do not fit.
    mutating func add(_ count: Int) -> Int? {
        guard size + count <= sizeMax else { return nil }
        size += count
        isAboveLow = isAboveLow || size > sizeLow
        return size
    }

    /// Bytes were taken: whether the queue has just become low.
    mutating func remove(_ count: Int) -> Bool {
        size -= count
        guard isAboveLow, size <= sizeLow else { return false }
        isAboveLow = false
        return true
    }
}
