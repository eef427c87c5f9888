package import PhlistModel

/// What two devices of a household say to each other.
package enum Message: Hashable, Sendable {
    case hello(Hello)
    /// What the sender holds of all that both may see, in two numbers: as long as they are equal nothing else is said.
    case overview(Holding)
    /// What the sender holds of each scope that both may see; a request is answered by the receiver's own summary.
    case summary([ScopeSummary], isRequest: Bool)
    case versionVector(Vector)
    case batches(Batches)
    /// What came before is durable.
    case ack(Ack)
    /// Asks for a blob that a scope refers to.
    case blobWant(ScopeID, BlobID)
    /// The sender has a blob, whole.
    case blobHave(BlobManifest)
    /// Lets the receiver send one chunk.
    case blobCredit(ScopeID, BlobID, chunk: Int)
    case blobChunk(BlobID, chunk: Int, [UInt8])
    /// The sender has no such blob for the receiver, or wants no more of it.
    case blobCancel(BlobID)
    /// Where devices of the household may be reached, the sender among them: hints.
    case addresses([DeviceAddresses])
    /// All that concerns the people on the receiver of lists that it may not see.
    case invitations(Invitations)
    /// Who put the receiver out of the household, and when; a goodbye follows.
    case removal(Removal)
    case ping
    case pong
    /// The connection ends, and why.
    case goodbye(Goodbye)

    /// The first message of each side.
    package struct Hello: Hashable, Sendable {
        package var protocolMin: UInt64
        package var protocolMax: UInt64
        /// Bits for what both must have to use it; none so far.
        package var features: UInt64
        /// Random per start of the daemon: the same device with another nonce is a restart or a copy.
        package var runNonce: UInt64
        package var modelVersion: UInt64
        package var wallMilliseconds: Int64
        package var build: String
        /// As in an overview.
        package var overview: Holding
    }

    /// What a device holds of one scope.
    package struct ScopeSummary: Hashable, Sendable {
        package var scope: ScopeID
        package var holding: Holding
    }

    /// What the sender holds of one scope: these batches with all their predecessors.
    package struct Vector: Hashable, Sendable {
        package var scope: ScopeID
        package var vector: VersionVector
        /// The feeds of which points are among the entries, in ascending order: batches from which the
        /// receiver sees where its history of the device parts from the sender's.
        package var pointed: [FeedHint] = []
    }

    /// Batches of one tier of a scope, in the sender's log order.
    package struct Batches: Hashable, Sendable {
        package var scope: ScopeID
        package var tier: Tier
        /// Of control: whether the sender keeps nothing back; what came before is taken in then, together.
        package var isComplete: Bool
        /// What the sender holds of the scope once all that it is sending has arrived.
        package var holding: UInt128
        /// The authors of the batches.
        package var devices: [DeviceID]
        package var batches: [Entry]
        package var heads: [Head]

        /// The word that no control of a scope was kept back, when there is nothing else to say.
        static func completion(of scope: ScopeID, holding: UInt128) -> Batches {
            Batches(
                scope: scope,
                tier: .control,
                isComplete: true,
                holding: holding,
                devices: [],
                batches: [],
                heads: []
            )
        }

        /// What it takes of the memory, about.
        var byteCount: Int {
            let entries = batches.reduce(0) { $0 + Self.entryBytes + $1.bytes.count }
            let heads = heads.reduce(0) { $0 + Self.entryBytes + $1.head.signature.count }
            return Self.messageBytes + devices.count * DeviceID.byteCount + entries + heads
        }

        private static let entryBytes = 64
        private static let messageBytes = 256

        /// A batch, with the index of its author.
        package struct Entry: Hashable, Sendable {
            package var device: Int
            package var bytes: [UInt8]
        }

        /// A signed head, with the index of its author.
        package struct Head: Hashable, Sendable {
            package var device: Int
            package var head: SignedHead
        }
    }

    /// What a device holds of one scope, durably.
    package struct Ack: Hashable, Sendable {
        package var scope: ScopeID
        package var holding: Holding
        package var modelVersion: UInt64
        package var opaqueCount: Int
    }

    /// Where a device may be reached.
    package struct DeviceAddresses: Hashable, Sendable {
        package var device: DeviceID
        package var endpoints: [Endpoint]
    }

    /// Why a connection ends.
    package enum Goodbye: UInt8, Hashable, Sendable {
        case stopping = 0
        /// Another connection of the same two devices stays.
        case duplicate = 1
        case unsupported = 2
        case malformed = 3
        case badSignature = 4
        case silent = 5
        /// We are not, or no longer, of one household.
        case stranger = 6
        /// The receiver was put out of the household.
        case removed = 7
    }
}
