package import PhlistModel

/// The newest changes, in the order of the log; what is older than the kept number is forgotten.
///
/// It is part of what the log folds to: a restart finds the same changes with the same arrivals. Indices count the
/// changes from where the fold began, so an index means the same change for as long as the replica lives.
package struct RecentChanges: Sendable {
    let countMax: Int
    /// A ring: the change at an index is in the slot of the index modulo `countMax`.
    private(set) var slots: [Element] = []
    private(set) var mixer: DigestMixer
    /// How many batches there were, those that changed no list included: the version of all that is shown.
    package private(set) var batchCount: UInt64 = 0
    /// The newest change that is not kept any more.
    private(set) var lastForgotten: Arrival

    package private(set) var endIndex = 0
    package var startIndex: Int { endIndex - slots.count }

    /// A change and when it came.
    package struct Element: Hashable, Sendable {
        package var change: Change
        package var arrival: Arrival
    }

    /// Creates the changes of an empty log.
    package init(of device: DeviceID, countMax: Int = SyncLimits.recentChangesMax) {
        self.countMax = countMax
        var mixer = DigestMixer()
        device.bytes.withUnsafeBytes { mixer.add($0) }
        lastForgotten = Arrival(batch: 0, index: 0, digest: UInt64(truncatingIfNeeded: mixer.sum))
        self.mixer = mixer
    }

    /// Creates the changes that another one held; `slots` are its ring.
    init(
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

    /// The change at an index that is kept.
    package subscript(index: Int) -> Element {
        slots[index % countMax]
    }

    /// Takes in what one batch has changed.
    ///
    /// - Parameters:
    ///   - changes: In the order of the batch's ops; none when it changed no list.
    ///   - name: The batch's name, which stands for all that the batch says.
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

    /// The arrival behind which the change at an index comes.
    package func arrival(before index: Int) -> Arrival {
        index == startIndex ? lastForgotten : self[index - 1].arrival
    }

    /// The index behind the change of an arrival.
    ///
    /// - Returns: Nil when this log has no such change, or what came behind it is not kept any more.
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
        // The change before this index is the last that is not behind the arrival.
        return self.arrival(before: range.lowerBound) == arrival ? range.lowerBound : nil
    }
}
