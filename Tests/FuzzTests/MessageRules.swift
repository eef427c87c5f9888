import PhlistModel
import PhlistVocabulary

@testable import PhlistHousehold
@testable import PhlistSync

/// What must hold of the body of a frame.
enum MessageRules {
    static func examine(_ input: [UInt8], _ marks: inout Marks) throws(CodecError) {
        guard let type = input.first else { throw .truncated }
        let body = Array(input.dropFirst())
        guard let message = try Message(type: type, body: body) else {
            marks.expect(type & 0x80 != 0, "only types of later versions are ignored")
            marks.add("message ignored")
            return
        }
        marks.add("message \(MessageKind(message))")
        let again = message.encoded
        marks.expect(again.type == type, "a message keeps its type")
        marks.expect(message.isRepaired || again.body == body, "a message has one encoding")
        marks.expect((try? Message(type: type, body: again.body)) == message, "what was read can be said")
        marks.expect(message.isWithinLimits, "a message is within its limits")
    }
}

/// The types of messages; a new one does not compile before it is here, and fails the tests until the corpus has it.
enum MessageKind: String, CaseIterable {
    case hello, overview, summary, versionVector, batches, ack, addresses, invitations, removal, ping, pong, goodbye
    case blobWant, blobHave, blobCredit, blobChunk, blobCancel

    init(_ message: Message) {
        self =
            switch message {
            case .hello: .hello
            case .overview: .overview
            case .summary: .summary
            case .versionVector: .versionVector
            case .batches: .batches
            case .ack: .ack
            case .addresses: .addresses
            case .invitations: .invitations
            case .removal: .removal
            case .ping: .ping
            case .pong: .pong
            case .goodbye: .goodbye
            case .blobWant: .blobWant
            case .blobHave: .blobHave
            case .blobCredit: .blobCredit
            case .blobChunk: .blobChunk
            case .blobCancel: .blobCancel
            }
    }
}

extension Message {
    /// Whether bytes may be lost: a name that is no text, and a reason for a goodbye that a later version gave.
    fileprivate var isRepaired: Bool {
        switch self {
        case .hello(let hello): hello.build.isRepaired(limit: PhlistModel.Limits.nameBytesMax)
        case .goodbye(let reason): reason == .stopping
        case .overview, .summary, .versionVector, .batches, .ack, .removal, .ping, .pong: false
        case .blobWant, .blobHave, .blobCredit, .blobChunk, .blobCancel: false
        case .addresses(let addresses):
            addresses.flatMap(\.endpoints).contains { $0.text.isRepaired(limit: SyncLimits.toldEndpointBytesMax) }
        case .invitations(let invitations):
            invitations.open.contains { $0.title.isRepaired(limit: TextKind.title.bytesMax) }
        }
    }

    fileprivate var isWithinLimits: Bool {
        switch self {
        case .hello(let hello):
            (0..<1 << 48).contains(hello.wallMilliseconds)
                && hello.build.utf8.count <= PhlistModel.Limits.nameBytesMax
        case .summary(let scopes, _): scopes.count <= HouseholdLimits.scopesMax
        case .versionVector(let vector):
            vector.vector.entries.count <= SyncLimits.vectorEntriesMax
                && vector.pointed.count <= PhlistModel.Limits.scopeChainsMax
        case .batches(let batches): batches.isWithinLimits
        case .ack(let ack): (0...Int(Int32.max)).contains(ack.opaqueCount)
        case .blobHave(let manifest): (1...PhlistModel.Limits.blobChunksMax).contains(manifest.chunkCount)
        case .blobCredit(_, _, let chunk): (0..<PhlistModel.Limits.blobChunksMax).contains(chunk)
        case .blobChunk(_, let chunk, let bytes):
            (0..<PhlistModel.Limits.blobChunksMax).contains(chunk) && bytes.count <= BlobManifest.chunkBytes
        case .removal(let removal): (0..<1 << 48).contains(removal.at)
        case .overview, .ping, .pong, .goodbye, .blobWant, .blobCancel: true
        case .addresses(let addresses):
            addresses.count <= HouseholdLimits.devicesMax
                && addresses.allSatisfy { $0.endpoints.count <= SyncLimits.addressesPerInstanceMax }
        case .invitations(let invitations):
            invitations.open.count <= HouseholdLimits.invitationsMax
                && invitations.ended.count <= HouseholdLimits.endedListsMax
        }
    }
}

extension Message.Batches {
    fileprivate var isWithinLimits: Bool {
        devices.count <= PhlistModel.Limits.scopeChainsMax && batches.count <= SyncLimits.inboxBatchesMax
            && heads.count <= SyncLimits.inboxBatchesMax
            && batches.allSatisfy { devices.indices.contains($0.device) && $0.bytes.count <= SyncLimits.frameBytesMax }
            && heads.allSatisfy {
                devices.indices.contains($0.device) && $0.head.signature.count <= PhlistModel.Limits.signatureBytesMax
            }
    }
}
