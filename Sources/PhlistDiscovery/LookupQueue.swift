/// The sightings that wait to be looked up, and those that are being looked up, of which there are few at a time.
struct LookupQueue {
    private let runningMax: Int
    private var waiting: [Sighting] = []
    private var running: Set<Sighting> = []

    init(limits: DiscoveryLimits) {
        runningMax = limits.lookupsMax
    }

    /// A sighting is to be looked up, once, however often it is asked for.
    mutating func add(_ sighting: Sighting) {
        guard !running.contains(sighting), !waiting.contains(sighting) else { return }
        waiting.append(sighting)
    }

    /// A sighting is not of interest any more, or its lookup has ended.
    mutating func remove(_ sighting: Sighting) {
        running.remove(sighting)
        waiting.removeAll { $0 == sighting }
    }

    /// The next lookup to begin, as long as there is room for it.
    mutating func next() -> Sighting? {
        guard running.count < runningMax, !waiting.isEmpty else { return nil }
        let sighting = waiting.removeFirst()
        running.insert(sighting)
        return sighting
    }
}
