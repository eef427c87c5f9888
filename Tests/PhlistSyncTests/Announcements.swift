@testable import PhlistHousehold
@testable import PhlistModel
@testable import PhlistSync

extension Device {
    /// What others would receive of an announcement of this device.
    ///
    /// - Parameters:
    ///   - number: Stands for the random part of the name.
    ///   - key: The secret; nil for the one that the household has now.
    ///   - endpoints: The addresses.
    /// - Returns: nil while the household has no secret.
    func instance(_ number: UInt8 = 1, by key: DiscoveryKey? = nil, at endpoints: String...) -> Instance? {
        let endpoints = endpoints.map { Endpoint($0) }
        guard let key = key ?? household?.discoveryKey else { return nil }
        let nonce = [UInt8](repeating: number, count: 8)
        let announcement = Announcement(key: key, nonce: nonce, endpoints: endpoints)
        return Instance(name: announcement.name, tags: announcement.tags, endpoints: endpoints)
    }
}
