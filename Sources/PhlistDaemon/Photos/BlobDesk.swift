import Logging
import PhlistBlobs
import PhlistLog
import PhlistModel
import PhlistSync
import Synchronization

/// The folder of photos, on a queue of its own: a large photo on a slow disk delays no other work.
///
/// Requests are handled in order. The name of a photo counts as a key to it, so none is logged.
actor BlobDesk {
    private let queue = DiskQueue()
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    var store: BlobStore
    let logger: Logger
    private(set) var report: @Sendable (Event) -> Void = { _ in }
    /// The number of pending requests of each connection.
    private let waiting = Mutex<[ConnectionID: Int]>([:])
    /// A peer requests the manifests of 64 photos and two chunks at once; requests beyond that are not answered.
    private static let waitingMax = 80

    init(in stateDirectory: String, logger: Logger) {
        store = BlobStore(in: stateDirectory, on: PosixFileSystem())
        self.logger = logger
    }

    private nonisolated func soon(_ body: @escaping @Sendable (isolated BlobDesk) -> Void) {
        queue.async { self.assumeIsolated { body($0) } }
    }

    /// Reads the folder and reports its contents; without a folder it reports nothing, and no photo is fetched.
    nonisolated func open(_ report: @escaping @Sendable (Event) -> Void) {
        soon { desk in
            desk.report = report
            desk.attempt("the photos cannot be read") { () throws(BlobError) in
                try desk.store.open()
                let partial = desk.store.partials.values.map { (manifest: $0.manifest, kept: $0.kept) }
                    .sorted { $0.manifest.id < $1.manifest.id }
                report(.blobsFound(BlobHoldings(whole: try desk.store.list(), partial: partial)))
            }
        }
    }

    /// Ends the reports; later requests are carried out and not reported.
    nonisolated func close() {
        soon { $0.report = { _ in } }
    }

    // MARK: For other devices

    /// Reads the hashes of a blob's chunks.
    nonisolated func manifest(
        of id: BlobID,
        for peer: ConnectionID,
        _ give: @escaping @Sendable (BlobManifest) -> Void
    ) {
        inTurn(of: peer) { desk in
            desk.reading(id) { () throws(BlobError) in give(try desk.store.manifest(of: id)) }
        }
    }

    nonisolated func chunk(
        _ chunk: Int,
        of id: BlobID,
        for peer: ConnectionID,
        _ give: @escaping @Sendable ([UInt8]) -> Void
    ) {
        inTurn(of: peer) { desk in
            desk.reading(id) { () throws(BlobError) in give(try desk.store.chunk(chunk, of: id)) }
        }
    }

    private nonisolated func inTurn(of peer: ConnectionID, _ body: @escaping @Sendable (isolated BlobDesk) -> Void) {
        let hasRoom = waiting.withLock { waiting in
            guard waiting[peer, default: 0] < Self.waitingMax else { return false }
            waiting[peer, default: 0] += 1
            return true
        }
        guard hasRoom else { return }
        soon { desk in
            body(desk)
            desk.waiting.withLock { waiting in
                let left = waiting[peer, default: 1] - 1
                waiting[peer] = left == 0 ? nil : left
            }
        }
    }

    /// Reports a blob that is damaged or gone, so that it is fetched again.
    private func reading(_ id: BlobID, _ body: () throws(BlobError) -> Void) {
        do throws(BlobError) {
            try body()
        } catch {
            logger.warning("photo not readable", metadata: ["cause": "\(error)"])
            if !store.has(id) {
                report(.blobLost(id))
            }
        }
    }

    // MARK: Downloads

    nonisolated func begin(_ manifest: BlobManifest) {
        soon { desk in
            desk.writing(manifest.id) { () throws(BlobError) in try desk.store.begin(manifest) }
        }
    }

    nonisolated func keep(_ bytes: [UInt8], chunk: Int, of id: BlobID) {
        soon { desk in
            desk.writing(id) { () throws(BlobError) in try desk.store.keep(bytes, chunk: chunk, of: id) }
            desk.report(.chunkWritten)
        }
    }

    nonisolated func finish(_ id: BlobID) {
        soon { desk in
            desk.writing(id) { () throws(BlobError) in
                try desk.store.finish(id)
                desk.logger.debug("photo fetched")
                desk.report(.blobStored(id))
            }
        }
    }

    nonisolated func drop(_ id: BlobID) {
        soon { desk in
            desk.attempt("a download cannot be removed") { () throws(BlobError) in try desk.store.drop(id) }
        }
    }

    private func writing(_ id: BlobID, _ body: () throws(BlobError) -> Void) {
        do throws(BlobError) {
            try body()
        } catch {
            logger.warning("photo not kept", metadata: ["cause": "\(error)"])
            report(.blobRefused(id))
        }
    }

    private func attempt(_ failure: Logger.Message, _ body: () throws(BlobError) -> Void) {
        do throws(BlobError) {
            try body()
        } catch {
            logger.error(failure, metadata: ["cause": "\(error)"])
        }
    }

    // MARK: For people

    /// Stores a photo durably; nothing refers to it yet.
    func keep(_ bytes: [UInt8]) throws(BlobError) -> BlobID {
        let id = try store.keep(bytes)
        report(.blobStored(id))
        return id
    }

    /// Returns the bytes of a photo.
    func bytes(of id: BlobID) throws(BlobError) -> [UInt8] {
        do throws(BlobError) {
            return try store.bytes(of: id)
        } catch {
            if !store.has(id) {
                report(.blobLost(id))
            }
            throw error
        }
    }

    /// Removes photos that nothing has referred to for a month.
    nonisolated func sweep(keeping referenced: Set<BlobID>, now: Int64) {
        soon { desk in
            desk.attempt("photos cannot be tidied") { () throws(BlobError) in
                for id in try desk.store.sweep(keeping: referenced, now: now) {
                    desk.logger.info("unused photo removed")
                    desk.report(.blobLost(id))
                }
            }
        }
    }
}
