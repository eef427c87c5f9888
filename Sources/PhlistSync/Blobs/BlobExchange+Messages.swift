import PhlistModel

/// The messages of peers about photos.
extension BlobExchange {
    /// Takes in a message of a peer; one about anything else changes nothing.
    mutating func received(_ message: Message, from session: Session, _ access: Access) -> [BlobAction] {
        let id = session.connection
        switch message {
        case .blobWant(let scope, let blob): return receivedWant(blob, in: scope, from: session, access)
        case .blobHave(let manifest): return receivedHave(manifest, on: id)
        case .blobCredit(let scope, let blob, let chunk):
            return receivedCredit(BlobChunkID(blob: blob, chunk: chunk), in: scope, from: session, access)
        case .blobChunk(let blob, let chunk, let bytes):
            return receivedChunk(bytes, BlobChunkID(blob: blob, chunk: chunk), on: id)
        case .blobCancel(let blob):
            receivedCancel(blob, on: id)
            return []
        case .hello, .overview, .summary, .versionVector, .batches, .ack, .addresses, .invitations, .removal, .ping,
            .pong, .goodbye:
            return []
        }
    }
}
