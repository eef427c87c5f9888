/// Requests and replies with bodies of bytes, of any size; the timeout applies to each piece.
extension ControlClient {
    /// Requests bytes and hands them over piece by piece as they arrive.
    package func receive(_ request: ControlRequest<ByteReply>, take: (ArraySlice<UInt8>) throws -> Void) throws {
        let connection = try connect(restartPatience: .zero)
        var reader = try exchange(request, on: connection, timeout: timeout + request.patience)
        while let piece = try reader.readContentPiece() {
            try take(piece)
            reader.deadline = ContinuousClock.now + timeout
        }
    }

    /// Sends a request with a body of bytes, and returns the reply.
    package func send<Reply>(
        _ request: ControlRequest<Reply>,
        byteCount: Int,
        piece: (_ offset: Int) throws -> [UInt8]
    ) throws -> Reply {
        let connection = try connect(restartPatience: .zero)
        try connection.send(request.head(beforeBytes: byteCount), deadline: ContinuousClock.now + timeout)
        var offset = 0
        while offset < byteCount {
            let bytes = try piece(offset)
            try connection.send(bytes, deadline: ContinuousClock.now + timeout)
            offset += bytes.count
        }
        var reader = try readHead(from: connection, deadline: ContinuousClock.now + timeout + request.patience)
        do {
            return try JSONText.decode(Reply.self, from: try reader.readBody())
        } catch let error as JSONText.DecodingFailure {
            throw ClientError.replyMalformed(error.reason)
        }
    }
}
