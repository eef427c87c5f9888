import Hummingbird
import Logging
import PhlistControl

/// The context of a request: its caller and its connection.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let caller: Caller
    /// Closes the connection in a moment, whether or not its client has read everything by then.
    let hangUp: @Sendable () -> Void
    private let departure: Departure
    private let reader: ReaderWatch
    private let turn: RequestTurn
    private let uploads: Turns

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        caller = source.caller
        hangUp = source.hangUp
        departure = source.departure
        reader = source.reader
        turn = source.turn
        uploads = source.uploads
    }

    /// The values that a connection provides for each of its requests.
    struct Source: RequestContextSource {
        let caller: Caller
        let hangUp: @Sendable () -> Void
        let departure: Departure
        let reader: ReaderWatch
        let turn: RequestTurn
        let uploads: Turns
        let logger: Logger
    }

    /// Waits until the limits of this user allow another request, which ends when its reply has been written.
    func takeTurn() async {
        await turn.take()
    }

    /// Lets the client read at its own pace, as a stream does.
    func expectStream() {
        reader.expectStream()
    }

    /// Handles an upload, of which a user may have only a few at once.
    ///
    /// - Throws: `tryAgain` when there are too many; the body is read to its end first, so that the client reads the
    ///   reply.
    func whileUploading<Value>(
        _ request: Request,
        upTo bytesMax: Int,
        _ take: () async throws -> Value
    ) async throws -> Value {
        guard uploads.takeIfFree() else {
            try await request.body.drain(upTo: bytesMax)
            let count = ControlLimits.uploadsPerUserMax
            throw ControlError(.tryAgain, "\(count) uploads of uid \(caller.uid) are under way already")
        }
        defer { uploads.giveBack() }
        return try await take()
    }

    /// Makes a call that is cancelled when its client disconnects.
    func whileHeard<Value: Sendable>(
        _ call: @escaping @Sendable @concurrent () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: call)
            group.addTask {
                await departure.wait()
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
