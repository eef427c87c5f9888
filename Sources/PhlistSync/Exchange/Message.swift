package import PhlistHousehold
package import PhlistModel

/// Messages between two devices of a household.
package enum Message: Hashable, Sendable {
    case hello(Hello)
    /// The digests of everything that the sender holds and both may see; as long as they are equal, nothing else is
    /// sent.
    case overview(Holding)
    /// The sender's digests of each scope that both may see; the receiver answers a request with its own summary.
    case summary([ScopeSummary], isRequest: Bool)
    case versionVector(Vector)
    case batches(Batches)
    /// Everything received before is durable.
    case ack(Ack)
    /// Asks for a blob that a scope refers to.
    case blobWant(ScopeID, BlobID)
    /// The sender holds a complete blob.
    case blobHave(BlobManifest)
    /// Allows the receiver to send one chunk.
    case blobCredit(ScopeID, BlobID, chunk: Int)
    case blobChunk(BlobID, chunk: Int, [UInt8])
    /// The sender has no such blob for the receiver, or no longer wants it.
    case blobCancel(BlobID)
    /// Hints at the addresses of devices of the household, including the sender.
    case addresses([DeviceAddresses])
    /// Everything that concerns the receiver's people about lists that it may not see.
    case invitations(Invitations)
    /// The removal of the receiver from the household; a goodbye follows.
    case removal(Removal)
    case ping
    case pong
    /// The connection ends for this reason.
    case goodbye(Goodbye)

    /// The first message of each side.
    package struct Hello: Hashable, Sendable {
        package var protocolMin: UInt64
        package var protocolMax: UInt64
        /// Bits for features that both sides must have; none so far.
        package var features: UInt64
        /// Random for each start of the daemon: the same device with another nonce is a restart or a copy.
        package var runNonce: UInt64
        package var modelVersion: UInt64
        package var wallMilliseconds: Int64
        package var build: String
        /// As in an overview.
        package var overview: Holding
    }

    /// The digests of one scope.
    package struct ScopeSummary: Hashable, Sendable {
        package var scope: ScopeID
        package var holding: Holding
    }

    /// The sender's vector of one scope: these batches with all their predecessors.
    package struct Vector: Hashable, Sendable {
        package var scope: ScopeID
        package var vector: VersionVector
        /// Feeds whose points are among the entries, in ascending order: batches from which the receiver sees where its
        /// history of the device diverges from the sender's.
        package var pointed: [FeedHint] = []
    }

    /// Batches of one tier of a scope, in the sender's log order.
    package struct Batches: Hashable, Sendable {
        package var scope: ScopeID
        package var tier: Tier
        /// Whether the sender withholds no control; the staged control is then taken in together.
        package var isComplete: Bool
        /// The digest of the sender's vector once everything that it is sending has arrived.
        package var holding: UInt128
        /// The authors of the batches.
        package var devices: [DeviceID]
        package var batches: [Entry]
        package var heads: [Head]

        /// Creates the message that all control of a scope has been sent, for when there is nothing else to send.
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

        /// Approximate size in memory, in bytes.
        var byteCount: Int {
            let entries = batches.reduce(0) { $0 + Self.entryBytes + $1.bytes.count }
            let heads = heads.reduce(0) { $0 + Self.entryBytes + $1.head.signature.count }
            return Self.messageBytes + devices.count * DeviceID.byteCount + entries + heads
        }

        private static let entryBytes = 64
        private static let messageBytes = 256

        /// A batch with the index of its author.
        package struct Entry: Hashable, Sendable {
            package var device: Int
            package var bytes: [UInt8]
        }

        /// A signed head with the index of its author.
        package struct Head: Hashable, Sendable {
            package var device: Int
            package var head: SignedHead
        }
    }

    /// The durable digests of one scope.
    package struct Ack: Hashable, Sendable {
        package var scope: ScopeID
        package var holding: Holding
        package var modelVersion: UInt64
        package var opaqueCount: Int
    }

    /// Addresses of one device.
    package struct DeviceAddresses: Hashable, Sendable {
        package var device: DeviceID
        package var endpoints: [Endpoint]
    }

    /// The reason why a connection ends.
    package enum Goodbye: UInt8, Hashable, Sendable {
        case stopping = 0
        /// Another connection between the same two devices stays.
        case duplicate = 1
        case unsupported = 2
        case malformed = 3
        case badSignature = 4
        case silent = 5
        /// The devices are not, or no longer, in one household.
        case stranger = 6
        /// The receiver was removed from the household.
        case removed = 7
    }
}
