import PhlistSimulator

@testable import PhlistHousehold
@testable import PhlistModel

extension Device {
    /// Gives an item a photo of some chunks.
    @discardableResult
    func setPhoto(of item: String, chunks: Int = 4, seed: UInt8 = 1) -> PhotoReference? {
        let count = chunks * BlobManifest.chunkBytes - 5
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 >> 8 &+ $0) ^ seed }
        let small = (0..<900).map { UInt8(truncatingIfNeeded: $0) ^ seed }
        guard let original = photos.put(bytes), let thumbnail = photos.put(small) else { return nil }
        let reference = PhotoReference(
            original: original,
            thumbnail: thumbnail,
            size: count,
            type: .jpeg,
            width: 40,
            height: 30
        )
        guard let reference else { return nil }
        give(change(item, ItemChange(photo: .reference(reference))))
        return reference
    }

    func holds(_ photo: PhotoReference) -> Bool {
        photos.whole[photo.original] != nil && photos.whole[photo.thumbnail] != nil
    }
}
