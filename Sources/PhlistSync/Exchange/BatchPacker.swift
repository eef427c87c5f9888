package import PhlistModel

/// Packs the batches of a request into messages that fit a frame, small ones where batches allow it.
///
/// The shell reads the batches from the log in log order, which is a causal order; it makes no decisions.
package struct BatchPacker: Sendable {
    private let request: BatchesRequest
    /// Heads still to be sent, by part.
    private var heads: [ArraySlice<SignedHead>]
    private var message: Message.Batches
    /// The index of each device in the message under construction.
    private var devices: [DeviceID: Int] = [:]
    private var byteCount = Self.emptyBytesMax

    /// Starts packing a request.
    package init(_ request: BatchesRequest) {
        self.request = request
        heads = request.parts.map { $0.heads[...] }
        message = Self.empty(request)
    }

    /// Adds the next batch.
    ///
    /// - Parameters:
    ///   - batch: The batch.
    ///   - part: The index of its part in the request.
    /// - Returns: The previous message if it is full, without the batch.
    package mutating func add(_ batch: Batch, ofPart part: Int) -> Message? {
        let due = heads[part].prefix { $0.number <= batch.header.number }
        heads[part].removeFirst(due.count)
        let size = Self.size(of: batch, due)
        let isFull = byteCount + size > SyncLimits.batchesBytesMax
        let finished = isFull || message.batches.count + 1 >= SyncLimits.inboxBatchesMax ? take() : nil
        let index = index(of: request.parts[part].device)
        message.batches.append(Message.Batches.Entry(device: index, bytes: batch.bytes))
        message.heads += due.map { Message.Batches.Head(device: index, head: $0) }
        byteCount += size
        return finished
    }

    /// The size of a batch in a message, in bytes, with its heads and its entry in the table of devices.
    private static func size(of batch: Batch, _ heads: ArraySlice<SignedHead>) -> Int {
        heads.reduce(DeviceID.byteCount + batch.bytes.count + varintsBytesMax) {
            $0 + BatchName.byteCount + $1.signature.count + varintsBytesMax
        }
    }

    /// The varints before a batch or a signature, in bytes: an index, a length, a number.
    private static let varintsBytesMax = 2 + 3 + 10
    /// A frame without batches, in bytes: its length and type, the scope, the flags, the digest, three counts.
    private static let emptyBytesMax = 5 + ScopeID.byteCount + 1 + 16 + 3 * 2

    /// The table contains only the devices of this message.
    private mutating func index(of device: DeviceID) -> Int {
        if let index = devices[device] { return index }
        message.devices.append(device)
        devices[device] = message.devices.count - 1
        return message.devices.count - 1
    }

    /// Returns the last message; nil if it would be empty and the peer does not wait for it.
    package mutating func finish() -> Message? {
        message.isComplete = request.isComplete
        let completesControl = request.tier == .control && request.isComplete
        return take() ?? (completesControl ? .batches(.completion(of: request.scope, holding: request.holding)) : nil)
    }

    private mutating func take() -> Message? {
        guard !message.batches.isEmpty else { return nil }
        defer {
            message = Self.empty(request)
            devices = [:]
            byteCount = Self.emptyBytesMax
        }
        return .batches(message)
    }

    private static func empty(_ request: BatchesRequest) -> Message.Batches {
        Message.Batches(
            scope: request.scope,
            tier: request.tier,
            isComplete: false,
            holding: request.holding,
            devices: [],
            batches: [],
            heads: []
        )
    }
}
