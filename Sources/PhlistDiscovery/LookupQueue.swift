/// The sightings waiting to be looked up and the few being looked up.
struct LookupQueue {
    private let runningMax: Int
    private var waiting: [Sighting] = []
    private var running: Set<Sighting> = []

    init(limits: DiscoveryLimits) {
        runningMax = limits.lookupsMax
    }

    /// Queues a sighting, unless it is waiting or being looked up already.
    mutating func add(_ sighting: Sighting) {
        guard !running.contains(sighting), !waiting.contains(sighting) else { return }
        waiting.append(sighting)
    }

    /// Removes a sighting that is no longer wanted or whose lookup has ended.
    mutating func remove(_ sighting: Sighting) {
        running.remove(sighting)
        waiting.removeAll { $0 == sighting }
    }

    /// Takes the next sighting to look up; nil when none is waiting or too many lookups are running.
    mutating func next() -> Sighting? {
        guard running.count < runningMax, !waiting.isEmpty else { return nil }
        let sighting = waiting.removeFirst()
        running.insert(sighting)
        return sighting
    }
}
