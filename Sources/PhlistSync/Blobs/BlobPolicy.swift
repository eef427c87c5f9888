package import PhlistModel

/// The originals to fetch ahead of demand; thumbnails always are.
package enum BlobPolicy: String, CaseIterable, Sendable {
    case all
    /// Originals that were set in the last ninety days.
    case recent
    case onDemand = "on-demand"

    /// Whether an original is fetched without demand, at a time in milliseconds since 1970.
    func wants(_ sighting: PhotoSighting, at time: Int64) -> Bool {
        switch self {
        case .all: true
        case .recent: time - sighting.stamp.milliseconds < BlobLimits.recentMilliseconds
        case .onDemand: false
        }
    }
}

/// The contents of the shell's blob folder.
package struct BlobHoldings: Sendable {
    package var whole: [BlobID]
    /// Downloads in progress, with the chunks that are here.
    package var partial: [(manifest: BlobManifest, kept: Set<Int>)]

    /// Creates holdings.
    package init(whole: [BlobID] = [], partial: [(manifest: BlobManifest, kept: Set<Int>)] = []) {
        (self.whole, self.partial) = (whole, partial)
    }
}

/// The location of a blob's bytes, as far as this device knows.
package enum BlobWhereabouts: Hashable, Sendable {
    case here
    /// Some chunks are here, and the rest is coming from these devices.
    case arriving(chunks: Int, of: Int, from: [DeviceID])
    /// Not here yet: these connected devices have it.
    case elsewhere([DeviceID])
}
