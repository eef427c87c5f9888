import PhlistHousehold
import PhlistModel
import PhlistSync
import PhlistTestKit

/// Photos: who takes them, and how their bytes travel.
extension Simulation {
    /// Makes a user give an item a photo.
    mutating func takePhoto(on number: Int, in list: ListState) {
        guard let item = list.items.randomElement(using: &random), let photo = storePhoto(on: number) else { return }
        let change = ItemChange(photo: .reference(photo))
        let command = UserCommand.items(.change([item.entity.description], change))
        guard case .success(.acted(let outcome, _))? = give(.user(command, principal(number)), to: number) else {
            return
        }
        coverage.note(.photoTaken, times: outcome.changed.count)
        noteAcknowledged(command, outcome, on: number)
    }

    private mutating func storePhoto(on number: Int) -> PhotoReference? {
        let original = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
        let thumbnail = (0..<50).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard let large = nodes[number].photos.put(original), let small = nodes[number].photos.put(thumbnail) else {
            return nil
        }
        for event in nodes[number].photos.takeEvents() { report(event, to: number) }
        let size = original.count
        return PhotoReference(original: large, thumbnail: small, size: size, type: .jpeg, width: 40, height: 30)
    }

    /// Performs an effect that concerns photos, as the daemon does.
    mutating func handlePhotos(_ effect: Effect, of number: Int) {
        switch effect {
        case .sendManifest(let connection, let blob):
            guard let manifest = nodes[number].photos.manifest(of: blob) else { return lose(blob, on: number) }
            send(.blobHave(manifest), from: number, on: connection)
        case .sendChunk(let connection, let blob, let chunk):
            guard let bytes = nodes[number].photos.chunk(chunk, of: blob) else { return lose(blob, on: number) }
            send(.blobChunk(blob, chunk: chunk, bytes), from: number, on: connection)
        default:
            nodes[number].photos.perform(effect)
            for event in nodes[number].photos.takeEvents() {
                if case .blobStored = event { coverage.note(.photoArrived) }
                schedule(.event(node: number, run: nodes[number].run, event), after: 1)
            }
        }
    }

    private mutating func lose(_ blob: BlobID, on number: Int) {
        schedule(.event(node: number, run: nodes[number].run, .blobLost(blob)), after: 1)
    }

    /// Checks that a device shows every photo of its lists as a thumbnail, if another device has it and each of the two
    /// knows that the other may see the list.
    ///
    /// Nobody asks a removed device for a photo that it added before it learned of its removal.
    ///
    /// The check is skipped after lost or late messages: a request lost on an open connection, as no TCP connection
    /// would lose it, is not repeated at once.
    func checkPhotos() throws(SimulationFailure) {
        guard coverage[.lost] + coverage[.reordered] == 0 else { return }
        for node in insiders {
            for list in node.read({ $0.library.lists(for: principal(node.number)) }) {
                for photo in list.items.compactMap({ $0.photoReference?.photo })
                where node.photos.whole[photo.thumbnail] == nil {
                    let helper = insiders.first { other in
                        other.photos.whole[photo.thumbnail] != nil
                            && other.read { $0.sharedScopes(with: node.device) }.contains(list.scope)
                            && node.read { $0.sharedScopes(with: other.device) }.contains(list.scope)
                    }
                    guard let helper else { continue }
                    let photo = "a photo of \(list.scope)"
                    throw SimulationFailure(.arrival, "\(node.name) lacks \(photo) that \(helper.name) has")
                }
            }
        }
    }
}
