package import PhlistModel

/// The newest changes in log order; changes beyond `countMax` are forgotten.
///
/// They are part of the fold of the log: a restart finds the same changes with the same arrivals. Indices count the
/// changes from the start of the fold, so an index means the same change for as long as the replica lives.
package struct RecentChanges: Sendable {
    let countMax: Int
    /// A ring buffer: the change at an index is in slot `index % countMax`.
    package private(set) var slots: [Element] = []
    package private(set) var mixer: DigestMixer
    /// Number of batches, including those that changed no list: the version of all data shown.
    package private(set) var batchCount: UInt64 = 0
    /// The arrival of the newest forgotten change.
    package private(set) var lastForgotten: Arrival

    package private(set) var endIndex = 0
    package var startIndex: Int { endIndex - slots.count }

    /// A change and its arrival.
    package struct Element: Hashable, Sendable {
        package var change: Change
        package var arrival: Arrival

        package init(change: Change, arrival: Arrival) {
            (self.change, self.arrival) = (change, arrival)
        }
    }

    /// Creates the changes of an empty log.
    package init(of device: DeviceID, countMax: Int = HouseholdLimits.recentChangesMax) {
        self.countMax = countMax
        var mixer = DigestMixer()
        device.bytes.withUnsafeBytes { mixer.add($0) }
        lastForgotten = Arrival(batch: 0, index: 0, digest: UInt64(truncatingIfNeeded: mixer.sum))
        self.mixer = mixer
    }

    /// Creates the changes from the ring buffer and counters of a snapshot.
    package init(
        slots: [Element],
        endIndex: Int,
        mixer: DigestMixer,
        batchCount: UInt64,
        lastForgotten: Arrival,
        countMax: Int
    ) {
        (self.slots, self.endIndex, self.mixer) = (slots, endIndex, mixer)
        (self.batchCount, self.lastForgotten, self.countMax) = (batchCount, lastForgotten, countMax)
    }

    /// The change at an index from `startIndex` up to `endIndex`.
    package subscript(index: Int) -> Element {
        slots[index % countMax]
    }

    /// Adds the changes of one batch.
    ///
    /// - Parameters:
    ///   - changes: The changes in the order of the batch's ops; empty if it changed no list.
    ///   - name: The batch's name, which identifies its content.
    package mutating func take(_ changes: [Change], of name: BatchName) {
        batchCount += 1
        mixer.add(name.rawValue)
        let digest = UInt64(truncatingIfNeeded: mixer.sum)
        for (index, change) in changes.enumerated() {
            append(Element(change: change, arrival: Arrival(batch: batchCount, index: UInt32(index), digest: digest)))
        }
    }

    private mutating func append(_ element: Element) {
        if slots.count < countMax {
            slots.append(element)
        } else {
            let slot = endIndex % countMax
            lastForgotten = slots[slot].arrival
            slots[slot] = element
        }
        endIndex += 1
    }

    /// Returns the arrival after which the change at an index comes.
    package func arrival(before index: Int) -> Arrival {
        index == startIndex ? lastForgotten : self[index - 1].arrival
    }

    /// Returns the index after the change of an arrival.
    ///
    /// - Returns: Nil if this log has no such change, or if later changes are no longer kept.
    package func index(after arrival: Arrival) -> Int? {
        var range = startIndex..<endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if arrival.isBefore(self[middle].arrival) {
                range = range.lowerBound..<middle
            } else {
                range = middle + 1..<range.upperBound
            }
        }
        // The change before this index is the last one not after the arrival.
        return self.arrival(before: range.lowerBound) == arrival ? range.lowerBound : nil
    }
}
