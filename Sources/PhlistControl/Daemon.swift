/// What a client can ask of the daemon; `ControlClient` asks the real one.
package protocol Daemon {
    /// Sends a request and returns the reply.
    func reply<Reply>(to request: ControlRequest<Reply>) throws(ClientError) -> Reply

    /// Asks for bytes, and hands them over in pieces as they come.
    func receive(_ request: ControlRequest<ByteReply>, take: (ArraySlice<UInt8>) throws -> Void) throws

    /// Sends a request whose body is bytes, read piece by piece, and returns the reply.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - byteCount: The size of the body.
    ///   - piece: Gives the next bytes behind an offset.
    /// - Returns: The reply.
    /// - Throws: `ClientError`, and whatever `piece` throws.
    func send<Reply>(
        _ request: ControlRequest<Reply>,
        byteCount: Int,
        piece: (_ offset: Int) throws -> [UInt8]
    ) throws -> Reply

    /// Begins to listen to the events behind a cursor, or from now on when it is nil.
    ///
    /// For `restartPatience` it waits for a daemon that is not there, because it may be restarting.
    func events(after cursor: String?, restartPatience: Duration) throws(ClientError) -> any EventSource
}

/// Events, one after the other.
package protocol EventSource {
    /// Waits for the next event; nil when the daemon has ended the stream.
    func next() throws(ClientError) -> ControlEvent?

    /// Whether `next()` returns without waiting.
    func hasNext() throws(ClientError) -> Bool
}
