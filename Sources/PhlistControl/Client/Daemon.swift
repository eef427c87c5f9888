/// The requests that a client can make of the daemon; `ControlClient` talks to a real one.
package protocol Daemon {
    /// Sends a request and returns the reply.
    func reply<Reply>(to request: ControlRequest<Reply>) throws(ClientError) -> Reply

    /// Requests bytes and hands them over piece by piece as they arrive.
    func receive(_ request: ControlRequest<ByteReply>, take: (ArraySlice<UInt8>) throws -> Void) throws

    /// Sends a request with a body of bytes that is read piece by piece, and returns the reply.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - byteCount: The size of the body.
    ///   - piece: Returns the next bytes from an offset.
    /// - Returns: The reply.
    /// - Throws: `ClientError`, and the errors of `piece`.
    func send<Reply>(
        _ request: ControlRequest<Reply>,
        byteCount: Int,
        piece: (_ offset: Int) throws -> [UInt8]
    ) throws -> Reply

    /// Starts listening to the events after a cursor, or to new events when it is nil, for the caller or a member whom
    /// the caller acts as.
    ///
    /// For `restartPatience` it waits for a daemon that does not answer, because it may be restarting.
    func events(
        after cursor: String?,
        actsAs member: String?,
        restartPatience: Duration
    ) throws(ClientError) -> any EventSource
}

/// A sequence of events.
package protocol EventSource {
    /// Waits for the next event; nil when the daemon has ended the stream.
    func next() throws(ClientError) -> ControlEvent?

    /// Whether `next()` returns without waiting.
    func hasNext() throws(ClientError) -> Bool

    /// The descriptor to wait for when `hasNext()` is false; it belongs to the source.
    var descriptor: Int32 { get }
}
