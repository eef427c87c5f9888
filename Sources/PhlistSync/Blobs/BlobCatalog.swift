import PhlistHousehold
import PhlistModel

/// The blobs to which photos refer: those that are here, those that are missing, and the lists that entitle to them.
struct BlobCatalog {
    private var policy = BlobPolicy.all
    /// Complete blobs.
    private(set) var held: Set<BlobID> = []
    /// Blobs that are referred to and not here, most wanted first.
    private(set) var missing: [MissingBlob] = []
    /// The same blobs by name.
    private(set) var missingByID: [BlobID: MissingBlob] = [:]
    /// Originals that somebody wants to see, the newest demand last.
    private var demanded: [BlobID] = []
    /// Blobs that the disk refused; tried again with the next overview.
    private var refused: Set<BlobID> = []
    /// Minimum sizes in bytes of blobs larger than their references say; these are not fetched.
    private var sizes: [BlobID: Int] = [:]
    private var sightings: [ScopeID: [PhotoSighting]] = [:]
    /// Blobs that a device may have if it may see the scope.
    private var served: [ScopeID: Set<BlobID>] = [:]
    /// Scopes with fields changed since the last scan.
    private var changedScopes: Set<ScopeID> = []
    /// Whether the missing blobs have to be determined again.
    private var needsReview = false

    /// Whether `update` has something to do.
    var isOutdated: Bool { needsReview || !changedScopes.isEmpty }

    /// Whether a blob is here and a list refers to it.
    func serves(_ blob: BlobID, in scope: ScopeID) -> Bool {
        held.contains(blob) && served[scope]?.contains(blob) ?? false
    }

    /// Returns the lists that refer to a blob.
    func scopes(of blob: BlobID) -> [ScopeID] {
        served.filter { $0.value.contains(blob) }.map(\.key)
    }

    // MARK: Changes

    /// Takes in the complete blobs of the folder.
    mutating func found(_ whole: [BlobID]) {
        held = Set(whole)
        needsReview = true
    }

    mutating func stored(_ id: BlobID) {
        held.insert(id)
        demanded.removeAll { $0 == id }
        if missingByID.removeValue(forKey: id) != nil {
            missing.removeAll { $0.id == id }
        }
    }

    /// Records that a blob is damaged or gone.
    ///
    /// - Returns: Whether it was here.
    mutating func lost(_ id: BlobID) -> Bool {
        guard held.remove(id) != nil else { return false }
        needsReview = true
        return true
    }

    mutating func refused(_ id: BlobID) {
        refused.insert(id)
        needsReview = true
    }

    /// Records a demand for a photo, whose original is fetched regardless of the policy.
    ///
    /// - Returns: Whether it is not here.
    mutating func demanded(_ id: BlobID) -> Bool {
        guard !held.contains(id) else { return false }
        demanded.removeAll { $0 == id }
        demanded.append(id)
        if demanded.count > BlobLimits.demandsMax {
            demanded.removeFirst()
        }
        refused.remove(id)
        needsReview = true
        return true
    }

    mutating func follow(_ policy: BlobPolicy) {
        self.policy = policy
        needsReview = true
    }

    /// Tries blobs again that the disk refused.
    mutating func retryRefused() {
        guard !refused.isEmpty else { return }
        refused = []
        needsReview = true
    }

    /// Records that photos of scopes may have changed.
    mutating func changed(_ scopes: some Sequence<ScopeID>) {
        changedScopes.formUnion(scopes)
    }

    /// Determines the missing blobs again, because access or confirmation of a list may have changed.
    mutating func reviewAgain() {
        needsReview = true
    }

    /// Records the minimum size of a blob.
    ///
    /// - Returns: Whether the blob may be that large; if not, it is dropped after this event.
    mutating func mayHave(_ byteCount: Int, _ id: BlobID) -> Bool {
        guard let missing = missingByID[id], byteCount > missing.bytesMax else { return true }
        sizes[id] = byteCount
        needsReview = true
        return false
    }

    // MARK: Review

    /// Looks for changed photos, and determines the missing blobs again if necessary.
    ///
    /// - Parameters:
    ///   - library: The lists.
    ///   - time: The time for the ages of photos, in milliseconds since 1970.
    /// - Returns: Whether the missing blobs were determined again.
    mutating func update(from library: Library, at time: Int64) -> Bool {
        lookForPhotos(in: library)
        guard needsReview else { return false }
        needsReview = false
        review(at: time)
        return true
    }

    private mutating func lookForPhotos(in library: Library) {
        for scope in changedScopes.sorted() {
            let photos = library.scopes[scope]?.state.photos ?? []
            guard photos != sightings[scope] ?? [] else { continue }
            sightings[scope] = photos
            served[scope] = Set(photos.flatMap { [$0.reference.original, $0.reference.thumbnail] })
            needsReview = true
        }
        changedScopes = []
    }

    private mutating func review(at time: Int64) {
        var missing: [BlobID: MissingBlob] = [:]
        let demanded = Set(demanded)
        for scope in sightings.keys.sorted() {
            for sighting in sightings[scope] ?? [] {
                let (original, thumbnail) = (sighting.reference.original, sighting.reference.thumbnail)
                note(thumbnail, .thumbnail, sighting, in: scope, bytesMax: BlobLimits.thumbnailBytesMax, &missing)
                let size = sighting.reference.size
                if demanded.contains(original) {
                    note(original, .demanded, sighting, in: scope, bytesMax: size, &missing)
                } else if policy.wants(sighting, at: time) {
                    note(original, .original, sighting, in: scope, bytesMax: size, &missing)
                }
            }
        }
        missingByID = missing
        self.missing = missing.values.sorted()
    }

    private func note(
        _ id: BlobID,
        _ urgency: MissingBlob.Urgency,
        _ sighting: PhotoSighting,
        in scope: ScopeID,
        bytesMax: Int,
        _ missing: inout [BlobID: MissingBlob]
    ) {
        guard !held.contains(id), !refused.contains(id) else { return }
        guard bytesMax >= sizes[id] ?? 0 else { return }
        var entry =
            missing[id] ?? MissingBlob(id: id, urgency: urgency, stamp: sighting.stamp, scopes: [], bytesMax: bytesMax)
        entry.bytesMax = max(entry.bytesMax, bytesMax)
        entry.urgency = min(entry.urgency, urgency)
        entry.stamp = max(entry.stamp, sighting.stamp)
        if entry.scopes.last != scope {
            entry.scopes.append(scope)
        }
        missing[id] = entry
    }
}

extension Library {
    /// All blobs that values refer to; nil while some values cannot be read, so that no blob is deleted by mistake.
    var referencedBlobs: Set<BlobID>? {
        guard scopes.values.allSatisfy({ $0.state.opaqueCount == 0 }) else { return nil }
        return scopes.values.reduce(into: []) { found, slot in
            for photo in slot.state.photos {
                found.insert(photo.reference.original)
                found.insert(photo.reference.thumbnail)
            }
        }
    }
}
