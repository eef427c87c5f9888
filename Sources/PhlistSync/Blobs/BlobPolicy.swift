package import PhlistModel

/// Which originals are fetched ahead; thumbnails always are.
package enum BlobPolicy: String, CaseIterable, Sendable {
    case all
    /// Those that were set in the last ninety days.
    case recent
    case onDemand = "on-demand"

    /// Whether an original is wanted that nobody has asked for, at a time in milliseconds since 1970.
    func wants(_ sighting: PhotoSighting, at time: Int64) -> Bool {
        switch self {
        case .all: true
        case .recent: time - sighting.stamp.milliseconds < BlobLimits.recentMilliseconds
        case .onDemand: false
        }
    }
}

/// What the shell has found in its folder of blobs.
package struct BlobHoldings: Sendable {
    package var whole: [BlobID]
    /// Downloads that go on, with the chunks that are here.
    package var partial: [(manifest: BlobManifest, kept: Set<Int>)]

    /// Creates holdings.
    package init(whole: [BlobID] = [], partial: [(manifest: BlobManifest, kept: Set<Int>)] = []) {
        (self.whole, self.partial) = (whole, partial)
    }
}

/// Where the bytes of a blob are, as far as this device knows.
package enum BlobWhereabouts: Hashable, Sendable {
    case here
    /// Some chunks are here, and the rest is on its way from these devices.
    case arriving(chunks: Int, of: Int, from: [DeviceID])
    /// Not here yet: these connected devices have it.
    case elsewhere([DeviceID])
}
